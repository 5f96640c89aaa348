import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Account } from '../../src/ledger/account.ts'
import { evolve, follows, unopened } from '../../src/ledger/account.ts'
import { decide } from '../../src/ledger/decide.ts'
import type { Entry } from '../../src/ledger/entry.ts'
import type { Settlement } from '../../src/ledger/settlement.ts'

const at = '2026-01-01T00:00:00.000Z'
const buy = (cents: number, id = 'o'): Settlement => {
  const purchase = { order_id: id, provider: 'sandbox', amount_cents: cents }
  return { type: 'PurchaseCredits', commandId: `order:${id}`, purchase }
}
const reserve = (jobId: string, items: number): Settlement => {
  return { type: 'ReserveCredits', commandId: `${jobId}:reserve`, jobId, call: 'enrich', items }
}
const refund = (cents: number): Settlement => {
  const asked = { order_id: 'o', provider: 'sandbox', provider_event_id: 'e', amount_cents: cents }
  return { type: 'RefundCredits', commandId: `refund:${cents}`, refund: asked }
}
const close = (forfeit: boolean): Settlement => {
  return { type: 'CloseAccount', commandId: 'close:acc_1', forfeit }
}

function settle(account: Account, ...settlements: readonly Settlement[]) {
  const entries: Entry[] = []
  let current = account
  for (const settlement of settlements) {
    for (const entry of decide(current, settlement, at)) {
      expect(follows(current, entry)).toBe(true)
      current = evolve(current, entry)
      entries.push(entry)
    }
  }
  return { account: current, entries }
}

const typesOf = (entries: readonly Entry[]) => entries.map(({ type }) => type)

test('jobs give back what they hold, then all that stands is forfeited', () => {
  const begun = settle(unopened('acc_1'), buy(500), reserve('job_1', 120), reserve('job_2', 50))
  const { account, entries } = settle(begun.account, close(true))
  expect(typesOf(entries)).toEqual(['ReservationReleased', 'ReservationReleased', 'AccountClosed'])
  expect(entries.map(({ command_id }) => command_id)).toEqual([
    'job_1:release',
    'job_2:release',
    'close:acc_1',
  ])
  expect(entries.at(-1)?.details).toEqual({
    forfeited_cents: 500,
    forfeited_free_calls: 20,
    debt_cents: 0,
  })
  expect(account).toMatchObject({ balanceCents: 0, reservedCents: 0, freeCalls: 0 })
})

test('without leave to forfeit nothing happens while anything is left, set aside or not', () => {
  const { account } = settle(unopened('acc_1'), buy(100), reserve('job_1', 120))
  expect(account).toMatchObject({ balanceCents: 0, reservedCents: 100 })
  expect(decide(account, close(false), at)).toEqual([])
  const bought = settle(unopened('acc_1'), buy(1))
  expect(decide(bought.account, close(false), at)).toEqual([])
})

test('free calls alone hold nobody back, and an account that was never opened ends as well', () => {
  const { entries } = settle(unopened('acc_1'), close(false))
  expect(typesOf(entries)).toEqual(['AccountOpened', 'AccountClosed'])
})

test('a debt takes what comes back from jobs, and what stays owed is said', () => {
  const begun = settle(unopened('acc_1'), buy(100), reserve('job_1', 120), refund(150))
  expect(begun.account.debtCents).toBe(150)
  const { entries } = settle(begun.account, close(false))
  expect(typesOf(entries)).toEqual(['ReservationReleased', 'DebtPaid', 'AccountClosed'])
  expect(entries.at(-1)?.details).toMatchObject({ forfeited_cents: 0, debt_cents: 50 })
})

test('a closed account cannot buy anything, and a payment that comes late is recorded', () => {
  const { account } = settle(unopened('acc_1'), buy(100), close(true))
  const bound = {
    requestId: 'req_1',
    resultSha256: 'a'.repeat(64),
    freeReason: 'not_found' as const,
  }
  const asked = { commandId: 'cmd_1', call: 'enrich' as const, items: 1 }
  const call: Settlement = { type: 'SettleCall', ...asked, ...bound }
  expect(typesOf(decide(account, call, at))).toEqual(['ChargeRefused'])
  expect(typesOf(decide(account, buy(100, 'late'), at))).toEqual(['CreditsPurchased'])
})

test('whatever was before, nothing stands afterwards', () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constant('buy' as const), size: fc.integer({ min: 1, max: 500 }) }),
    fc.record({ kind: fc.constant('reserve' as const), size: fc.integer({ min: 0, max: 300 }) }),
    fc.record({ kind: fc.constant('refund' as const), size: fc.integer({ min: 1, max: 500 }) }),
  )
  const history = (steps: readonly { kind: string; size: number }[]) =>
    steps.map(({ kind, size }, index) => {
      if (kind === 'buy') return buy(size, `o${index}`)
      return kind === 'reserve' ? reserve(`job_${index}`, size) : refund(size)
    })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      const { account } = settle(unopened('acc_1'), ...history(steps), close(true))
      expect(account).toMatchObject({ balanceCents: 0, reservedCents: 0, freeCalls: 0 })
      expect(account.reservations).toEqual({})
    }),
  )
})
