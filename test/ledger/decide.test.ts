import { describe, expect, test } from 'vitest'
import type { Account } from '../../src/ledger/account.ts'
import { evolve, follows, unopened } from '../../src/ledger/account.ts'
import { decide } from '../../src/ledger/decide.ts'
import type { Call } from '../../src/ledger/prices.ts'
import type { Settlement } from '../../src/ledger/settlement.ts'

const at = '2026-01-01T00:00:00.000Z'
const sha = 'a'.repeat(64)

function call(name: Call, items: number, commandId = 'cmd_1'): Settlement {
  const found = { requestId: 'req_1', resultSha256: sha }
  return { type: 'SettleCall', commandId, call: name, items, freeReason: 'not_found', ...found }
}

function purchase(cents: number, orderId = 'ord_1'): Settlement {
  const details = { order_id: orderId, provider: 'sandbox', amount_cents: cents }
  return { type: 'PurchaseCredits', commandId: `order:${orderId}`, purchase: details }
}

const open: Settlement = { type: 'OpenAccount', commandId: 'open:acc_1' }

/** The account after these settlements, each entry checked to follow the one before. */
function given(...settlements: readonly Settlement[]): Account {
  let account = unopened('acc_1')
  for (const settlement of settlements) {
    for (const entry of decide(account, settlement, at)) {
      expect(follows(account, entry)).toBe(true)
      account = evolve(account, entry)
    }
  }
  return account
}

describe('decide', () => {
  test('a new account is granted 20 free calls in its first entry', () => {
    const [entry] = decide(unopened('acc_1'), open, at)
    expect(entry).toMatchObject({ seq: 1, type: 'AccountOpened', free_calls_remaining: 20 })
  })

  test('an account is opened once', () => {
    expect(decide(given(open), open, at)).toEqual([])
  })

  test('the first settlement of an account that nobody opened opens it', () => {
    const entries = decide(unopened('acc_1'), call('enrich', 1), at)
    expect(entries.map(({ type }) => type)).toEqual(['AccountOpened', 'CallCharged'])
    expect(entries[1]).toMatchObject({ seq: 2, free_calls_remaining: 19, balance_cents: 0 })
  })

  test('free calls go before credits, one for each item, whatever its price', () => {
    const account = given(open, purchase(500))
    const [entry] = decide(account, call('company', 1), at)
    expect(entry).toMatchObject({
      free_calls_delta: -1,
      credits_delta_cents: 0,
      balance_cents: 500,
    })
  })

  test('a batch takes what free calls are left and pays the rest', () => {
    const [entry] = decide(given(open, purchase(500)), call('batch', 25), at)
    expect(entry).toMatchObject({
      type: 'CallCharged',
      free_calls_delta: -20,
      credits_delta_cents: -5,
      details: { items: 25, free_calls_used: 20, charged_cents: 5, unit_price_cents: 1 },
    })
  })

  test.each([
    ['enrich', 1],
    ['batch', 1],
    ['company', 2],
    ['domain', 1],
    ['social', 1],
    ['person', 2],
  ] as const)('a paid item of %s costs %i cents', (name, cents) => {
    const [entry] = decide(given(open, purchase(100), call('batch', 20)), call(name, 1, 'c2'), at)
    expect(entry).toMatchObject({ credits_delta_cents: -cents, balance_cents: 100 - cents })
  })

  test('what cannot be paid whole is refused and moves nothing', () => {
    const account = given(open, purchase(100), call('batch', 20))
    const [entry] = decide(account, call('batch', 101, 'c2'), at)
    expect(entry).toMatchObject({
      type: 'ChargeRefused',
      credits_delta_cents: 0,
      free_calls_delta: 0,
      balance_cents: 100,
      details: { items: 101, required_cents: 101, available_cents: 100 },
    })
  })

  test('exactly what is there can be spent', () => {
    const account = given(open, purchase(100), call('batch', 20), call('batch', 100, 'c2'))
    expect(account).toMatchObject({ balanceCents: 0, freeCalls: 0 })
  })

  test('a free answer is an entry that moves nothing', () => {
    const [entry] = decide(given(open), call('company', 0), at)
    expect(entry).toMatchObject({
      type: 'CallNotCharged',
      free_calls_delta: 0,
      credits_delta_cents: 0,
      details: { items: 0, reason: 'not_found', result_sha256: sha },
    })
  })

  test('the time of an entry never goes back, whatever the clock says', () => {
    const account = given(open)
    const [entry] = decide(account, call('enrich', 1), '2020-01-01T00:00:00.000Z')
    expect(entry?.at).toBe(at)
  })
})
