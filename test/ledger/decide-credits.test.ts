import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Chains } from '../../src/audit/chains.ts'
import type { Account } from '../../src/ledger/account.ts'
import { evolve, follows, unopened } from '../../src/ledger/account.ts'
import { decide } from '../../src/ledger/decide.ts'
import type { Entry } from '../../src/ledger/entry.ts'
import { entrySchema } from '../../src/ledger/entry.ts'
import type { Settlement } from '../../src/ledger/settlement.ts'

const at = '2026-01-01T00:00:00.000Z'
const ofOrder = { order_id: 'ord_1', provider: 'stripe', provider_event_id: 'evt_1' }
const ofOperator = { reason: 'a mistake of ours', by: 'root' }

function settlement(kind: Kind, amountCents: number, index: number): Settlement {
  const commandId = `cmd_${index}`
  switch (kind) {
    case 'buy':
      return {
        type: 'PurchaseCredits',
        commandId,
        purchase: { ...ofOrder, amount_cents: amountCents },
      }
    case 'refund':
      return { type: 'RefundCredits', commandId, refund: { ...ofOrder, amount_cents: amountCents } }
    case 'grant':
      return {
        type: 'GrantCredits',
        commandId,
        adjustment: { ...ofOperator, amount_cents: amountCents },
      }
    case 'revoke':
      return {
        type: 'RevokeCredits',
        commandId,
        adjustment: { ...ofOperator, amount_cents: amountCents },
      }
    default: {
      const found = { requestId: 'req_1', resultSha256: 'a'.repeat(64) }
      const call = { call: 'company', items: amountCents % 30, freeReason: 'failed' } as const
      return { type: 'SettleCall', commandId, ...call, ...found }
    }
  }
}

const kinds = ['buy', 'refund', 'grant', 'revoke', 'call'] as const
type Kind = (typeof kinds)[number]
type Step = readonly [Kind, number]

function played(steps: readonly Step[]): { entries: readonly Entry[]; account: Account } {
  let account = unopened('acc_1')
  const entries: Entry[] = []
  for (const [index, [kind, cents]] of steps.entries()) {
    for (const entry of decide(account, settlement(kind, cents, index), at)) {
      expect(follows(account, entry)).toBe(true)
      expect(entrySchema.safeParse(entry).error).toBeUndefined()
      account = evolve(account, entry)
      entries.push(entry)
    }
  }
  return { entries, account }
}

const told = ({ entries }: ReturnType<typeof played>) =>
  entries.map(({ type, credits_delta_cents: delta }) => [type, delta])

describe('refunds and corrections', () => {
  test('a refund takes what stands, and what is missing is owed and paid first', () => {
    const history = played([
      ['buy', 500],
      ['refund', 800],
      ['buy', 200],
      ['grant', 150],
    ])
    expect(told(history)).toEqual([
      ['AccountOpened', 0],
      ['CreditsPurchased', 500],
      ['CreditsRefunded', -500],
      ['CreditsPurchased', 200],
      ['DebtPaid', -200],
      ['CreditsGranted', 150],
      ['DebtPaid', -100],
    ])
    expect([history.account.balanceCents, history.account.debtCents]).toEqual([50, 0])
    expect(history.entries[2]?.details).toEqual({
      ...ofOrder,
      amount_cents: 800,
      taken_cents: 500,
      debt_cents: 300,
    })
  })

  test('an operator revokes what stands and no more, and says why', () => {
    const history = played([
      ['grant', 30],
      ['revoke', 50],
      ['revoke', 5],
    ])
    expect(told(history).slice(1)).toEqual([
      ['CreditsGranted', 30],
      ['CreditsRevoked', -30],
      ['CreditsRevoked', 0],
    ])
    expect(history.account.debtCents).toBe(0)
    expect(history.entries[2]?.details).toEqual({
      ...ofOperator,
      amount_cents: 50,
      taken_cents: 30,
    })
  })

  test('a debt whose payment was lost is paid before the next thing is settled', () => {
    const { account } = played([['buy', 10]])
    const owing = { ...account, debtCents: 4 }
    const types = decide(owing, settlement('call', 21, 9), at).map(({ type }) => type)
    expect(types).toEqual(['DebtPaid', 'CallCharged'])
  })

  test('nobody ever spends while he owes, goes below zero, or loses a cent', () => {
    const steps = fc.array(fc.tuple(fc.constantFrom(...kinds), fc.integer({ min: 1, max: 900 })))
    fc.assert(
      fc.property(steps, (given) => {
        const { entries, account } = played(given)
        const chains = new Chains()
        for (const entry of entries) expect(chains.add(entry, JSON.stringify(entry))).toBeNull()
        expect(account.debtCents === 0 || account.balanceCents === 0).toBe(true)
        const sum = (kind: Kind) =>
          given.reduce((total, [one, cents]) => total + (one === kind ? cents : 0), 0)
        const moved = (type: Entry['type']) =>
          entries.reduce((total, e) => total - (e.type === type ? e.credits_delta_cents : 0), 0)
        const refunded = moved('CreditsRefunded') + moved('DebtPaid') + account.debtCents
        expect(refunded).toBe(sum('refund'))
        const out = refunded - account.debtCents + moved('CreditsRevoked') + moved('CallCharged')
        expect(account.balanceCents).toBe(sum('buy') + sum('grant') - out)
      }),
    )
  })
})
