import type { Pool, Queryable } from '../../db/pool.ts'
import { inTransaction } from '../../db/pool.ts'
import type { Entry } from '../../ledger/entry.ts'
import { readSpan, spanOf } from '../../projections/entries-view.ts'
import type { Bucket } from '../../projections/views/usage.ts'
import { bucketsOf, isCall, typeOf } from '../../projections/views/usage.ts'
import { keysOf, pairOf } from '../../projections/views/usage-by-key.ts'

/** Both ends are included, to the millisecond, as in the ledger. */
export interface UsageWindow {
  readonly fromMs: number
  readonly toMs: number
  readonly granularity: 'hour' | 'day' | 'month'
}

export interface Figures {
  readonly calls: number
  readonly items: number
  readonly charged_cents: number
  readonly free_calls: number
  readonly errors: number
}

export interface UsageRow extends Figures {
  readonly start: string
  /** A type, or the id of a key. */
  readonly group: string
}

export interface Usage {
  readonly byType: readonly UsageRow[]
  /** The part whose keys are known: its sums may be less than those of the types. */
  readonly byKey: readonly UsageRow[]
}

export class WindowTooFine extends Error {}

const hourMs = 3_600_000
const entriesPerRead = 1_000
/** Entries read for the parts of hours at both ends of a window. */
const entriesMax = 200_000

/**
 * Whole hours from the view; the parts of hours at a window's ends from the entries themselves. All
 * at one moment, so that sums are what the ledger had charged then, whatever the window.
 */
export function readUsage(pool: Pool, accountId: string, window: UsageWindow): Promise<Usage> {
  return inTransaction(pool, async (client) => {
    await client.query('set transaction isolation level repeatable read read only')
    const { whole, parts } = cut(window)
    const byType = await rowsOf(client, wholeByType, { accountId, whole, window })
    const byKey = await rowsOf(client, wholeByKey, { accountId, whole, window })
    let left = entriesMax
    for (const part of parts) {
      for await (const entries of entriesOf(client, accountId, part)) {
        left -= entries.length
        if (left < 0) throw new WindowTooFine()
        const calls = entries.filter(isCall)
        const keys = await keysOf(client, calls)
        const keyOf = (entry: Entry) => keys.get(pairOf(entry)) ?? null
        for (const one of bucketsOf(calls, typeOf)) byType.push(rowOf(one, window))
        for (const one of bucketsOf(calls, keyOf)) byKey.push(rowOf(one, window))
      }
    }
    return { byType: merged(byType), byKey: merged(byKey) }
  })
}

interface TimeSpan {
  readonly fromMs: number
  readonly toMs: number
}

/** Whole hours [from, to), and what is left of the window at its ends. */
function cut({ fromMs, toMs }: TimeSpan): {
  readonly whole: TimeSpan
  readonly parts: readonly TimeSpan[]
} {
  const first = Math.ceil(fromMs / hourMs) * hourMs
  const end = Math.floor((toMs + 1) / hourMs) * hourMs
  if (first >= end) return { whole: { fromMs: 0, toMs: 0 }, parts: [{ fromMs, toMs }] }
  const parts = [
    { fromMs, toMs: first - 1 },
    { fromMs: end, toMs },
  ]
  return {
    whole: { fromMs: first, toMs: end },
    parts: parts.filter((part) => part.fromMs <= part.toMs),
  }
}

const sums = `sum(calls)::float8 as calls, sum(items)::float8 as items,
  sum(charged_cents)::float8 as charged_cents, sum(free_calls)::float8 as free_calls,
  sum(errors)::float8 as errors`
const inWindow = `account_id = $1 and hour >= $2::timestamptz and hour < $3::timestamptz`
const wholeByType = `select date_trunc($4, hour, 'UTC') as start, type as group_of, ${sums}
  from usage where ${inWindow} group by 1, 2`
const wholeByKey = `select date_trunc($4, hour, 'UTC') as start, key_id as group_of, ${sums}
  from usage_by_key where ${inWindow} group by 1, 2`

interface Whole {
  readonly accountId: string
  readonly whole: TimeSpan
  readonly window: UsageWindow
}

async function rowsOf(
  client: Queryable,
  text: string,
  { accountId, whole, window }: Whole,
): Promise<UsageRow[]> {
  const { rows } = await client.query<Figures & { start: Date; group_of: string }>(text, [
    accountId,
    new Date(whole.fromMs).toISOString(),
    new Date(whole.toMs).toISOString(),
    window.granularity,
  ])
  return rows.map(({ start, group_of: group, ...figures }) => {
    return { start: start.toISOString(), group, ...figures }
  })
}

async function* entriesOf(
  client: Queryable,
  accountId: string,
  { fromMs, toMs }: TimeSpan,
): AsyncGenerator<readonly Entry[]> {
  const [from, to] = [new Date(fromMs).toISOString(), new Date(toMs).toISOString()]
  const span = await spanOf(client, accountId, { from, to })
  for (let { after } = span; ; ) {
    const rows = await readSpan(client, { ...span, after }, entriesPerRead)
    const last = rows.at(-1)
    if (!last) return
    yield rows.map(({ entry }) => JSON.parse(entry) as Entry) // as: the view holds valid ones.
    after = last.seq
  }
}

function rowOf(bucket: Bucket, { granularity }: UsageWindow): UsageRow {
  const { hour, group, calls, items, chargedCents, freeCalls, errors } = bucket
  const figures = { calls, items, charged_cents: chargedCents, free_calls: freeCalls, errors }
  return { start: startOf(hour, granularity), group, ...figures }
}

/** The start of the hour, day or month (UTC) in which an hour lies. */
function startOf(hour: string, granularity: UsageWindow['granularity']): string {
  if (granularity === 'hour') return `${hour.slice(0, 13)}:00:00.000Z`
  const day = granularity === 'day' ? hour.slice(0, 10) : `${hour.slice(0, 7)}-01`
  return `${day}T00:00:00.000Z`
}

function merged(rows: readonly UsageRow[]): readonly UsageRow[] {
  const byPlace = new Map<string, UsageRow>()
  for (const row of rows) {
    const place = `${row.start} ${row.group}`
    const before = byPlace.get(place)
    byPlace.set(place, before ? { ...row, ...plus(before, row) } : row)
  }
  return [...byPlace].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
}

export const nothing: Figures = {
  calls: 0,
  items: 0,
  charged_cents: 0,
  free_calls: 0,
  errors: 0,
}

export function plus(a: Figures, b: Figures, sign: 1 | -1 = 1): Figures {
  return {
    calls: a.calls + sign * b.calls,
    items: a.items + sign * b.items,
    charged_cents: a.charged_cents + sign * b.charged_cents,
    free_calls: a.free_calls + sign * b.free_calls,
    errors: a.errors + sign * b.errors,
  }
}
