import type { Connection, Pool } from '../../db/pool.ts'
import { openConnection, openPool } from '../../db/pool.ts'
import { openFailure } from '../../errors.ts'
import type { Topic } from '../../messages/topics.ts'
import type { EventLog, LogRecord } from '../event-log.ts'
import type { FeedSource, ReadLimit } from './feed.ts'
import { FeedRoom } from './feed.ts'
import { Feeds } from './feeds.ts'
import type { PostgresMembership } from './group.ts'
import { joinPostgresGroup } from './group.ts'
import { PostgresWriter } from './writer.ts'

/** How long appends of other processes (the command line's) may stay unseen. */
const lookAroundMs = 1_000

/**
 * The event log on Postgres, for one process that plays every role: it owns all partitions of every
 * group. Rows are handed to the readers in memory, to some before they are committed, for which
 * infra/LOG.md has the rules; the table is read to catch up only.
 * A lost connection fails the log as a whole: what was not flushed may be gone from the server, so
 * memory can be ahead of the table, and opening anew is the one safe way on.
 */
export async function openPostgresLog(connection: Connection): Promise<EventLog> {
  const pool = openPool(connection, 4)
  const { failed, fail } = openFailure('log_unavailable', 'the log failed')
  const feeds = new Feeds()
  const members = new Set<PostgresMembership>()
  const [flushed, unflushed] = await Promise.all([
    openConnection(connection, { synchronousCommit: 'on' }),
    openConnection(connection, { synchronousCommit: 'off' }),
  ])
  for (const { lost } of [flushed, unflushed]) lost.then(fail)
  const writer = new PostgresWriter({
    flushed: flushed.client,
    unflushed: unflushed.client,
    isEarly: (topic) => feeds.isEarly(topic),
    onNumbered: (records) => feeds.offer('early', records),
    onCommitted: (records) => feeds.offer('committed', records),
    onTakenBack: () => {
      for (const member of members) member.takeBack()
    },
    onBroken: fail,
  })
  await writer.open()

  const source: FeedSource = {
    read: (topic, partition, from, limit) => readWithin(pool, { topic, partition, from }, limit),
    end: (topic, partition) => writer.end(topic, partition),
  }
  const room = new FeedRoom()
  const lookAround = async () => {
    await writer.refresh()
    for (const feed of feeds.all) feed.notice()
  }
  const looking = setInterval(() => lookAround().catch(fail), lookAroundMs)

  return {
    async append(records, basis) {
      return records.length > 0 ? writer.append(records, basis ?? null) : []
    },
    read: (topic, partition, from, limit) => readRecords(pool, { topic, partition, from }, limit),
    async end(topic, partition) {
      await writer.refresh()
      return writer.end(topic, partition)
    },
    join: (group) => joinPostgresGroup({ group, pool, writer, source, room, feeds, members, fail }),
    failed,
    async close() {
      clearInterval(looking)
      await Promise.all([flushed.close(), unflushed.close()])
      await pool.end()
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
