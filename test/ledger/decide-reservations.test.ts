import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Account } from '../../src/ledger/account.ts'
import { evolve, follows, unopened } from '../../src/ledger/account.ts'
import { decide } from '../../src/ledger/decide.ts'
import type { Entry } from '../../src/ledger/entry.ts'
import type { Call } from '../../src/ledger/prices.ts'
import { priceOf } from '../../src/ledger/prices.ts'
import type { Settlement } from '../../src/ledger/settlement.ts'

const at = '2026-01-01T00:00:00.000Z'
const sha = 'a'.repeat(64)

function buy(cents: number): Settlement {
  const purchase = { order_id: 'o', provider: 'sandbox', amount_cents: cents }
  return { type: 'PurchaseCredits', commandId: 'order:o', purchase }
}

function reserve(jobId: string, items: number, call: Call = 'enrich'): Settlement {
  return { type: 'ReserveCredits', commandId: `${jobId}:reserve`, jobId, call, items }
}

function chunk(jobId: string, n: number, items: number, call: Call = 'enrich'): Settlement {
  const bound = { requestId: 'req_1', resultSha256: sha, freeReason: 'not_found' as const }
  const commandId = `${jobId}:chunk:${n}`
  return { type: 'SettleChunk', commandId, jobId, chunk: n, call, items, ...bound }
}

function release(jobId: string, reason: 'finished' | 'cancelled' | 'failed'): Settlement {
  return { type: 'ReleaseReservation', commandId: `${jobId}:release`, jobId, reason }
}

/** A ledger as the billing worker writes it: one command is settled once. */
class Ledger {
  account: Account = unopened('acc_1')
  readonly entries: Entry[] = []
  readonly #settled = new Set<string>()

