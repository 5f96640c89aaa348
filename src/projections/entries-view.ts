import type { Queryable } from '../db/pool.ts'

/** How the view of entries is read: by seq, which the primary key finds wherever it lies. */
export interface EntrySpan {
  readonly accountId: string
  readonly after: number
  readonly upTo: number
  readonly type: string | null
  /** Entries of commands that begin so. */
  readonly commands?: string
  readonly newestFirst?: boolean
}

export interface EntryRow {
  readonly seq: number
  readonly entry: string
}

/** Where a span that has no end of its own ends. */
export const noEnd = Number.MAX_SAFE_INTEGER

export async function readSpan(
  client: Queryable,
  span: EntrySpan,
  limit: number,
): Promise<readonly EntryRow[]> {
  const { accountId, after, upTo, type, commands, newestFirst = false } = span
  const isRare = type !== null && !frequent.includes(type)
  const order = newestFirst ? 'desc' : 'asc'
  const { rows } = await client.query<{ seq: string; entry: string }>({
    name: `ledger-span-${order}${isRare ? '-rare' : ''}`,
    text: `select seq, entry from entries where account_id = $1 and seq > $2 and seq <= $3
        and ${isRare ? rareType : '($4::text is null or type = $4)'}
        and ($5::text is null or starts_with(command_id, $5))
      order by seq ${order} limit $6`,
    values: [accountId, after, upTo, type, commands ?? null, limit],
  })
  return rows.map(({ seq, entry }) => ({ seq: Number(seq), entry }))
}

const frequent = ['CallCharged', 'CallNotCharged']
/** In the words of the index of entries that are none of calls (0027-rare-entries.sql). */
const rareType = `type = $4 and type not in ('CallCharged', 'CallNotCharged')`

/** The seq of the entry that settled a command, or null. */
export async function seqOfCommand(
  client: Queryable,
  accountId: string,
  commandId: string,
): Promise<number | null> {
  const { rows } = await client.query<{ seq: string }>({
    name: 'ledger-seq-of-command',
    text: 'select seq from entries where command_id = $2 and account_id = $1',
    values: [accountId, commandId],
  })
  return rows[0] ? Number(rows[0].seq) : null
}

/**
 * The account's last seq at or before a time, or 0. Times never go back within an account and seqs
 * have no gaps, so halving finds it in twenty look-ups of a million: an index by time would cost
 * every call that is charged.
 */
export async function seqAt(client: Queryable, accountId: string, at: string): Promise<number> {
  const { rows } = await client.query<{ seq: string }>({
    name: 'ledger-seq-at',
    text: `with recursive search (low, high) as (
        select 0::bigint, coalesce(
          (select seq from entries where account_id = $1 order by seq desc limit 1), 0)
        union all
        select case when e.at <= $2 then middle else low end,
          case when e.at <= $2 then high else middle - 1 end
        from search, lateral (select (low + high + 1) / 2 as middle) m,
          lateral (select at from entries where account_id = $1 and seq = m.middle) e
        where low < high)
      select low as seq from search where low = high`,
    values: [accountId, at],
  })
  return Number(rows[0]?.seq ?? 0)
}

/** The span of a window of time, both ends included; times in any zone. */
export async function spanOf(
  client: Queryable,
  accountId: string,
  window: { readonly from?: string | undefined; readonly to?: string | undefined },
): Promise<EntrySpan> {
  const { from, to } = window
  const upTo = to === undefined ? noEnd : await seqAt(client, accountId, timeOf(to, 0))
  const after = from === undefined ? 0 : await seqAt(client, accountId, timeOf(from, -1))
  return { accountId, after, upTo, type: null }
}

/** As entries have it: UTC with milliseconds. */
export function timeOf(text: string, moveMs: number): string {
  return new Date(Date.parse(text) + moveMs).toISOString()
}
