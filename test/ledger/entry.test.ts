import canonicalize from 'canonicalize'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { unopened } from '../../src/ledger/account.ts'
import { canonical, sha256 } from '../../src/ledger/canonical.ts'
import { decide } from '../../src/ledger/decide.ts'
import type { Entry } from '../../src/ledger/entry.ts'
import { entrySchema, hashOf, zeroHash } from '../../src/ledger/entry.ts'

/** The published worked example: an account opened, 500 cents bought, one free call. */
const example: readonly Entry[] = [
  {
    account_id: 'acc_example',
    seq: 1,
    type: 'AccountOpened',
    at: '2026-01-01T00:00:00.000Z',
    command_id: 'open:acc_example',
    credits_delta_cents: 0,
    free_calls_delta: 20,
    reserved_delta_cents: 0,
    balance_cents: 0,
    free_calls_remaining: 20,
    reserved_cents: 0,
    details: {},
    prev_hash: zeroHash,
    hash: 'e18f465cb5ca11ea34c8ff7f71dc19ab7c83c848cc2f09c576f9cf462435ad85',
  },
  {
    account_id: 'acc_example',
    seq: 2,
    type: 'CreditsPurchased',
    at: '2026-01-01T00:01:00.000Z',
    command_id: 'order:ord_1',
    credits_delta_cents: 500,
    free_calls_delta: 0,
    reserved_delta_cents: 0,
    balance_cents: 500,
    free_calls_remaining: 20,
    reserved_cents: 0,
    details: { order_id: 'ord_1', provider: 'sandbox', amount_cents: 500 },
    prev_hash: 'e18f465cb5ca11ea34c8ff7f71dc19ab7c83c848cc2f09c576f9cf462435ad85',
    hash: '7cddf2abdb33b339f0e5d0282582096da2551549bcd4dcbdda7c2b877399633e',
  },
  {
    account_id: 'acc_example',
    seq: 3,
    type: 'CallCharged',
    at: '2026-01-01T00:02:00.000Z',
    command_id: 'cmd_1',
    credits_delta_cents: 0,
    free_calls_delta: -1,
    reserved_delta_cents: 0,
    balance_cents: 500,
    free_calls_remaining: 19,
    reserved_cents: 0,
    details: {
      call: 'enrich',
      items: 1,
      unit_price_cents: 1,
      free_calls_used: 1,
      charged_cents: 0,
      request_id: 'req_1',
      result_sha256: '9306813139de8adbf1db14ab34fa421af5c1ca30e32c7c84c7d7c367e58d0aab',
    },
    prev_hash: '7cddf2abdb33b339f0e5d0282582096da2551549bcd4dcbdda7c2b877399633e',
    hash: '5cedaface2c5de79633e1930f3f7305faa25b5905d3641a1c1d367f117318d3b',
  },
]

describe('ledger entry', () => {
  test('the worked example has the hashes that were published', () => {
    for (const { hash, ...entry } of example) expect(hashOf(entry)).toBe(hash)
  })

  test('the rules decide the worked example, byte for byte', () => {
    const [opened] = decide(
      unopened('acc_example'),
      { type: 'OpenAccount', commandId: 'open:acc_example' },
      '2026-01-01T00:00:00.000Z',
    )
    expect(JSON.stringify(opened)).toBe(JSON.stringify(example[0]))
  })

  test('the hand-written canonical form equals the general one, for any details', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.nat(), (account, key, cents) => {
        const details = { order_id: key, provider: account, amount_cents: cents }
        const odd = { ...example[1], account_id: account, balance_cents: cents, details }
        const { hash: _, ...unhashed } = odd as Entry // as: the spread of an entry.
        expect(hashOf(unhashed)).toBe(sha256(canonical(unhashed)))
      }),
    )
  })

  test('canonical JSON equals that of an independent implementation', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(canonical(value)).toBe(canonicalize(value))
      }),
    )
  })

  test('what JSON has no form for is refused, not written as null', () => {
    expect(() => canonical({ amount: Number.NaN })).toThrow(TypeError)
    expect(() => canonical({ amount: Number.POSITIVE_INFINITY })).toThrow(TypeError)
  })

  test('an entry whose details belong to another type is no entry', () => {
    expect(entrySchema.safeParse({ ...example[0], type: 'CallCharged' }).success).toBe(false)
    expect(entrySchema.safeParse(example[2]).success).toBe(true)
  })
})
