import type { Pool, Queryable } from '../db/pool.ts'
import { column, inTransaction } from '../db/pool.ts'
import { CodedError } from '../errors.ts'
import type { Entry } from '../ledger/entry.ts'
import type { LogRecord } from '../log/event-log.ts'
import type { CorrectionEvent } from '../messages/corrections.ts'
import type { Enrichment } from '../messages/enrichments.ts'
import type { Topic } from '../messages/topics.ts'
import { topics } from '../messages/topics.ts'

/** The facts of a batch of records, after decoding and the chain rule. */
export interface Facts {
  readonly entries: readonly Entry[]
  /** The same entries as JSON: the log's own text where it is text. */
  readonly entryTexts: readonly string[]
  /** Where each of them lies in its partition of the ledger. */
  readonly entryOffsets: readonly number[]
  readonly enrichments: readonly Enrichment[]
  /** Where each of them lies in its partition of the enrichments. */
  readonly enrichmentOffsets: readonly number[]
  readonly corrections: readonly CorrectionEvent[]
}

/** Nothing: for whoever folds facts of one kind. */
export const noFacts: Facts = {
  entries: [],
  entryTexts: [],
  entryOffsets: [],
  enrichments: [],
  enrichmentOffsets: [],
  corrections: [],
}

export function factsOf(
  logged: readonly { readonly entry: Entry; readonly text: string; readonly offset: number }[],
): Facts {
  return {
    ...noFacts,
    entries: logged.map(({ entry }) => entry),
    entryTexts: logged.map(({ text }) => text),
    entryOffsets: logged.map(({ offset }) => offset),
  }
}

export const projectedTopics = [
  'enrichments',
  'ledger',
  'corrections',
] as const satisfies readonly Topic[]

/**
 * A view folds facts into its table, in the transaction that it is given. It may rely on getting
 * every fact once and in order, because the offsets move in the same transaction.
 */
export interface View {
  readonly name: string
  apply(client: Queryable, facts: Facts): Promise<void>
}

export interface ViewsDeps {
  readonly pool: Pool
  /**
   * Whether this process goes on when Postgres crashes. Then what a view has shown must not be
   * gone after that: the billing worker has forgotten what the views answer for. Otherwise all is
   * opened anew from what is stored, and a commit need not wait for the disk.
   */
  readonly viewsOutliveUs: boolean
}

/** Views and their offsets move together or not at all. */
export async function openViews({ pool, viewsOutliveUs }: ViewsDeps, views: readonly View[]) {
  await addOffsets(pool)
  const offsets = new Map<string, number>()

  async function apply(facts: Facts, moved: readonly LogRecord[]): Promise<void> {
    await inTransaction(pool, async (client) => {
      if (!viewsOutliveUs) await client.query('set local synchronous_commit to off')
      await moveOffsets(client, offsets, moved)
      for (const view of views) await view.apply(client, facts)
    })
    for (const { topic, partition, offset } of moved)
      offsets.set(`${topic}/${partition}`, offset + 1)
  }

  return {
    apply,
    offset: (topic: Topic, partition: number) => offsets.get(`${topic}/${partition}`) ?? 0,
    /** As they are stored now: after taking over a partition, and after a doubtful commit. */
    async reload(partitions: readonly number[]): Promise<void> {
      const { rows } = await pool.query<{ topic: string; partition: number; off: string }>(
        `select topic, partition, off from view_offsets
          where partition in (select string_to_table($1, e'\\n')::int)`,
        [column(partitions)],
      )
      for (const { topic, partition, off } of rows) {
        offsets.set(`${topic}/${partition}`, Number(off))
      }
    },
  }
}

/** Every partition has its row from the start, so that moving one is a plain update. */
async function addOffsets(pool: Pool): Promise<void> {
  for (const topic of projectedTopics) {
    await pool.query(
      `insert into view_offsets (topic, partition, off)
        select $1, p, 0 from generate_series(0, $2::int - 1) p on conflict do nothing`,
      [topic, topics[topic].partitions],
    )
  }
}

/** Fails when another process has moved them: two projectors of one partition would fold twice. */
async function moveOffsets(
  client: Queryable,
  before: ReadonlyMap<string, number>,
  moved: readonly LogRecord[],
): Promise<void> {
  const { rowCount } = await client.query({
    name: 'move-view-offsets',
    text: `update view_offsets v set off = n::bigint from rows from (
        string_to_table($1, e'\\n'), string_to_table($2, e'\\n'),
        string_to_table($3, e'\\n'), string_to_table($4, e'\\n')) as r (t, p, b, n)
      where v.topic = t and v.partition = p::int and v.off = b::bigint`,
    values: [
      column(moved.map(({ topic }) => topic)),
      column(moved.map(({ partition }) => partition)),
      column(moved.map(({ topic, partition }) => before.get(`${topic}/${partition}`) ?? 0)),
      column(moved.map(({ offset }) => offset + 1)),
    ],
  })
  if (rowCount !== moved.length) {
    throw new CodedError('database_unavailable', 'another process moved the views')
  }
}
