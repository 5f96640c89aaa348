import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MatchRate } from '../../../src/api/money/read-match-rate.ts'
import { readMatchRate } from '../../../src/api/money/read-match-rate.ts'
import type { Figures, UsageRow, UsageWindow } from '../../../src/api/money/read-usage.ts'
import { nothing, plus, readUsage } from '../../../src/api/money/read-usage.ts'
import type { Pool } from '../../../src/db/pool.ts'
import { inTransaction, openPool } from '../../../src/db/pool.ts'
import { evolve, unopened } from '../../../src/ledger/account.ts'
import { sha256 } from '../../../src/ledger/canonical.ts'
import { decide } from '../../../src/ledger/decide.ts'
import type { Entry } from '../../../src/ledger/entry.ts'
import { calls, prices } from '../../../src/ledger/prices.ts'
import type { Settlement } from '../../../src/ledger/settlement.ts'
import type { Enrichment } from '../../../src/messages/enrichments.ts'
import type { Facts } from '../../../src/projections/projection.ts'
import { noFacts } from '../../../src/projections/projection.ts'
import { views } from '../../../src/projections/views.ts'
import { useDatabases } from '../../contracts/database.ts'

/** Usage is the ledger's, and the match rate the enrichments', whatever was called, bought and reserved, and however it is folded. */
const databases = useDatabases()
let pool: Pool

beforeAll(async () => {
  pool = openPool(await databases.fresh(), 2)
})
afterAll(() => pool?.end())

const begin = Date.UTC(2026, 0, 30, 20)
const digest = sha256('what was answered')
const step = fc.record({
  what: fc.constantFrom('call', 'call', 'call', 'chunk', 'buy', 'reserve'),
  call: fc.constantFrom(...calls),
  items: fc.nat(12),
  key: fc.constantFrom('key_1', 'key_2', null),
  /** None by a release that did not count. */
  lookedUp: fc.option(fc.nat(12), { nil: undefined }),
  afterMs: fc.constantFrom(0, 1, 59_999, 1_800_000, 3_600_000, 30 * 3_600_000),
})
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never
type Fact =
  | { readonly entry: Entry; readonly enrichment: null }
  | { readonly entry: null; readonly enrichment: Enrichment }

/** The entries of a history, and the enrichments that led to them. */
function historyOf(steps: readonly Step[]) {
  const entries: Entry[] = []
  const enrichments: Enrichment[] = []
  let account = unopened('acc_1')
  let now = begin
  let job: { readonly call: Step['call']; left: number } | null = null
  for (const [index, { what, key, lookedUp, afterMs, ...asked }] of steps.entries()) {
    now += afterMs
    // A chunk settles what its job has reserved, and no more of it than is left.
    const call: Step['call'] = what === 'chunk' && job ? job.call : asked.call
    const items: number = what === 'chunk' ? Math.min(asked.items, job?.left ?? 0) : asked.items
    if (job && what === 'chunk') job.left -= items
    const [commandId, at] = [`cmd_${index}`, new Date(now).toISOString()]
    const found = { requestId: 'r', resultSha256: digest, freeReason: 'not_found' } as const
    const settle = { commandId, call, items, ...found }
    const bought = { order_id: `${index}`, provider: 'sandbox', amount_cents: items * 10 }
    const settlement: { readonly [W in Step['what']]: Settlement } = {
      call: { type: 'SettleCall', ...settle },
      chunk: { type: 'SettleChunk', ...settle, jobId: 'job_1', chunk: index + 1 },
      buy: { type: 'PurchaseCredits', commandId, purchase: bought },
      reserve: { type: 'ReserveCredits', commandId, jobId: 'job_1', call, items: items + 1 },
    }
    if (what === 'reserve' && job) continue
    const decided = decide(account, settlement[what], at)
    entries.push(...decided)
    account = decided.reduce(evolve, account)
    const isReserved = decided.some(({ type }) => type === 'CreditsReserved')
    if (isReserved) job = { call, left: items + 1 }
    if (what === 'buy' || what === 'reserve') continue
    const event = {
      version: 1,
      ...{ event_id: `evt_${index}`, command_id: commandId, account_id: 'acc_1' },
      ...{ key_id: key, request_id: 'r', reply_to: null, fingerprint: null, call, at },
      ...{ result_sha256: digest, items },
      ...(lookedUp === undefined ? {} : { looked_up: lookedUp, matched: lookedUp >> 1 }),
      free_reason: 'not_found',
    } as const
    const chunk = { job_id: 'job_1', chunk: index + 1 }
    const answer = { status: 200, body: '{}' } as const
    enrichments.push(
      what === 'chunk'
        ? { type: 'ChunkEnriched', ...event, ...chunk }
        : { type: 'TransactionEnriched', ...event, ...answer },
    )
  }
  return { entries, enrichments, end: now }
}

const tables =
  'usage, usage_by_key, match_rates, entries, results, chunk_places, balances, job_progress'

