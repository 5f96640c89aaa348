import { describe, expect, test } from 'vitest'
import { isWellFormedKey, newApiKey } from '../../../src/api/keys/secrets.ts'

describe('keys', () => {
  test('of tests are told from live ones by their beginning, and both by their checksum', () => {
    const [live, forTests] = [newApiKey(), newApiKey('test')]
    expect(live.secret).toMatch(/^enr_[0-9A-Za-z]{38}$/)
    expect(forTests.secret).toMatch(/^enr_test_[0-9A-Za-z]{38}$/)
    for (const { secret, prefix } of [live, forTests]) {
      expect(secret.startsWith(prefix)).toBe(true)
      expect(isWellFormedKey(secret)).toBe(true)
      const last = secret.endsWith('a') ? 'b' : 'a'
      expect(isWellFormedKey(secret.slice(0, -1) + last)).toBe(false)
    }
    expect(isWellFormedKey(live.secret.replace('enr_', 'enr_test_'))).toBe(true)
    expect(isWellFormedKey(live.secret.replace('enr_', 'ens_'))).toBe(false)
  })
})
