import type { KafkaSettings } from '../../config/kafka-settings.ts'
import { CodedError, openFailure } from '../../errors.ts'
import type { Topic } from '../../messages/topics.ts'
import { topicNames, topics } from '../../messages/topics.ts'
import type { Report } from '../../report.ts'
import type { EventLog, Membership } from '../event-log.ts'
import { within } from '../within.ts'
import { kafkaRefusal, refuseBadAccess } from './access.ts'
import { metadataMaxAge, openKafka, requestTimeoutMs, retry } from './connection.ts'
import { joinKafkaGroup } from './group/membership.ts'
import type { KafkaNames } from './names.ts'
import { kafkaNames } from './names.ts'
import type { KafkaSource } from './source.ts'
import { openKafkaSource } from './source.ts'
import { refusePartitions } from './topics.ts'
import { KafkaWriter } from './writer.ts'

const disconnectLimitMs = 1_000

export interface KafkaLogOptions {
  readonly kafka: KafkaSettings
  /** This process among those of its role: the same after a restart, another for each of them. */
  readonly instance: string
  readonly report: Report
  /**
   * How long an append may wait for its acknowledgement. The API answers callers and wants to know
   * soon; a worker would rather wait until the broker is back, which may take half a minute.
   */
  readonly appendTimeoutMs?: number
}

export interface KafkaLog extends EventLog {
  /** The offsets that a group has stored, by `topic/partition`, for a look from outside. */
  committed(group: string, topics: readonly Topic[]): Promise<ReadonlyMap<string, number>>
  /** Learns who leads these topics, which the first append to each would ask; nothing is sent. */
  learnLeaders(topics: readonly Topic[]): Promise<void>
}

/** The event log on Kafka, for any number of processes: groups share the partitions out. */
export async function openKafkaLog(options: KafkaLogOptions): Promise<KafkaLog> {
  const { report, instance, appendTimeoutMs = 45_000 } = options
  const names = kafkaNames(options.kafka.topicPrefix)
  await refuseBadAccess(options.kafka, instance)
  const kafka = openKafka(options.kafka, instance, report)
  const { failed, fail } = openFailure('log_unavailable', 'the log failed')
  const members = new Set<Membership>()
  const source = await openKafkaSource(kafka, names).catch(refuse)
  const appending = openKafka(options.kafka, instance, report, requestTimeoutMs.append)
  const producer = appending.producer({
    // Every message names its partition, by the rule that all processes share.
    createPartitioner:
      () =>
      ({ message }) =>
        message.partition ?? 0,
    allowAutoTopicCreation: false,
    idempotent: false,
    metadataMaxAge,
    retry,
  })
  try {
    await checkTopics(source, names)
    await producer.connect()
  } catch (error) {
    await within(disconnectLimitMs, Promise.all([source.close(), producer.disconnect()]))
    throw error
  }
  const writer = new KafkaWriter({ producer, names, appendTimeoutMs })
  return {
    append: (records) => writer.append(records),
    read: (topic, partition, from, limit) => source.read({ topic, partition }, from, limit),
    async end(topic, partition) {
      const [end] = await source.ends([{ topic, partition }])
      return end?.offset ?? 0
    },
    async join(group) {
      const deps = { kafka, names, source, instance, report, fail }
      const membership = await joinKafkaGroup(deps, group)
      members.add(membership)
      return membership
    },
    async committed(group, some) {
      const offsets = await source.committed(group, some.flatMap(placesOf))
      return new Map(offsets.map((one) => [`${one.topic}/${one.partition}`, one.offset]))
    },
    async learnLeaders(some) {
      const nothing = some.map((topic) => ({ topic: names.topic(topic), messages: [] }))
      await producer.sendBatch({ topicMessages: nothing })
    },
    failed,
    async close() {
      await Promise.all([...members].map((membership) => membership.close()))
      await writer.close()
      await within(disconnectLimitMs, Promise.all([source.close(), producer.disconnect()]))
    },
  }
}

function refuse(error: unknown): never {
  throw kafkaRefusal(error)
}

function placesOf(topic: Topic) {
  return Array.from({ length: topics[topic].partitions }, (_, partition) => ({ topic, partition }))
}

async function checkTopics(source: KafkaSource, names: KafkaNames): Promise<void> {
  const counts = await source.partitionCounts()
  const missing = topicNames.filter((topic) => !counts.has(topic))
  if (missing.length > 0) {
    const list = missing.map((topic) => names.topic(topic)).join(', ')
    throw new CodedError(
      'start_refused',
      `Kafka lacks the topics ${list}: make them with \`npx enrich topics create\``,
    )
  }
  for (const [topic, count] of counts) refusePartitions(names.topic(topic), topic, count)
}
