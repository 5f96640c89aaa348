import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Account } from '../../src/ledger/account.ts'
import { evolve, unopened } from '../../src/ledger/account.ts'
import { decide } from '../../src/ledger/decide.ts'
import type { SandboxShare } from '../../src/ledger/sandbox-share.ts'
import {
  noSandboxShare,
  sandboxCentsOf,
  sandboxShareAfter,
  voidCommandId,
} from '../../src/ledger/sandbox-share.ts'
import type { Settlement } from '../../src/ledger/settlement.ts'

/** Credits that nobody paid for are known to the cent, and real ones are never voided. */
const at = '2026-01-01T00:00:00.000Z'
const found = { requestId: 'req_1', resultSha256: 'a'.repeat(64), freeReason: 'failed' as const }
const signed = { reason: 'a test', by: 'root' }

interface Played {
  readonly account: Account
  readonly share: SandboxShare
}

const nothing: Played = { account: unopened('acc_1'), share: noSandboxShare() }

function play(before: Played, settlement: Settlement): Played {
  let { account, share } = before
  for (const entry of decide(account, settlement, at)) {
    account = evolve(account, entry)
    share = sandboxShareAfter(share, entry)
  }
  return { account, share }
}

const played = (...settlements: readonly Settlement[]) => settlements.reduce(play, nothing)

const buy = (provider: 'sandbox' | 'stripe', cents: number, n = 1): Settlement => {
  const purchase = { order_id: `o${n}`, provider, amount_cents: cents }
  return { type: 'PurchaseCredits', commandId: `order:${provider}:${n}`, purchase }
}
const spend = (items: number, n = 1): Settlement => {
  return { type: 'SettleCall', commandId: `cmd_${n}`, call: 'enrich', items, ...found }
}
const reserve = (jobId: string, items: number): Settlement => {
  return { type: 'ReserveCredits', commandId: `${jobId}:reserve`, jobId, call: 'enrich', items }
}
const chunk = (jobId: string, items: number, n = 1): Settlement => {
  const commandId = `${jobId}:chunk:${n}`
  return { type: 'SettleChunk', commandId, jobId, chunk: n, call: 'enrich', items, ...found }
}
const release = (jobId: string, n = 0): Settlement => {
  return { type: 'ReleaseReservation', commandId: `${jobId}:${n}`, jobId, reason: 'cancelled' }
}
const refund = (cents: number, n = 1): Settlement => {
  const told = { order_id: 'o1', provider: 'stripe', provider_event_id: 'e', amount_cents: cents }
  return { type: 'RefundCredits', commandId: `refund:${n}`, refund: told }
}
const grant = (cents: number, n = 1): Settlement => {
  const adjustment = { ...signed, amount_cents: cents }
  return { type: 'GrantCredits', commandId: `grant:${n}`, adjustment }
}
const revoke = (cents: number, n = 1): Settlement => {
  const adjustment = { ...signed, amount_cents: cents }
  return { type: 'RevokeCredits', commandId: `revoke:${n}`, adjustment }
}

/** As the operator's command does it: what stands of the sandbox, if nothing has happened since. */
function voidingOf({ share }: Played, ifSeq = share.seq): Settlement {
  const adjustment = { ...signed, amount_cents: Math.max(1, share.cents) }
  const commandId = voidCommandId('acc_1', ifSeq)
  return { type: 'RevokeCredits', commandId, adjustment, ifSeq }
}

