import { setTimeout as sleep } from 'node:timers/promises'
import type { Cluster, Kafka, KafkaMessage } from 'kafkajs'
import { CodedError } from '../../errors.ts'
import type { Topic } from '../../messages/topics.ts'
import type { LogRecord } from '../event-log.ts'
import { metadataMaxAge } from './connection.ts'
import { evict } from './group/eviction.ts'
import type { KafkaNames } from './names.ts'

const answerLimitMs = 30_000
const pauseMs = 50
const bytesPerFetch = 1_000_000

export interface Place {
  readonly topic: Topic
  readonly partition: number
}

/** Questions to the cluster beside the groups; each is answered within a limit or fails. */
export interface KafkaSource {
  read(place: Place, from: number, limit: number): Promise<readonly LogRecord[]>
  /** The offsets that the next records will get. */
  ends(places: readonly Place[]): Promise<readonly PlaceOffset[]>
  /** The offsets that the group has committed: 0 where it never did. */
  committed(group: string, places: readonly Place[]): Promise<readonly PlaceOffset[]>
  /** Takes whoever has this client id out of the group; what comes of it is not told. */
  evict(group: string, clientId: string): Promise<void>
  /** How many partitions each topic has; a topic that is not there is left out. */
  partitionCounts(): Promise<ReadonlyMap<Topic, number>>
  close(): Promise<void>
}

export interface PlaceOffset extends Place {
  readonly offset: number
}

/**
 * The client has no plain fetch, but it hands its connections to an assigner: a consumer that
 * never joins a group gives them to us. So a read takes milliseconds and leaves no group behind.
 */
export async function openKafkaSource(kafka: Kafka, names: KafkaNames): Promise<KafkaSource> {
  const handed: Cluster[] = []
  const consumer = kafka.consumer({
    groupId: names.group('never-joined'),
    allowAutoTopicCreation: false,
    metadataMaxAge,
    partitionAssigners: [
      ({ cluster }) => {
        handed.push(cluster)
        const nothing = { name: 'none', metadata: Buffer.alloc(0) }
        return { name: 'none', version: 1, assign: async () => [], protocol: () => nothing }
      },
    ],
  })
  const [cluster] = handed
  if (!cluster) throw new Error('the client handed over no cluster')
  await consumer.connect()
  const ask = <T>(question: () => Promise<T>) => answered(cluster, question)
  return {
    read: (place, from, limit) => ask(() => readSpan(cluster, names, { place, from, limit })),
    ends: (places) => ask(() => endsOf(cluster, names, places)),
    committed: (group, places) => ask(() => committedOf(cluster, names, { group, places })),
    evict: (group, clientId) => evict(cluster, names.group(group), clientId).catch(() => {}),
    partitionCounts: () => ask(() => countsOf(cluster, names)),
    close: () => consumer.disconnect(),
  }
}

/** Asks again while brokers change or are away, and fails with what was refused last. */
async function answered<T>(cluster: Cluster, question: () => Promise<T>): Promise<T> {
  const over = new AbortController()
  const last: { error?: unknown } = {}
  const expired = sleep(answerLimitMs, null, { signal: over.signal, ref: false })
  const refused = expired.then((): never => {
    const message = `no answer from Kafka within ${answerLimitMs} ms`
    throw new CodedError('log_unavailable', message, last.error)
  })
  try {
    return await Promise.race([refused, untilAnswered(cluster, question, last)])
  } finally {
    over.abort()
    refused.catch(() => {}) // An answer in time needs no alarm.
  }
}

async function untilAnswered<T>(
  cluster: Cluster,
  question: () => Promise<T>,
  last: { error?: unknown },
): Promise<T> {
  const deadline = performance.now() + answerLimitMs
  for (;;) {
    try {
      await cluster.connect()
      return await question()
    } catch (error) {
      last.error = error
      if (performance.now() > deadline) throw error
      await sleep(pauseMs, null, { ref: false })
      await cluster.refreshMetadata().catch(() => {})
    }
  }
}

async function readSpan(
  cluster: Cluster,
  names: KafkaNames,
  span: { readonly place: Place; readonly from: number; readonly limit: number },
): Promise<readonly LogRecord[]> {
  const { place, from, limit } = span
  const [begin] = await boundsOf(cluster, names, { places: [place], fromBeginning: true })
  const [end] = await endsOf(cluster, names, [place])
  const records: LogRecord[] = []
  // Records before the beginning were kept long enough; the broker calls asking for them an error.
  for (
    let next = Math.max(from, begin?.offset ?? 0);
    end && next < end.offset && records.length < limit;
  ) {
    const messages = await fetchFrom(cluster, names.topic(place.topic), { ...place, offset: next })
    // A fetch gives whole batches: the first one may begin before what was asked for.
    const wanted = messages.filter(({ offset }) => Number(offset) >= next)
    for (const message of wanted) records.push(logRecordOf(place, message))
    const last = wanted.at(-1)
    if (!last) break
    next = Number(last.offset) + 1
  }
  return records.slice(0, limit)
}

