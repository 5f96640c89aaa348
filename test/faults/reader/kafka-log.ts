import { randomUUID } from 'node:crypto'
import type { Kafka } from 'kafkajs'
import type { LoggedRecord, Message, ReadLog, TopicName } from './log.ts'
import { messageIn, topicNames } from './log.ts'
import type { Schemas } from './schemas.ts'
import { unknownSchema } from './schemas.ts'

const headerBytes = 5
/** Without a record. */
const readLimitMs = 120_000

/** Follows a log on Kafka: what was read once is kept, and each `read` brings what came since. */
export function openKafkaReader(kafka: Kafka, schemas: Schemas) {
  const seen = new Map<TopicName, Map<number, LoggedRecord[]>>()

  async function read(): Promise<ReadLog> {
    const ends = await endsOf(kafka)
    await fetchUpTo(ends)
    const records = (topic: TopicName) => [...(seen.get(topic)?.values() ?? [])].flat()
    return {
      commands: records('commands'),
      enrichments: records('enrichments'),
      orders: records('orders'),
      ledger: records('ledger'),
      'dead-letters': records('dead-letters'),
    }
  }

  const partitionIn = (topic: TopicName, partition: number): LoggedRecord[] => {
    const partitions = seen.get(topic) ?? new Map<number, LoggedRecord[]>()
    seen.set(topic, partitions)
    const some = partitions.get(partition) ?? []
    partitions.set(partition, some)
    return some
  }
  const nextOf = (topic: TopicName, partition: number) =>
    (partitionIn(topic, partition).at(-1)?.offset ?? -1) + 1

  /** A consumer in a group of its own, for as long as it takes. */
  async function fetchUpTo(ends: ReadonlyMap<string, number>): Promise<void> {
    const places = topicNames.flatMap((topic) => placesOf(topic, ends))
    const isBehind = () =>
      places.some(({ topic, partition, end }) => nextOf(topic, partition) < end)
    if (!isBehind()) return
    const consumer = kafka.consumer({ groupId: `reader-${randomUUID()}`, maxWaitTimeInMs: 100 })
    await consumer.connect()
    try {
      await consumer.subscribe({ topics: [...topicNames], fromBeginning: true })
      await new Promise<void>((resolve, reject) => {
        const late = new Error('the log could not be read in time')
        const timer = setTimeout(() => reject(late), readLimitMs)
        consumer
          .run({
            autoCommit: false,
            eachMessage: async ({ topic: name, partition, message }) => {
              const topic = name as TopicName // as: these alone are subscribed to.
              const offset = Number(message.offset)
              timer.refresh()
              if (offset < nextOf(topic, partition)) return
              const bytes = message.value ?? Buffer.alloc(0)
              const key = message.key?.toString() ?? ''
              const decoded = await decode(schemas, bytes)
              partitionIn(topic, partition).push({
                topic,
                partition,
                offset,
                key,
                bytes,
                ...decoded,
              })
              if (isBehind()) return
              clearTimeout(timer)
              resolve()
            },
          })
          .catch(reject)
        for (const { topic, partition } of places) {
          consumer.seek({ topic, partition, offset: String(nextOf(topic, partition)) })
        }
      })
    } finally {
      await consumer.disconnect()
    }
  }
  return { read }
}

export async function endsOf(kafka: Kafka): Promise<ReadonlyMap<string, number>> {
  const admin = kafka.admin()
  await admin.connect()
  try {
    const ends = new Map<string, number>()
    for (const topic of topicNames) {
      for (const { partition, high } of await admin.fetchTopicOffsets(topic)) {
        ends.set(`${topic}/${partition}`, Number(high))
      }
    }
    return ends
  } finally {
    await admin.disconnect()
  }
}

function placesOf(topic: TopicName, ends: ReadonlyMap<string, number>) {
  return [...ends]
    .filter(([place]) => place.startsWith(`${topic}/`))
    .map(([place, end]) => ({ topic, partition: Number(place.split('/')[1]), end }))
}

/** A zero byte, the id of the writer's schema in four bytes, and the message as JSON. */
async function decode(
  schemas: Schemas,
  bytes: Buffer,
): Promise<{ readonly message: Message | null; readonly fault: string | null }> {
  if (bytes.length < headerBytes || bytes[0] !== 0)
    return { message: null, fault: 'no wire format' }
  const message = messageIn(bytes.toString('utf8', headerBytes))
  if (message === null) return { message, fault: 'no JSON object' }
  const fault = await schemas.faultOf(bytes.readUInt32BE(1), message)
  return fault === unknownSchema ? { message: null, fault } : { message, fault }
}
