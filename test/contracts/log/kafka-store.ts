import { randomUUID } from 'node:crypto'
import { afterEach } from 'vitest'
import type { EventLog, Group, LogRecord, Membership } from '../../../src/log/event-log.ts'
import { openKafka } from '../../../src/log/kafka/connection.ts'
import {
  type KafkaLog,
  type KafkaLogOptions,
  openKafkaLog,
} from '../../../src/log/kafka/kafka-log.ts'
import { kafkaNames } from '../../../src/log/kafka/names.ts'
import { createTopics } from '../../../src/log/kafka/topics.ts'
import type { Topic } from '../../../src/messages/topics.ts'

const silent = () => {}
/** The name of the store's own client. */
export const clientOfStore = 'test'

/** Topics of their own on a broker, and the logs that are opened on them; all of it until `close`. */
export async function openKafkaStore(brokers: readonly string[]) {
  const topicPrefix = `s${randomUUID().slice(0, 8)}.`
  const settings = { brokers, ssl: false, caFile: null, sasl: null, topicPrefix }
  const client = openKafka(settings, clientOfStore, silent)
  const names = kafkaNames(topicPrefix)
  await createTopics({ kafka: client, names, replication: 1 })
  const admin = client.admin()
  await admin.connect()
  const logs: KafkaLog[] = []

  async function open(options: Partial<KafkaLogOptions> = {}): Promise<KafkaLog> {
    const instance = `i${logs.length}`
    const log = await openKafkaLog({ kafka: settings, instance, report: silent, ...options })
    logs.push(log)
    return log
  }
  async function close(): Promise<void> {
    await Promise.all(logs.map((log) => log.close()))
    const present = await admin.listTopics()
    await admin.deleteTopics({ topics: present.filter((name) => names.topicOf(name)) })
    await admin.disconnect()
  }
  return { settings, client, names, admin, open, join: joinOn(open), close }
}

/** A store for each test that asks for one; tests that run at once keep theirs until all are done. */
export function useKafkaStores(brokers: () => readonly string[], after = afterEach) {
  const stores: KafkaStore[] = []
  after(async () => {
    await Promise.all(stores.splice(0).map((store) => store.close().catch(() => {})))
  })
  return async () => {
    const store = await openKafkaStore(brokers())
    stores.push(store)
    return store
  }
}

export type KafkaStore = Awaited<ReturnType<typeof openKafkaStore>>

/** A member of a group with a log of its own, as a process would have, and what happens to it. */
export interface Member {
  readonly membership: Membership
  readonly failed: Promise<Error>
  readonly open: Set<number>
  readonly taken: LogRecord[]
  readonly opens: number
  readonly closes: number
}

function joinOn(openLog: () => Promise<EventLog>) {
  return async (name: string, topics: readonly Topic[]): Promise<Member> => {
    const log = await openLog()
    const member = { open: new Set<number>(), taken: [] as LogRecord[], opens: 0, closes: 0 }
    const open: Group['open'] = async (partition) => {
      member.open.add(partition)
      member.opens += 1
      return {
        take: async (records) => void member.taken.push(...records),
        async close() {
          member.open.delete(partition)
          member.closes += 1
        },
      }
    }
    const membership = await log.join({ name, topics, open })
    return Object.assign(member, { membership, failed: log.failed })
  }
}

export function record(topic: Topic, key: string, value: string) {
  return { topic, key, value }
}

export function many(topic: Topic, count: number) {
  return Array.from({ length: count }, (_, n) => record(topic, `key-${n}`, `${n}`))
}

export function placeOf({ topic, partition, offset }: LogRecord): string {
  return `${topic}/${partition}/${offset}`
}
