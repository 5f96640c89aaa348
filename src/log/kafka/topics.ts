import { setTimeout as sleep } from 'node:timers/promises'
import type { Admin, Kafka, PartitionMetadata } from 'kafkajs'
import kafkajs from 'kafkajs'
import { CodedError } from '../../errors.ts'
import type { Topic } from '../../messages/topics.ts'
import { topicNames, topics } from '../../messages/topics.ts'
import type { KafkaNames } from './names.ts'

// Node finds only some of the client's names in its CommonJS.
const { ConfigResourceTypes, ConfigSource } = kafkajs

const segmentMs = 24 * 3_600_000
const readyLimitMs = 30_000
const pollMs = 50

/** A dead letter holds a whole record of another topic, in base64. */
export function maxRecordBytes(topic: Topic): number {
  return topic === 'dead-letters' ? 1_500_000 : 1_000_000
}

export interface TopicsAsked {
  readonly kafka: Kafka
  readonly names: KafkaNames
  /** How many brokers keep each record; null for three, or one where there are fewer brokers. */
  readonly replication: number | null
}

export interface TopicOutcome {
  readonly topic: string
  readonly outcome: 'created' | 'altered' | 'as it should be'
  readonly detail: string
}

/** Makes the cluster's topics what the table in messages/topics.ts says; twice is fine. */
export async function createTopics(asked: TopicsAsked): Promise<readonly TopicOutcome[]> {
  const { names } = asked
  const admin = asked.kafka.admin()
  await admin.connect()
  try {
    const present = await findPresent(admin, names)
    for (const { topic, partitions } of present) {
      refusePartitions(names.topic(topic), topic, partitions.length)
    }
    const missing = topicNames.filter((name) => !present.some(({ topic }) => topic === name))
    const created = await create(admin, asked, missing)
    const altered: TopicOutcome[] = []
    for (const { topic, partitions } of present) {
      altered.push(await alter(admin, names, { topic, replicas: replicasOf(partitions) }))
    }
    await untilLed(admin, names)
    return [...created, ...altered]
  } finally {
    await admin.disconnect()
  }
}

/** Refuses what would give accounts to other workers than before, or lose records unnoticed. */
export function refusePartitions(name: string, topic: Topic, count: number): void {
  const { partitions } = topics[topic]
  if (count === partitions) return
  throw new CodedError(
    'start_refused',
    `The topic ${name} has ${count} partitions, but must have ${partitions}. An account's id ` +
      'decides its partition by that count, and the partition decides which worker owns the ' +
      'account: with another count an account would have two histories. To change it, make ' +
      'topics under another prefix and copy the ledger and the orders in their order.',
  )
}

async function findPresent(admin: Admin, names: KafkaNames) {
  const known = await admin.listTopics()
  const asked = known.filter((name) => names.topicOf(name))
  if (asked.length === 0) return []
  const { topics: found } = await admin.fetchTopicMetadata({ topics: asked })
  return found.flatMap(({ name, partitions }) => {
    const topic = names.topicOf(name)
    return topic ? [{ topic, partitions }] : []
  })
}

async function create(
  admin: Admin,
  { names, replication }: TopicsAsked,
  missing: readonly Topic[],
): Promise<readonly TopicOutcome[]> {
  if (missing.length === 0) return []
  const { brokers } = await admin.describeCluster()
  const replicas = replication ?? (brokers.length >= 3 ? 3 : 1)
  await admin.createTopics({
    // The client's own waiting gives up when a broker has not heard of the topic yet.
    waitForLeaders: false,
    topics: missing.map((topic) => ({
      topic: names.topic(topic),
      numPartitions: topics[topic].partitions,
      replicationFactor: replicas,
      configEntries: settingsOf(topic, replicas),
    })),
  })
  return missing.map((topic) => {
    const detail = `${topics[topic].partitions} partitions, ${replicas} replicas`
    return { topic: names.topic(topic), outcome: 'created', detail }
  })
}

async function alter(
  admin: Admin,
  names: KafkaNames,
  { topic, replicas }: { readonly topic: Topic; readonly replicas: number },
): Promise<TopicOutcome> {
  const name = names.topic(topic)
  const { resources } = await admin.describeConfigs({
    includeSynonyms: false,
    resources: [{ type: ConfigResourceTypes.TOPIC, name }],
  })
  const current = resources[0]?.configEntries ?? []
  const wanted = settingsOf(topic, replicas)
  const changed = wanted.filter(
    (one) => current.find(({ configName }) => configName === one.name)?.configValue !== one.value,
  )
  const detail = changed.map((one) => `${one.name}=${one.value}`).join(', ')
  if (changed.length === 0) return { topic: name, outcome: 'as it should be', detail }
  // The request replaces all settings of the topic, so those that others made go along.
  const others = current
    .filter(({ configSource }) => configSource === ConfigSource.TOPIC_CONFIG)
    .filter(({ configName }) => !wanted.some((one) => one.name === configName))
    .map(({ configName, configValue }) => ({ name: configName, value: configValue }))
  await admin.alterConfigs({
    validateOnly: false,
    resources: [{ type: ConfigResourceTypes.TOPIC, name, configEntries: [...wanted, ...others] }],
  })
  return { topic: name, outcome: 'altered', detail }
}

function replicasOf(partitions: readonly PartitionMetadata[]): number {
  return Math.min(...partitions.map(({ replicas }) => replicas.length))
}

function settingsOf(topic: Topic, replicas: number) {
  const { retentionMs, durable } = topics[topic]
  const settings = {
    'cleanup.policy': 'delete',
    'retention.ms': String(retentionMs ?? -1),
    'retention.bytes': '-1',
    // Brokers refuse what a clock an hour ahead has stamped, and age records by that stamp.
    'message.timestamp.type': 'LogAppendTime',
    // A record goes with its whole segment: so it is kept a day longer than is said, at most.
    ...(retentionMs !== null && { 'segment.ms': String(segmentMs) }),
    // One broker may be away without a pause, and what is acknowledged is on two.
    'min.insync.replicas': replicas >= 3 ? '2' : '1',
    // The limit is for what one request brings to a partition, with the format's own bytes.
    'max.message.bytes': String(maxRecordBytes(topic) + 48_576),
    // To the disk before the acknowledgement. Elsewhere the page cache is enough.
    ...(durable && { 'flush.messages': '1' }),
  }
  return Object.entries(settings).map(([name, value]) => ({ name, value }))
}

/**
 * A new topic refuses appends until its partitions are led, and the client then sends a whole
 * batch again, also to the partitions that took it: nothing may write before all of them answer.
 */
async function untilLed(admin: Admin, names: KafkaNames): Promise<void> {
  const deadline = performance.now() + readyLimitMs
  for (const topic of topicNames) {
    for (;;) {
      try {
        await admin.fetchTopicOffsets(names.topic(topic))
        break
      } catch (error) {
        if (performance.now() > deadline) throw error
        await sleep(pollMs)
      }
    }
  }
}
