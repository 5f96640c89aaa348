import type { Queryable } from '../../db/pool.ts'
import { column } from '../../db/pool.ts'
import type { Entry, EntryOf } from '../../ledger/entry.ts'
import { prices } from '../../ledger/prices.ts'
import type { View } from '../projection.ts'

/** Charged calls by account, hour and type. Its sums equal the ledger's charges. */
export const usageView: View = {
  name: 'usage',
  apply: (client, { entries }) => addBuckets(client, usageTable, bucketsOf(entries, typeOf)),
}

/** Names from this folder, never input. */
interface UsageTable {
  readonly table: 'usage' | 'usage_by_key'
  readonly group: 'type' | 'key_id'
}

export const usageTable: UsageTable = { table: 'usage', group: 'type' }

export async function addBuckets(
  client: Queryable,
  { table, group }: UsageTable,
  buckets: readonly Bucket[],
): Promise<void> {
  if (buckets.length === 0) return
  await client.query({
    name: `view-${table}`,
    text: `insert into ${table} as u
        (account_id, hour, ${group}, calls, items, charged_cents, free_calls, errors)
      select a, h::timestamptz, g, n::bigint, i::bigint, c::bigint, f::bigint, e::bigint
      from rows from (
        string_to_table($1, e'\\n'), string_to_table($2, e'\\n'), string_to_table($3, e'\\n'),
        string_to_table($4, e'\\n'), string_to_table($5, e'\\n'), string_to_table($6, e'\\n'),
        string_to_table($7, e'\\n'), string_to_table($8, e'\\n'))
        as r (a, h, g, n, i, c, f, e)
      on conflict (account_id, hour, ${group}) do update set calls = u.calls + excluded.calls,
        items = u.items + excluded.items,
        charged_cents = u.charged_cents + excluded.charged_cents,
        free_calls = u.free_calls + excluded.free_calls, errors = u.errors + excluded.errors`,
    values: [
      column(buckets.map(({ accountId }) => accountId)),
      column(buckets.map(({ hour }) => hour)),
      column(buckets.map(({ group }) => group)),
      column(buckets.map(({ calls }) => calls)),
      column(buckets.map(({ items }) => items)),
      column(buckets.map(({ chargedCents }) => chargedCents)),
      column(buckets.map(({ freeCalls }) => freeCalls)),
      column(buckets.map(({ errors }) => errors)),
    ],
  })
}

export interface Bucket {
  readonly accountId: string
  readonly hour: string
  readonly group: string
  calls: number
  items: number
  chargedCents: number
  freeCalls: number
  errors: number
}

export type CallEntry = EntryOf<'CallCharged' | 'CallNotCharged' | 'ChargeRefused'>

/** Pure: the amounts that valid entries add to each bucket. */
export function bucketsOf(
  entries: readonly Entry[],
  groupOf: (entry: CallEntry) => string | null,
): readonly Bucket[] {
  const buckets = new Map<string, Bucket>()
  addToBuckets(buckets, entries, groupOf)
  return [...buckets.values()]
}

/** An entry of no group (null) is left out. */
export function addToBuckets(
  buckets: Map<string, Bucket>,
  entries: readonly Entry[],
  groupOf: (entry: CallEntry) => string | null,
): void {
  for (const entry of entries) {
    const group = isCall(entry) ? groupOf(entry) : null
    if (group === null || !isCall(entry)) continue
    const hour = `${entry.at.slice(0, 13)}:00:00Z`
    const key = `${entry.account_id} ${hour} ${group}`
    const bucket = buckets.get(key) ?? emptyBucket(entry.account_id, hour, group)
    buckets.set(key, bucket)
    add(bucket, entry)
  }
}

export function typeOf({ details }: CallEntry): string {
  return prices[details.call].type
}

export function isCall(entry: Entry): entry is CallEntry {
  const { type } = entry
  return type === 'CallCharged' || type === 'CallNotCharged' || type === 'ChargeRefused'
}

function add(bucket: Bucket, entry: CallEntry): void {
  if (entry.type === 'CallCharged') {
    bucket.calls += 1
    bucket.items += entry.details.items
    bucket.chargedCents += entry.details.charged_cents
    bucket.freeCalls += entry.details.free_calls_used
  } else if (entry.type === 'ChargeRefused') {
    bucket.errors += 1
  } else if (isError(entry.details.reason)) {
    bucket.errors += 1
  }
}

function isError(reason: string): boolean {
  return reason === 'not_found' || reason === 'failed'
}

function emptyBucket(accountId: string, hour: string, group: string): Bucket {
  const nothing = { calls: 0, items: 0, chargedCents: 0, freeCalls: 0, errors: 0 }
  return { accountId, hour, group, ...nothing }
}
