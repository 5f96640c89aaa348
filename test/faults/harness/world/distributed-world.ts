import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Kafka } from 'kafkajs'
import kafkajs from 'kafkajs'
import { z } from 'zod'
import { partitionOf } from '../../../../src/messages/topics.ts'
import { until } from '../../../until.ts'
import { endsOf, openKafkaReader } from '../../reader/kafka-log.ts'
import { topicNames } from '../../reader/log.ts'
import { openSchemas } from '../../reader/schemas.ts'
import { openBends } from './bends.ts'
import { residentMb } from './embedded-world.ts'
import type { ServiceProcess } from './service-process.ts'
import { startProcess } from './service-process.ts'
import type { Places, Stack } from './stack.ts'
import { openStack } from './stack.ts'
import type { Appended, World } from './world.ts'
import { consumed } from './world.ts'

export interface DistributedWorld extends World {
  readonly mode: 'distributed'
  readonly stack: Stack
  /** Straight to the brokers, past the proxies. */
  readonly kafka: Kafka
  readonly processes: readonly ServiceProcess[]
  of(role: string): readonly ServiceProcess[]
  /** One more of a role; the fault stops it again. */
  add(name: string, role: string): Promise<ServiceProcess>
  /** All processes serve. */
  ready(): Promise<void>
}

const roles = ['api', 'api', 'enrich', 'enrich', 'bill', 'bill', 'project', 'project']
const outputShown = 1_500

/** Every server, and two processes of each role that a call goes through. */
export async function openDistributedWorld(places: Places = {}): Promise<DistributedWorld> {
  const folder = mkdtempSync(join(tmpdir(), 'processes-'))
  const bends = openBends()
  const stack = await openStack(places)
  const kafka = new kafkajs.Kafka({
    clientId: 'reader',
    brokers: stack.brokers.map(({ address }) => address),
    logLevel: kafkajs.logLevel.NOTHING,
    retry: { initialRetryTime: 50, maxRetryTime: 1_000, retries: 30 },
  })
  const schemas = openSchemas(stack.registry.url)
  await schemas.learn(topicNames)
  const reader = openKafkaReader(kafka, schemas)
  const add = (name: string, role: string) =>
    startProcess({
      ...{ name, role, folder },
      env: {
        ...stack.env,
        ...bends.environment(name),
        ROLES: role,
        INSTANCE_NAME: name,
        BASE_URL: 'http://127.0.0.1:3000',
        DATA_DIR: join(folder, name),
        RATE_LIMIT_PER_SECOND: '1000000',
        REGISTRATIONS_PER_HOUR: '1000000',
      },
    })
  // The first alone migrates the database.
  const first = await add('api-1', 'api')
  const others = roles.slice(1).map((role, index) => {
    const number = roles.slice(0, index + 2).filter((one) => one === role).length
    return add(`${role}-${number}`, role)
  })
  const processes = [first, ...(await Promise.all(others))]
  const of = (role: string) => processes.filter((each) => each.role === role)
  const ready = async () => {
    await Promise.all(processes.map((each) => each.ready()))
  }
  return {
    mode: 'distributed',
    ...{ stack, kafka, processes, of, add, ready },
    connection: { connectionString: stack.postgres.url },
    urls: () => of('api').map(({ url }) => url),
    readLog: reader.read,
    ends: () => endsOf(kafka),
    append: (topic, records) => append(kafka, stack.registry.url, topic, records),
    committed: () => committedIn(kafka),
    bend(role, bent) {
      for (const each of role === 'all' ? processes : of(role)) bends.bend(each.name, bent)
    },
    async killEverything() {
      const { brokers, postgres, redis, registry } = stack
      const servers = [...brokers, postgres, redis, registry]
      await Promise.all([...processes, ...servers].map((each) => each.kill9()))
      await Promise.all([...brokers, postgres, redis].map((server) => server.restart()))
      await registry.restart()
      await ready()
    },
    memory: () => processes.map((each) => residentMb(each.pid())),
    output: () => processes.map(lastWords).join('\n'),
    async close() {
      const stopped = await Promise.allSettled(processes.map((each) => each.stop()))
      await stack.close()
      bends.close()
      rmSync(folder, { recursive: true, force: true })
      for (const one of stopped) if (one.status === 'rejected') throw one.reason
    },
  }
}

function lastWords({ name, output }: ServiceProcess): string {
  return `${name}: ${output().slice(-outputShown)}`
}

async function append(
  kafka: Kafka,
  registryUrl: string,
  topic: string,
  records: readonly Appended[],
): Promise<void> {
  const id = await schemaIdOf(registryUrl, topic)
  const producer = kafka.producer({ allowAutoTopicCreation: false })
  await producer.connect()
  try {
    for (const { key, value } of records) {
      const partition = topic === 'dead-letters' ? 0 : partitionOf('ledger', key)
      const bytes = Buffer.isBuffer(value) ? value : inWireFormat(id, value)
      await producer.send({ topic, messages: [{ key, value: bytes, partition }] })
    }
  } finally {
    await producer.disconnect()
  }
}

function inWireFormat(id: number, message: Readonly<Record<string, unknown>>): Buffer {
  const header = Buffer.alloc(5)
  header.writeUInt32BE(id, 1)
  return Buffer.concat([header, Buffer.from(JSON.stringify(message))])
}

/** A registry whose Postgres was just killed needs a moment, and says so. */
async function schemaIdOf(registryUrl: string, topic: string): Promise<number> {
  const latest = `${registryUrl}/subjects/${topic}-value/versions/latest`
  return until('the registry knows the schema', async () => {
    const answer = await fetch(latest)
    return answer.ok && schemaAnswer.parse(await answer.json()).id
  })
}

const schemaAnswer = z.object({ id: z.int().positive() })

async function committedIn(kafka: Kafka): Promise<ReadonlyMap<string, number>> {
  const admin = kafka.admin()
  await admin.connect()
  try {
    const committed = new Map<string, number>()
    for (const { group, topic } of consumed) {
      for (const { partitions } of await admin.fetchOffsets({ groupId: group, topics: [topic] })) {
        for (const { partition, offset } of partitions) {
          committed.set(`${group}/${topic}/${partition}`, Math.max(0, Number(offset)))
        }
      }
    }
    return committed
  } finally {
    await admin.disconnect()
  }
}