  settle(settlement: Settlement): readonly Entry[] {
    if (this.#settled.has(settlement.commandId)) return []
    const entries = decide(this.account, settlement, at)
    for (const entry of entries) {
      expect(follows(this.account, entry)).toBe(true)
      this.account = evolve(this.account, entry)
      this.#settled.add(entry.command_id)
      this.entries.push(entry)
      this.checkConservation()
    }
    return entries
  }

  checkConservation(): void {
    const { balanceCents, freeCalls, reservedCents, reservations } = this.account
    const left = Object.values(reservations)
    expect(left.reduce((sum, { cents }) => sum + cents, 0)).toBe(reservedCents)
    for (const figure of [balanceCents, freeCalls, reservedCents]) {
      expect(figure).toBeGreaterThanOrEqual(0)
    }
    for (const { cents, freeCalls: free } of left) expect(Math.min(cents, free)).toBeGreaterThan(-1)
  }
}

function ledgerOf(...settlements: readonly Settlement[]): Ledger {
  const ledger = new Ledger()
  for (const settlement of settlements) ledger.settle(settlement)
  return ledger
}

describe('a job', () => {
  test('sets its whole price aside at once, free calls first', () => {
    const ledger = ledgerOf(buy(500))
    const [entry] = ledger.settle(reserve('job_1', 100))
    expect(entry).toMatchObject({
      type: 'CreditsReserved',
      command_id: 'job_1:reserve',
      credits_delta_cents: -80,
      reserved_delta_cents: 80,
      free_calls_delta: -20,
      balance_cents: 420,
      reserved_cents: 80,
      details: { job_id: 'job_1', items: 100, cents: 80, free_calls: 20 },
    })
  })

  test('that cannot be paid whole is refused, and nothing moves', () => {
    const ledger = ledgerOf(buy(79))
    const [entry] = ledger.settle(reserve('job_1', 100))
    expect(entry).toMatchObject({
      type: 'ChargeRefused',
      credits_delta_cents: 0,
      free_calls_delta: 0,
      reserved_delta_cents: 0,
      details: { call: 'enrich', items: 100, required_cents: 80, available_cents: 79 },
    })
    expect(ledger.settle(chunk('job_1', 1, 100))).toEqual([])
  })

  test('pays its chunks out of what was set aside, and names job and chunk', () => {
    const ledger = ledgerOf(buy(500), reserve('job_1', 30, 'company'))
    const [entry] = ledger.settle(chunk('job_1', 2, 25, 'company'))
    expect(entry).toMatchObject({
      type: 'CallCharged',
      command_id: 'job_1:chunk:2',
      credits_delta_cents: 0,
      free_calls_delta: 0,
      reserved_delta_cents: -10,
      details: {
        items: 25,
        unit_price_cents: 2,
        free_calls_used: 20,
        charged_cents: 10,
        job_id: 'job_1',
        chunk: 2,
      },
    })
  })

  test('gets back what it did not use', () => {
    const ledger = ledgerOf(buy(500), reserve('job_1', 30), chunk('job_1', 1, 15))
    const [entry] = ledger.settle(release('job_1', 'cancelled'))
    expect(entry).toMatchObject({
      type: 'ReservationReleased',
      credits_delta_cents: 10,
      reserved_delta_cents: -10,
      free_calls_delta: 5,
      balance_cents: 500,
      reserved_cents: 0,
      free_calls_remaining: 5,
      details: { job_id: 'job_1', cents: 10, free_calls: 5, reason: 'cancelled' },
    })
    expect(ledger.settle(chunk('job_1', 2, 15)), 'late chunks cost nothing').toEqual([])
    expect(ledger.settle(release('job_1', 'finished'))).toEqual([])
  })

  test('whose chunk claims more than is left stops there: a bug of ours charges nobody', () => {
    const ledger = ledgerOf(buy(500), reserve('job_1', 30))
    expect(() => ledger.settle(chunk('job_1', 1, 31))).toThrow(/more than is reserved/)
  })
})

/**
 * Jobs of random sizes on one account, everything delivered in any order and more than once, jobs
 * cancelled at any point, calls and purchases between: every chunk that was settled before the
 * release costs its items, none after it costs anything, and nothing is left set aside.
 */
const jobArbitrary = fc.record({
  call: fc.constantFrom<Call>('enrich', 'company'),
  chunks: fc.array(fc.record({ rows: fc.nat(12), found: fc.nat(100) }), { maxLength: 6 }),
  cancelled: fc.boolean(),
})
interface DrawnJob {
  call: Call
  chunks: { rows: number; found: number }[]
  cancelled: boolean
}

test('5,000 random histories of jobs conserve every cent and every free call', () => {
  const history = fc.record({
    cents: fc.nat(150),
    jobs: fc.array(jobArbitrary, { minLength: 1, maxLength: 4 }),
    order: fc.infiniteStream(fc.double({ min: 0, max: 0.999, noNaN: true })),
  })
  fc.assert(
    fc.property(history, ({ cents, jobs, order }) => {
      const ledger = ledgerOf(buy(cents))
      for (const settlement of shuffled(jobs.flatMap(messagesOf), order)) ledger.settle(settlement)
      for (const index of jobs.keys()) ledger.settle(release(`job_${index}`, 'finished'))
      expect(ledger.account.reservedCents).toBe(0)
      expect(ledger.account.reservations).toEqual({})
      const paid = ledger.entries.filter((entry) => entry.type === 'CallCharged')
      const charged = paid.reduce((sum, { details }) => sum + details.charged_cents, 0)
      const free = paid.reduce((sum, { details }) => sum + details.free_calls_used, 0)
      expect(ledger.account.balanceCents).toBe(cents - charged)
      expect(ledger.account.freeCalls).toBe(20 - free)
      for (const { details } of paid) {
        const { items, free_calls_used: used, charged_cents: price } = details
        expect(price).toBe((items - used) * priceOf(details.call))
      }
      checkOrder(ledger.entries)
    }),
    { numRuns: 5_000 },
  )
}, 60_000)

function messagesOf({ call, chunks, cancelled }: DrawnJob, index: number): readonly Settlement[] {
  const jobId = `job_${index}`
  const rows = chunks.reduce((sum, each) => sum + each.rows, 0)
  const settled = chunks.map(({ rows: n, found }, at) =>
    chunk(jobId, at + 1, Math.min(n, Math.round((n * found) / 100)), call),
  )
  const once = [reserve(jobId, rows, call), ...settled]
  return [...once, ...settled, ...(cancelled ? [release(jobId, 'cancelled')] : [])]
}

function shuffled<T>(items: readonly T[], order: Iterator<number>): readonly T[] {
  const keyed = items.map((item) => ({ item, key: order.next().value as number })) // as: endless.
  return keyed.sort((a, b) => a.key - b.key).map(({ item }) => item)
}

/** No chunk before its reservation, none after its release. */
function checkOrder(entries: readonly Entry[]): void {
  const running = new Set<string>()
  for (const entry of entries) {
    if (entry.type === 'CreditsReserved') running.add(entry.details.job_id)
    if (entry.type === 'ReservationReleased') running.delete(entry.details.job_id)
    if (entry.type !== 'CallCharged' && entry.type !== 'CallNotCharged') continue
    expect(running.has(entry.details.job_id ?? '')).toBe(true)
  }
}
