import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Rights, WantedRights } from '../../../src/api/keys/rights.ts'
import { allRights, excessOf, rightsFrom, scopes } from '../../../src/api/keys/rights.ts'

const ranges = ['10.0.0.0/8', '10.1.0.0/16', '192.0.2.7/32', '2001:db8::/32', '2001:db8:1::/48']
const limit = fc.option(fc.integer({ min: 0, max: 5 }))
const rights: fc.Arbitrary<Rights> = fc.record({
  scopes: fc.subarray([...scopes]),
  expiresAt: limit,
  monthlyCapCents: limit,
  callsPerSecond: limit,
  allowedAddresses: fc.option(fc.subarray(ranges, { minLength: 1 })),
})

describe('rights', () => {
  test('what is left out is as the maker has it, and never beyond it', () => {
    fc.assert(
      fc.property(rights, (maker) => {
        expect(excessOf(rightsFrom(maker, {}), maker)).toBeNull()
      }),
    )
  })

  test('whatever goes beyond in one thing is told; nothing beyond everything', () => {
    const own: Rights = {
      scopes: ['enrich', 'manage'],
      expiresAt: 1_000,
      monthlyCapCents: 50,
      callsPerSecond: 5,
      allowedAddresses: ['10.0.0.0/8'],
    }
    const beyond: [WantedRights, string][] = [
      [{ scopes: ['enrich', 'buy'] }, 'scope'],
      [{ expiresAt: 1_001 }, 'expiry'],
      [{ monthlyCapCents: 51 }, 'cap'],
      [{ callsPerSecond: 6 }, 'rate'],
      [{ allowedAddresses: ['11.0.0.0/8'] }, 'addresses'],
      [{ allowedAddresses: ['10.1.0.0/16', '8.0.0.0/6'] }, 'addresses'],
    ]
    for (const [wanted, type] of beyond) {
      expect(excessOf(rightsFrom(own, wanted), own)).toMatchObject({ type })
      expect(excessOf(rightsFrom(own, wanted), allRights)).toBeNull()
    }
    for (const part of ['expiresAt', 'monthlyCapCents', 'callsPerSecond', 'allowedAddresses']) {
      expect(excessOf({ ...own, [part]: null }, own)).not.toBeNull()
    }
  })
})
