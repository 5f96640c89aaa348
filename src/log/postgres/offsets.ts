import type { Pool, Queryable } from '../../db/pool.ts'
import { column } from '../../db/pool.ts'
import type { Topic } from '../../messages/topics.ts'
import type { Offsets } from '../event-log.ts'

const flushEveryMs = 250

interface OffsetsDeps {
  readonly pool: Pool
  readonly group: string
  /** Where what is committed ends. */
  readonly end: (topic: Topic, partition: number) => number
  readonly fail: (error: unknown) => void
}

/**
 * Committed offsets of one group: kept in memory, stored a few times a second and at the end. A
 * reader that is given records early may be done with what is not committed; no more than what is
 * committed is stored, for behind that other records may come to lie.
 */
export async function openGroupOffsets({ pool, group, end, fail }: OffsetsDeps) {
  const offsets = new Map(await readGroupOffsets(pool, group))
  const unsaved = new Map<string, GroupOffset>()

  async function flush(): Promise<void> {
    const moved: GroupOffset[] = []
    for (const [key, { topic, partition, offset }] of unsaved) {
      const stored = Math.min(offset, end(topic, partition))
      moved.push({ topic, partition, offset: stored })
      if (stored === offset) unsaved.delete(key)
    }
    if (moved.length > 0) await save(pool, group, moved)
  }
  const timer = setInterval(() => flush().catch(fail), flushEveryMs)

  return {
    of(topics: readonly Topic[], partition: number): Offsets {
      const known = topics.map((topic) => [topic, offsets.get(`${topic}/${partition}`) ?? 0])
      return Object.fromEntries(known)
    },
    commit(topic: Topic, partition: number, offset: number): void {
      const key = `${topic}/${partition}`
      if (offset <= (offsets.get(key) ?? 0)) return
      offsets.set(key, offset)
      unsaved.set(key, { topic, partition, offset })
    },
    /** Forgets what lies behind the committed ends: these offsets are somebody else's now. */
    takeBack(): void {
      for (const [key, { topic, partition, offset }] of unsaved) {
        const kept = Math.min(offset, end(topic, partition))
        offsets.set(key, kept)
        unsaved.set(key, { topic, partition, offset: kept })
      }
    },
    async close(): Promise<void> {
      clearInterval(timer)
      await flush().catch(fail)
    },
  }
}

interface GroupOffset {
  readonly topic: Topic
  readonly partition: number
  readonly offset: number
}

/** The offsets that a group has committed, by `topic/partition`. */
export async function readGroupOffsets(
  pool: Queryable,
  group: string,
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await pool.query<{ topic: string; partition: number; off: string }>(
    'select topic, partition, off from log.group_offsets where group_name = $1',
    [group],
  )
  return new Map(rows.map(({ topic, partition, off }) => [`${topic}/${partition}`, Number(off)]))
}

async function save(pool: Pool, group: string, moved: readonly GroupOffset[]): Promise<void> {
  await pool.query({
    name: 'commit-offsets',
    text: `insert into log.group_offsets (group_name, topic, partition, off)
      select $1, t, p::int, o::bigint from rows from (
        string_to_table($2, e'\\n'), string_to_table($3, e'\\n'),
        string_to_table($4, e'\\n')) as r (t, p, o)
      on conflict (group_name, topic, partition) do update set off = excluded.off`,
    values: [
      group,
      column(moved.map(({ topic }) => topic)),
      column(moved.map(({ partition }) => partition)),
      column(moved.map(({ offset }) => offset)),
    ],
  })
}