/** Each topic in its order, mixed by chance and cut into batches by chance; some come twice. */
async function fold(
  { entries, enrichments }: ReturnType<typeof historyOf>,
  chance: () => number,
): Promise<void> {
  await pool.query(`truncate ${tables}, job_settled`)
  const waiting = [
    entries.map((entry): Fact => ({ entry, enrichment: null })),
    enrichments.flatMap((enrichment): Fact[] => {
      const fact = { entry: null, enrichment }
      return chance() < 0.2 ? [fact, fact] : [fact]
    }),
  ]
  while (waiting.some((topic) => topic.length > 0)) {
    const batch = waiting.flatMap((topic) => topic.splice(0, Math.floor(chance() * 8)))
    await inTransaction(pool, async (client) => {
      for (const view of views) await view.apply(client, factsOf(batch))
    })
  }
}

function factsOf(batch: readonly Fact[]): Facts {
  const entries = batch.flatMap(({ entry }) => entry ?? [])
  const enrichments = batch.flatMap(({ enrichment }) => enrichment ?? [])
  return {
    ...noFacts,
    entries,
    entryTexts: entries.map((entry) => JSON.stringify(entry)),
    entryOffsets: entries.map(({ seq }) => seq),
    enrichments,
    enrichmentOffsets: enrichments.map((_, index) => index),
  }
}

/** The sums of a window's steps by the ledger itself, by type or by another group. */
function foldOf(
  entries: readonly Entry[],
  window: UsageWindow,
  groupOf: (entry: Entry) => string | null,
) {
  const sums: Record<string, Figures> = {}
  for (const entry of entries) {
    const ms = Date.parse(entry.at)
    const group = groupOf(entry)
    const added = figuresOf(entry)
    if (ms < window.fromMs || ms > window.toMs || group === null || added === null) continue
    const place = `${stepOf(entry, window.granularity)} ${group}`
    sums[place] = plus(sums[place] ?? nothing, added)
  }
  return sums
}

function figuresOf({ type, details }: Entry): Figures | null {
  if (type === 'ChargeRefused') return { ...nothing, errors: 1 }
  if (type === 'CallNotCharged') return { ...nothing, errors: 1 }
  if (type !== 'CallCharged') return null
  const { items, charged_cents, free_calls_used: freeCalls } = details
  return { calls: 1, items, charged_cents, free_calls: freeCalls, errors: 0 }
}

/** The step of a window in which an entry lies, by the calendar of UTC. */
function stepOf({ at }: Entry, granularity: UsageWindow['granularity']): string {
  const [year = '', month = '', day = '', hour = ''] = at.split(/[-T:]/)
  const start = { hour: [month, day, hour], day: [month, day, '00'], month: [month, '01', '00'] }
  const [m, d, h] = start[granularity]
  return `${year}-${m}-${d}T${h}:00:00.000Z`
}

function summed(rows: readonly UsageRow[]) {
  const sums: Record<string, Figures> = {}
  for (const { start, group, ...figures } of rows) {
    const place = `${start} ${group}`
    sums[place] = plus(sums[place] ?? nothing, figures)
  }
  return sums
}

type Looked = readonly [looked_up: number, matched: number]

function placed({ start, type, looked_up: asked, matched }: MatchRate): [string, Looked] {
  return [`${start} ${type}`, [asked, matched]]
}

function ratesOf(enrichments: readonly Enrichment[]) {
  const sums: Record<string, Looked> = {}
  for (const { at, call, looked_up: asked, matched = 0 } of enrichments) {
    if (!asked) continue
    const place = `${at.slice(0, 13)}:00:00.000Z ${prices[call].type}`
    const [before, found] = sums[place] ?? [0, 0]
    sums[place] = [before + asked, found + matched]
  }
  return sums
}

/** Repeats itself from its seed, so that a failure can be shrunk. */
function chanceOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

test('usage is what the ledger charged in any window, by type and by key, however it was folded; a duplicate counts nowhere twice', async () => {
  const history = fc.array(step, { minLength: 1, maxLength: 40 })
  await fc.assert(
    fc.asyncProperty(history, fc.nat(), fc.nat(1_000), fc.nat(1_000), async (steps, seed, a, b) => {
      const made = historyOf(steps)
      await fold(made, chanceOf(seed))
      const at = (share: number) => begin + Math.floor(((made.end - begin) * share) / 1_000)
      const span = { fromMs: at(Math.min(a, b)), toMs: at(Math.max(a, b)) }
      const keys = new Map(made.enrichments.map((event) => [event.command_id, event.key_id]))
      for (const granularity of ['hour', 'day', 'month'] as const) {
        const window = { ...span, granularity }
        const usage = await readUsage(pool, 'acc_1', window)
        const typeOf = ({ details }: Entry) =>
          'call' in details ? prices[details.call as (typeof calls)[number]].type : null
        expect(summed(usage.byType)).toEqual(foldOf(made.entries, window, typeOf))
        const keyOf = ({ command_id: id }: Entry) => keys.get(id) ?? null
        expect(summed(usage.byKey)).toEqual(foldOf(made.entries, window, keyOf))
      }
      const all = { fromMs: begin, toMs: made.end, granularity: 'hour' } as const
      const rates = await readMatchRate(pool, 'acc_1', all)
      expect(Object.fromEntries(rates.map(placed))).toEqual(ratesOf(made.enrichments))
    }),
    { numRuns: 40 },
  )
})
