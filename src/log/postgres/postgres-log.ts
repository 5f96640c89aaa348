import type { Connection, Pool } from '../../db/pool.ts'
import { openConnection, openPool } from '../../db/pool.ts'
import { openFailure } from '../../errors.ts'
import type { Topic } from '../../messages/topics.ts'
import { topicNames, topics } from '../../messages/topics.ts'
import type { EventLog, Group, LogRecord, Membership, PartitionReader } from '../event-log.ts'
import type { FeedSource, ReadLimit } from './feed.ts'
import { FeedRoom, PostgresFeed } from './feed.ts'
import { openGroupOffsets } from './offsets.ts'
import { PostgresWriter } from './writer.ts'

/** How long appends of other processes (the command line's) may stay unseen. */
const lookAroundMs = 1_000

/**
 * The event log on Postgres, for one process that plays every role: it owns all partitions of every
 * group. Committed rows are handed to the readers in memory; the table is read to catch up only.
 * A lost connection fails the log as a whole: what was not flushed may be gone from the server, so
 * memory can be ahead of the table, and opening anew is the one safe way on.
 */
export async function openPostgresLog(connection: Connection): Promise<EventLog> {
  const pool = openPool(connection, 4)
  const failure = openFailure('log_unavailable', 'the log failed')
  const feeds = new Set<PostgresFeed>()
  const writers = await openWriters({ connection, feeds, fail: failure.fail })

  const source: FeedSource = {
    read: (topic, partition, from, limit) => readWithin(pool, { topic, partition, from }, limit),
    end: (topic, partition) => writers.of(topic).end(partition),
  }
  const room = new FeedRoom()
  const looking = setInterval(() => lookAround(writers, feeds).catch(failure.fail), lookAroundMs)

  return {
    append: (records) => append(writers, records),
    read: (topic, partition, from, limit) => readRecords(pool, { topic, partition, from }, limit),
    async end(topic, partition) {
      await writers.of(topic).refresh()
      return source.end(topic, partition)
    },
    join: (group) => join({ group, pool, source, room, feeds, fail: failure.fail }),
    failed: failure.failed,
    async close() {
      clearInterval(looking)
      await writers.close()
      await pool.end()
    },
  }
}

interface Writers {
  of(topic: Topic): PostgresWriter
  close(): Promise<void>
}

async function openWriters(deps: {
  readonly connection: Connection
  readonly feeds: ReadonlySet<PostgresFeed>
  readonly fail: (cause: unknown) => void
}): Promise<Writers> {
  const opened = await Promise.all(
    topicNames.map(async (topic) => {
      const synchronousCommit = topics[topic].durable ? 'on' : 'off'
      const single = await openConnection(deps.connection, { synchronousCommit })
      single.lost.then(deps.fail)
      const onAppended = (records: readonly LogRecord[]) => offer(deps.feeds, topic, records)
      const options = { topic, client: single.client, onAppended, onBroken: deps.fail }
      return { topic, single, writer: await new PostgresWriter(options).open() }
    }),
  )
  const writers = new Map(opened.map(({ topic, writer }) => [topic, writer]))
  return {
    of(topic) {
      const writer = writers.get(topic)
      if (!writer) throw new Error(`no writer for ${topic}`)
      return writer
    },
    async close() {
      await Promise.all(opened.map(({ single }) => single.close()))
    },
  }
}

async function append(
  writers: Writers,
  records: Parameters<EventLog['append']>[0],
): Promise<readonly LogRecord[]> {
  const [first] = records
  if (!first) return []
  if (records.every(({ topic }) => topic === first.topic)) {
    return writers.of(first.topic).append(records)
  }
  const byTopic = groupBy(records, ({ topic }) => topic)
  const appended = [...byTopic].map(([topic, some]) => writers.of(topic).append(some))
  return (await Promise.all(appended)).flat()
}

function offer(
  feeds: ReadonlySet<PostgresFeed>,
  topic: Topic,
  records: readonly LogRecord[],
): void {
  const byPartition = groupBy(records, ({ partition }) => partition)
  for (const feed of feeds) {
    const some = feed.topic === topic ? byPartition.get(feed.partition) : undefined
    if (some) feed.offer(some)
  }
}

