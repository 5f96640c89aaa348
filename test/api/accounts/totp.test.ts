import { expect, test } from 'vitest'
import {
  newTotpSecret,
  otpauthUri,
  stepAt,
  stepOfCode,
  totpCode,
} from '../../../src/api/accounts/totp.ts'

/** RFC 6238, appendix B: `12345678901234567890`, of whose eight digits apps show the last six. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

test('codes are those of the standard', () => {
  const known: readonly (readonly [seconds: number, code: string])[] = [
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ]
  for (const [seconds, code] of known) expect(totpCode(secret, stepAt(seconds * 1_000))).toBe(code)
})

test('a code is good for its step and one on either side', () => {
  const now = 1_234_567_890_000
  const step = stepAt(now)
  const found = [-2, -1, 0, 1, 2].map((away) =>
    stepOfCode(secret, totpCode(secret, step + away), now),
  )
  expect(found).toEqual([null, step - 1, step, step + 1, null])
  expect(stepOfCode(secret, '', now)).toBeNull()
})

test('a secret is 160 bits in the letters that apps read', () => {
  expect(newTotpSecret()).toMatch(/^[A-Z2-7]{32}$/)
  expect(newTotpSecret()).not.toBe(newTotpSecret())
  expect(otpauthUri(secret, 'ada+x@example.com')).toBe(
    `otpauth://totp/Data%20Enrichment%3Aada%2Bx%40example.com?secret=${secret}&issuer=Data%20Enrichment`,
  )
})
