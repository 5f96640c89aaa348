import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalJson, hashOfEntry, proveEntries } from '../../src/client/proof.ts'
import { canonical } from '../../src/ledger/canonical.ts'

const opened = {
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
  prev_hash: '0'.repeat(64),
  hash: 'e18f465cb5ca11ea34c8ff7f71dc19ab7c83c848cc2f09c576f9cf462435ad85',
}

const bought = {
  ...opened,
  seq: 2,
  type: 'CreditsPurchased',
  at: '2026-01-01T00:01:00.000Z',
  command_id: 'order:ord_1',
  credits_delta_cents: 500,
  free_calls_delta: 0,
  balance_cents: 500,
  details: { order_id: 'ord_1', provider: 'sandbox', amount_cents: 500 },
  prev_hash: opened.hash,
  hash: '7cddf2abdb33b339f0e5d0282582096da2551549bcd4dcbdda7c2b877399633e',
}

describe('what the browser proves', () => {
  it('reproduces the published hashes of the worked example', async () => {
    expect(await hashOfEntry(opened)).toBe(opened.hash)
    expect(await hashOfEntry(bought)).toBe(bought.hash)
  })

  it('writes JSON in the same canonical form as the ledger', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(canonicalJson(value)).toBe(canonical(value))
      }),
    )
  })

  it('finds an unbroken run sound, from the first entry or behind a known one', async () => {
    const sound = (seq: number) => ({ seq, finding: 'sound' })
    expect(await proveEntries([opened, bought])).toEqual([sound(1), sound(2)])
    expect(await proveEntries([bought], opened)).toEqual([sound(2)])
  })

  it('finds an altered entry, a missing one and a chain that starts from something else', async () => {
    const richer = { ...bought, balance_cents: 50_000 }
    expect(await proveEntries([opened, richer])).toContainEqual({ seq: 2, finding: 'hash' })
    const moved = { ...bought, seq: 3 }
    const gap = { ...moved, hash: await hashOfEntry(moved) }
    expect(await proveEntries([opened, gap])).toContainEqual({ seq: 3, finding: 'link' })
    const rootless = { ...opened, prev_hash: 'f'.repeat(64) }
    const forged = { ...rootless, hash: await hashOfEntry(rootless) }
    expect(await proveEntries([forged])).toEqual([{ seq: 1, finding: 'link' }])
  })
})