async function lookAround(writers: Writers, feeds: ReadonlySet<PostgresFeed>): Promise<void> {
  for (const topic of topicNames) await writers.of(topic).refresh()
  for (const feed of feeds) feed.notice(writers.of(feed.topic).end(feed.partition))
}

async function join(deps: {
  readonly group: Group
  readonly pool: Pool
  readonly source: FeedSource
  readonly room: FeedRoom
  readonly feeds: Set<PostgresFeed>
  readonly fail: (cause: unknown) => void
}): Promise<Membership> {
  const { group, source, room, feeds, fail } = deps
  const offsets = await openGroupOffsets(deps.pool, group.name, fail)
  const readers: PartitionReader[] = []
  const joined: PostgresFeed[] = []

  async function openPartition(partition: number): Promise<void> {
    const own = group.topics.filter((topic) => partition < topics[topic].partitions)
    const committed = offsets.of(own, partition)
    const reader = await group.open(partition, committed)
    readers.push(reader)
    for (const topic of own) {
      const from = reader.from?.[topic] ?? committed[topic] ?? 0
      const feed = new PostgresFeed({ topic, partition, from, reader, source, room })
      feed.done.catch(fail)
      joined.push(feed)
      feeds.add(feed)
    }
  }
  const partitions = Math.max(...group.topics.map((topic) => topics[topic].partitions))
  await Promise.all(Array.from({ length: partitions }, (_, partition) => openPartition(partition)))

  return {
    commit: offsets.commit,
    async lag() {
      return joined.map(({ topic, partition }) => {
        const done = offsets.of([topic], partition)[topic] ?? 0
        return { topic, partition, records: source.end(topic, partition) - done }
      })
    },
    async close() {
      for (const feed of joined) feeds.delete(feed)
      await Promise.all(joined.map((feed) => feed.close().catch(fail)))
      await Promise.all(readers.map((reader) => reader.close().catch(fail)))
      await offsets.close()
    },
  }
}

interface Place {
  readonly topic: Topic
  readonly partition: number
  readonly from: number
}

interface Row {
  readonly off: string
  readonly key: string
  readonly value: string
}

// `off` is selected as it is: an alias of a cast would be sorted by instead of the indexed column.
// A row without a value was erased and only holds its offset.
const rowsOf = (topic: Topic) => `select off, key, value from log."${topic}"
  where partition = $1 and off >= $2 and value <> '' order by off limit $3`

async function readRecords(
  pool: Pool,
  { topic, partition, from }: Place,
  limit: number,
): Promise<readonly LogRecord[]> {
  const { rows } = await pool.query<Row>({
    name: `read-${topic}`,
    text: rowsOf(topic),
    values: [partition, from, limit],
  })
  const records = rows.map((row) => recordOf(topic, partition, row))
  // A result of pg is kept by the one before it until all of memory is looked through, and a whole
  // partition's texts with them. Without its rows it keeps nothing, and reading costs half.
  rows.length = 0
  return records
}

/** No more than so many bytes leave Postgres, but for a single row. */
async function readWithin(
  pool: Pool,
  { topic, partition, from }: Place,
  limit: ReadLimit,
): ReturnType<FeedSource['read']> {
  const { rows } = await pool.query<Row & { readonly there: string }>({
    name: `read-within-${topic}`,
    text: `select off, key, value, there from (
        select *, count(*) over () as there,
          sum(octet_length(value)) over (order by off) - octet_length(value) as before
        from (${rowsOf(topic)}) as found) as sized
      where before < $4 order by off`,
    values: [partition, from, limit.records, limit.bytes],
  })
  const there = Number(rows[0]?.there ?? 0)
  const records = rows.map((row) => recordOf(topic, partition, row))
  return { records, isAll: there < limit.records && records.length === there }
}

function recordOf(topic: Topic, partition: number, { off, key, value }: Row): LogRecord {
  return { topic, partition, offset: Number(off), key, value }
}

/** Map.groupBy, which Node 20 does not have. */
function groupBy<T, K>(items: readonly T[], keyOf: (item: T) => K): ReadonlyMap<K, readonly T[]> {
  const groups = new Map<K, T[]>()
  for (const item of items) {
    const group = groups.get(keyOf(item))
    if (group) group.push(item)
    else groups.set(keyOf(item), [item])
  }
  return groups
}
