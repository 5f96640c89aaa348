import fc from 'fast-check'
import { expect, test } from 'vitest'
import { evolve, unopened } from '../../../src/ledger/account.ts'
import { decide } from '../../../src/ledger/decide.ts'
import type { Entry } from '../../../src/ledger/entry.ts'
import { calls } from '../../../src/ledger/prices.ts'
import { bucketsOf, typeOf } from '../../../src/projections/views/usage.ts'

/** A random history of one account, as the rules write it. */
const history = fc.array(
  fc.record({
    call: fc.constantFrom(...calls),
    items: fc.nat(40),
    buys: fc.option(fc.nat(200), { freq: 3 }),
    hour: fc.nat(50),
  }),
  { maxLength: 60 },
)
interface Step {
  call: (typeof calls)[number]
  items: number
  buys: number | null
  hour: number
}

function entriesOf(steps: readonly Step[]): readonly Entry[] {
  let account = unopened('acc_1')
  const entries: Entry[] = []
  steps.forEach(({ call, items, buys, hour }, index) => {
    const now = new Date(Date.UTC(2026, 0, 1, hour)).toISOString()
    const commandId = `cmd_${index}`
    const purchase = { order_id: `${index}`, provider: 'sandbox', amount_cents: buys ?? 0 }
    const found = { requestId: 'r', resultSha256: 'a'.repeat(64), freeReason: 'failed' } as const
    const settlement =
      buys === null
        ? ({ type: 'SettleCall', commandId, call, items, ...found } as const)
        : ({ type: 'PurchaseCredits', commandId, purchase } as const)
    for (const entry of decide(account, settlement, now)) {
      account = evolve(account, entry)
      entries.push(entry)
    }
  })
  return entries
}

test('usage adds up: its sums are what the ledger charged, to the cent and the item', () => {
  fc.assert(
    fc.property(history, (steps) => {
      const entries = entriesOf(steps)
      const buckets = bucketsOf(entries, typeOf)
      const sum = (of: (bucket: (typeof buckets)[number]) => number) =>
        buckets.reduce((total, bucket) => total + of(bucket), 0)
      const charged = entries.filter(({ type }) => type === 'CallCharged')
      expect(sum(({ calls }) => calls)).toBe(charged.length)
      const cents = charged.reduce((total, { credits_delta_cents: delta }) => total - delta, 0)
      expect(sum(({ chargedCents }) => chargedCents)).toBe(cents)
      const free = charged.reduce((total, { free_calls_delta: delta }) => total - delta, 0)
      expect(sum(({ freeCalls }) => freeCalls)).toBe(free)
      const refused = entries.filter(({ type }) => type === 'ChargeRefused').length
      expect(sum(({ errors }) => errors)).toBeGreaterThanOrEqual(refused)
    }),
  )
})

test('a charge counts in the hour of its entry and under its type', () => {
  const entries = entriesOf([{ call: 'company', items: 1, buys: null, hour: 7 }])
  expect(bucketsOf(entries, typeOf)).toEqual([
    {
      accountId: 'acc_1',
      hour: '2026-01-01T07:00:00Z',
      group: 'company',
      calls: 1,
      items: 1,
      chargedCents: 0,
      freeCalls: 1,
      errors: 0,
    },
  ])
})