describe("the sandbox's share of an account", () => {
  test('is spent first, and real money last', () => {
    const { share, account } = played(buy('stripe', 100), buy('sandbox', 50), spend(20 + 30))
    expect([share.cents, account.balanceCents]).toEqual([20, 120])
    expect(played(buy('stripe', 100), buy('sandbox', 50), spend(20 + 70)).share.cents).toBe(0)
  })

  test('is remembered through a job: used up first, and the rest comes back', () => {
    const begun = played(buy('sandbox', 50), buy('stripe', 100), reserve('job_1', 20 + 80))
    expect(begun.share).toMatchObject({ cents: 0, byJob: { job_1: 50 } })
    const worked = play(begun, chunk('job_1', 20 + 10))
    expect(worked.share.byJob).toEqual({ job_1: 40 })
    const ended = play(worked, release('job_1'))
    expect(ended.share).toMatchObject({ cents: 40, byJob: {} })
    expect(ended.account.balanceCents).toBe(140)
  })

  test('is not what a real payment is refunded from, as long as real money stands', () => {
    const bought = played(buy('sandbox', 50), buy('stripe', 100))
    expect(play(bought, refund(100)).share.cents).toBe(50)
    expect(play(bought, refund(120)).share.cents).toBe(30)
  })

  test('is not voided by an amount that was computed before the account moved on', () => {
    const bought = played(buy('stripe', 100), buy('sandbox', 50))
    const moved = play(bought, spend(20 + 30))
    expect(play(moved, voidingOf(bought)).account).toEqual(moved.account)
    const voided = play(moved, voidingOf(moved))
    expect([voided.share.cents, voided.account.balanceCents]).toEqual([0, 100])
  })

  const step = fc.oneof(
    fc.tuple(fc.constantFrom('stripe', 'sandbox', 'grant', 'refund', 'revoke'), fc.nat(300)),
    fc.tuple(fc.constantFrom('spend', 'reserve', 'chunk', 'release'), fc.nat(60)),
  )
  function settlementOf([kind, amount]: readonly [string, number], n: number): Settlement {
    const jobId = `job_${amount % 3}`
    const cents = amount + 1
    if (kind === 'stripe' || kind === 'sandbox') return buy(kind, cents, n)
    if (kind === 'grant') return grant(cents, n)
    if (kind === 'refund') return refund(cents, n)
    if (kind === 'revoke') return revoke(cents, n)
    if (kind === 'spend') return spend(cents, n)
    if (kind === 'reserve') return reserve(jobId, cents)
    return kind === 'chunk' ? chunk(jobId, 1, n) : release(jobId, n)
  }

  const reserved = ({ account }: Played, jobId: string) => {
    const { cents, freeCalls } = account.reservations[jobId] ?? { cents: 1, freeCalls: 0 }
    return cents + freeCalls
  }

  test('is never more than what stands, and voiding it takes no real cent', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        let state = nothing
        for (const [n, each] of steps.entries()) {
          const before = state
          const settlement = settlementOf(each, n)
          const begun = settlement.type === 'ReserveCredits' && state.account.reservations
          if (begun && settlement.jobId in begun) continue
          // No chunk has more items than its job: that is our bug, and given up by the worker.
          const left = settlement.type === 'SettleChunk' && reserved(state, settlement.jobId)
          if (left === 0) continue
          state = play(state, settlement)
          const { share, account } = state
          expect(share.seq).toBe(account.seq)
          expect(share.cents).toBeGreaterThanOrEqual(0)
          expect(share.cents).toBeLessThanOrEqual(account.balanceCents)
          for (const [jobId, cents] of Object.entries(share.byJob)) {
            expect(cents).toBeLessThanOrEqual(account.reservations[jobId]?.cents ?? -1)
          }
          // Real cents are spent only when none of the sandbox's stand beside them.
          const real = (one: Played) => one.account.balanceCents - one.share.cents
          const isTaken = ['spend', 'reserve', 'revoke'].includes(each[0])
          if (isTaken && real(state) < real(before)) expect(share.cents).toBe(0)
        }
        const ended = Object.keys(state.account.reservations)
          .map((jobId, n) => release(jobId, 1_000 + n))
          .reduce(play, state)
        const voided = play(ended, voidingOf(ended))
        if (ended.share.cents > 0) expect(sandboxCentsOf(voided.share)).toBe(0)
        if (ended.share.cents > 0)
          expect(voided.account.balanceCents).toBe(ended.account.balanceCents - ended.share.cents)
      }),
      { numRuns: 300 },
    )
  })
})
