import { setImmediate as nextRound } from 'node:timers/promises'
import type { Pool } from '../../db/pool.ts'
import { topics } from '../../messages/topics.ts'
import type { Group, Membership, Offsets, PartitionReader } from '../event-log.ts'
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
  /** Told when records are taken back; a member from its first reader on. */
  readonly members: Set<PostgresMembership>
  readonly fail: (cause: unknown) => void
}

export interface PostgresMembership extends Membership {
  /** Records that were handed on are not so: readers are opened anew on what is committed. */
  takeBack(): void
}

/** The one member of a group, which reads all partitions. */
export async function joinPostgresGroup(deps: JoinDeps): Promise<PostgresMembership> {
  const { group, pool, source, members, fail } = deps
  const { end } = source
  const offsets = await openGroupOffsets({ pool, group: group.name, end, fail })
  const readers = new Readers(deps, (partition) => offsets.of(group.topics, partition))
  let closed = false
  /** Openings that are not done; a later one waits for those before it. */
  let opening = 0
  let opened: Promise<void> = Promise.resolve()
  /** Above zero what readers commit is not heard. */
  let deaf = 0

  function inOrder(open: () => Promise<void>): Promise<void> {
    opening += 1
    const turn = opening === 1 ? open() : opened.then(open)
    return turn.finally(() => {
      opening -= 1
    })
  }

  async function openAnew(dropped: Promise<void>): Promise<void> {
    await dropped
    await nextRound() // Offsets that they were about to commit have come, and were not heard.
    deaf -= 1
    if (!closed) await readers.open()
  }

  const member: PostgresMembership = {
    commit(topic, partition, offset) {
      if (deaf === 0) offsets.commit(topic, partition, offset)
    },
    async lag() {
      return readers.feeds.map(({ topic, partition }) => {
        const done = offsets.of([topic], partition)[topic] ?? 0
        return { topic, partition, records: Math.max(0, end(topic, partition) - done) }
      })
    },
    takeBack() {
      if (!readers.isEarly || closed) return
      offsets.takeBack()
      deaf += 1
      // Now, though an opening may be under way: a reader is closed before an append of its is
      // rejected, and so takes that for no failure.
      const dropped = readers.drop()
      opened = inOrder(() => openAnew(dropped)).catch(fail)
    },
    async close() {
      closed = true
      members.delete(member)
      await opened.catch(() => {})
      await readers.close()
      await offsets.close()
    },
  }
  members.add(member)
  const first = inOrder(() => readers.open())
  opened = first
  await first
  return member
}

/** The readers of a group's partitions, and what feeds them. */
class Readers {
  readonly #deps: JoinDeps
  readonly #committed: (partition: number) => Offsets
  readonly isEarly: boolean
  #readers: PartitionReader[] = []
  #feeds: PostgresFeed[] = []

  constructor(deps: JoinDeps, committed: (partition: number) => Offsets) {
    this.#deps = deps
    this.#committed = committed
    this.isEarly = (deps.group.early ?? []).length > 0
  }

  get feeds(): readonly PostgresFeed[] {
    return this.#feeds
  }

  async open(): Promise<void> {
    const count = Math.max(...this.#deps.group.topics.map((topic) => topics[topic].partitions))
    await Promise.all(Array.from({ length: count }, (_, partition) => this.#openOne(partition)))
  }

  /** After the records in hand. */
  async close(): Promise<void> {
    const { feeds, fail } = this.#deps
    for (const feed of this.#feeds) feeds.remove(feed)
    await Promise.all(this.#feeds.map((feed) => feed.close().catch(fail)))
    await Promise.all(this.#readers.map((reader) => reader.close().catch(fail)))
  }

  /** At once, whatever they have in hand: it comes again. */
  async drop(): Promise<void> {
    const { feeds, fail } = this.#deps
    const before = this.#readers
    for (const feed of this.#feeds) {
      feeds.remove(feed)
      feed.close().catch(() => {})
    }
    this.#feeds = []
    this.#readers = []
    await Promise.all(before.map((reader) => reader.close().catch(fail)))
  }

  async #openOne(partition: number): Promise<void> {
    const { group, writer, source, room, feeds, fail } = this.#deps
    const { basis } = writer
    const own = group.topics.filter((topic) => partition < topics[topic].partitions)
    const committed = this.#committed(partition)
    // Where its ground went while it was opened, another opening waits for this one.
    const isGone = () => this.isEarly && basis.ended
    const reader = await group.open(partition, committed, basis).catch((error) => {
      if (isGone()) return null // An append of its own was rejected for that.
      throw error
    })
    if (reader === null || isGone()) return reader?.close()
    this.#readers.push(reader)
    for (const topic of own) {
      const from = reader.from?.[topic] ?? committed[topic] ?? 0
      const line = group.early?.includes(topic) ? writer : null
      const feed = new PostgresFeed({ topic, partition, from, reader, source, line, room })
      // A reader whose ground is gone fails for that, and is opened anew.
      feed.done.catch((error) => isGone() || fail(error))
      this.#feeds.push(feed)
      feeds.add(feed)
    }
  }
}