async function fetchFrom(
  cluster: Cluster,
  topic: string,
  { partition, offset }: PlaceOffset,
): Promise<readonly KafkaMessage[]> {
  const leaders = cluster.findLeaderForPartitions(topic, [partition])
  const [nodeId] = Object.keys(leaders)
  if (nodeId === undefined) throw new Error(`${topic}/${partition} has no leader`)
  const broker = await cluster.findBroker({ nodeId })
  const answer: FetchAnswer = await broker.fetch({
    maxWaitTime: 0,
    minBytes: 1,
    maxBytes: bytesPerFetch,
    topics: [
      {
        topic,
        partitions: [{ partition, fetchOffset: String(offset), maxBytes: bytesPerFetch }],
      },
    ],
  })
  return answer.responses[0]?.partitions[0]?.messages ?? []
}

/** The client's types leave the answer open. */
interface FetchAnswer {
  readonly responses: readonly {
    readonly partitions: readonly { readonly messages: readonly KafkaMessage[] }[]
  }[]
}

function endsOf(
  cluster: Cluster,
  names: KafkaNames,
  places: readonly Place[],
): Promise<readonly PlaceOffset[]> {
  return boundsOf(cluster, names, { places, fromBeginning: false })
}

async function boundsOf(
  cluster: Cluster,
  names: KafkaNames,
  { places, fromBeginning }: { readonly places: readonly Place[]; readonly fromBeginning: boolean },
): Promise<readonly PlaceOffset[]> {
  await cluster.addMultipleTargetTopics(places.map(({ topic }) => names.topic(topic)))
  await cluster.refreshMetadataIfNecessary()
  const asked = byTopic(names, places).map((one) => ({ ...one, fromBeginning }))
  return placesOf(names, await cluster.fetchTopicsOffset(asked))
}

async function committedOf(
  cluster: Cluster,
  names: KafkaNames,
  { group, places }: { readonly group: string; readonly places: readonly Place[] },
): Promise<readonly PlaceOffset[]> {
  const groupId = names.group(group)
  const coordinator = await cluster.findGroupCoordinator({ groupId })
  const asked = byTopic(names, places)
  const { responses } = await coordinator.offsetFetch({ groupId, topics: asked })
  // The broker says −1 where the group never committed.
  return placesOf(names, responses).map((one) => ({ ...one, offset: Math.max(0, one.offset) }))
}

async function countsOf(cluster: Cluster, names: KafkaNames): Promise<ReadonlyMap<Topic, number>> {
  const { topicMetadata } = await cluster.metadata()
  const counts = new Map<Topic, number>()
  for (const { topic: name, partitionMetadata } of topicMetadata) {
    const topic = names.topicOf(name)
    if (topic) counts.set(topic, partitionMetadata.length)
  }
  return counts
}

/** As the protocol groups its questions; it wants an offset even where it is the question. */
function byTopic(names: KafkaNames, places: readonly Place[]) {
  const asked = new Map<string, { partition: number; offset: string }[]>()
  for (const { topic, partition } of places) {
    const name = names.topic(topic)
    asked.set(name, [...(asked.get(name) ?? []), { partition, offset: '0' }])
  }
  return [...asked].map(([topic, partitions]) => ({ topic, partitions }))
}

function placesOf(
  names: KafkaNames,
  answer: Awaited<ReturnType<Cluster['fetchTopicsOffset']>>,
): readonly PlaceOffset[] {
  return answer.flatMap(({ topic: name, partitions }) => {
    const topic = names.topicOf(name)
    if (!topic) return []
    return partitions.map(({ partition, offset }) => ({ topic, partition, offset: Number(offset) }))
  })
}

/** Records of foreign writers may lack a key or a value; what they mean is not ours to say. */
export function logRecordOf({ topic, partition }: Place, message: KafkaMessage): LogRecord {
  const { key, value, offset } = message
  return {
    topic,
    partition,
    offset: Number(offset),
    key: key?.toString() ?? '',
    value: value ?? Buffer.alloc(0),
  }
}
