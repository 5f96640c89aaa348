import { setImmediate as nextRound } from 'node:timers/promises'
import type { Pool } from '../../db/pool.ts'
import { topics } from '../../messages/topics.ts'
import type { Group, Membership, PartitionReader } from '../event-log.ts'
import type { FeedRoom, FeedSource } from './feed.ts'
import { PostgresFeed } from './feed.ts'
import type { Feeds } from './feeds.ts'
import { openGroupOffsets } from './offsets.ts'
import type { PostgresWriter } from './writer.ts'

interface JoinDeps {
  readonly group: Group
  readonly pool: Pool
  readonly writer: PostgresWriter
  readonly source: FeedSource
  readonly room: FeedRoom
  readonly feeds: Feeds
  readonly fail: (cause: unknown) => void
}

export interface PostgresMembership extends Membership {
  /** Records that were handed on are not so: readers are opened anew on what is committed. */
  takeBack(): void
}

/** The one member of a group, which reads all partitions. */
export async function joinPostgresGroup(deps: JoinDeps): Promise<PostgresMembership> {
  const { group, pool, writer, source, room, feeds, fail } = deps
  const { end } = source
  const early = new Set(group.early ?? [])
  const offsets = await openGroupOffsets({ pool, group: group.name, end, fail })
  let readers: PartitionReader[] = []
  let joined: PostgresFeed[] = []
  let closed = false
  let opening = 0
  let deaf = 0
  let reopened: Promise<void> = Promise.resolve()

  async function openPartition(partition: number): Promise<void> {
    const { basis } = writer
    const own = group.topics.filter((topic) => partition < topics[topic].partitions)
    const committed = offsets.of(own, partition)
    const reader = await group.open(partition, committed, basis)
    readers.push(reader)
    for (const topic of own) {
      const from = reader.from?.[topic] ?? committed[topic] ?? 0
      const line = early.has(topic) ? writer : null
      const feed = new PostgresFeed({ topic, partition, from, reader, source, line, room })
      // A reader whose ground is gone fails for that, and is opened anew.
      feed.done.catch((error) => (early.size > 0 && basis.ended) || fail(error))
      joined.push(feed)
      feeds.add(feed)
    }
  }

  async function openAll(): Promise<void> {
    const count = Math.max(...group.topics.map((topic) => topics[topic].partitions))
    await Promise.all(Array.from({ length: count }, (_, partition) => openPartition(partition)))
  }

  async function openAnew(): Promise<void> {
    const before = readers
    for (const feed of joined) {
      feeds.remove(feed)
      feed.close().catch(() => {})
    }
    joined = []
    readers = []
    await Promise.all(before.map((reader) => reader.close().catch(fail)))
    await nextRound() // Offsets that they were about to commit have come, and were not heard.
    deaf -= 1
    if (!closed) await openAll()
  }

  await openAll()
  return {
    commit(topic, partition, offset) {
      if (deaf === 0) offsets.commit(topic, partition, offset)
    },
    async lag() {
      return joined.map(({ topic, partition }) => {
        const done = offsets.of([topic], partition)[topic] ?? 0
        return { topic, partition, records: Math.max(0, end(topic, partition) - done) }
      })
    },
    takeBack() {
      if (early.size === 0 || closed) return
      offsets.takeBack()
      deaf += 1
      opening += 1
      const anew = opening === 1 ? openAnew() : reopened.then(openAnew)
      reopened = anew.catch(fail).finally(() => {
        opening -= 1
      })
    },
    async close() {
      closed = true
      await reopened
      for (const feed of joined) feeds.remove(feed)
      await Promise.all(joined.map((feed) => feed.close().catch(fail)))
      await Promise.all(readers.map((reader) => reader.close().catch(fail)))
      await offsets.close()
    },
  }
}
