import { describe, expect, test } from 'vitest'
import { admitterOf, isWithin, readRange } from '../../../src/api/keys/ranges.ts'

describe('ranges of addresses', () => {
  test.each([
    ['192.0.2.7', '192.0.2.7/32'],
    ['192.0.2.7/24', '192.0.2.0/24'],
    ['::ffff:192.0.2.7', '192.0.2.7/32'],
    ['::ffff:192.0.2.0/120', '192.0.2.0/24'],
    ['2001:DB8:0::1', '2001:db8::1/128'],
    ['2001:db8::1/32', '2001:db8::/32'],
    ['0.0.0.0/0', '0.0.0.0/0'],
  ])('%s is %s', (text, range) => {
    expect(readRange(text)).toBe(range)
    expect(readRange(range)).toBe(range)
  })

  test.each(['', 'x', '127.1', '0x7f.0.0.1', '10.0.0.0/33', '10.0.0.0/8/8', '10.0.0.0/-1'])(
    '%s is none',
    (text) => expect(readRange(text)).toBeNull(),
  )
  test.each([
    '10.0.0.0/',
    '1.2.3.4%eth0',
    'fe80::1%eth0',
    '::ffff:1.2.3.4/8',
    '::/129',
    ' 10.0.0.1',
  ])('%s is none', (text) => expect(readRange(text)).toBeNull())

  test('a range is within a wider one of its kind', () => {
    expect(isWithin('10.1.0.0/16', '10.0.0.0/8')).toBe(true)
    expect(isWithin('10.0.0.0/8', '10.0.0.0/8')).toBe(true)
    expect(isWithin('10.0.0.0/8', '10.1.0.0/16')).toBe(false)
    expect(isWithin('11.1.0.0/16', '10.0.0.0/8')).toBe(false)
    expect(isWithin('10.1.0.0/16', '::/0')).toBe(false)
  })

  test('addresses are admitted in whatever form the socket shows them', () => {
    const admits = admitterOf(['192.0.2.0/24', '2001:db8::/32'])
    for (const address of ['192.0.2.200', '::ffff:192.0.2.9', '2001:db8::1']) {
      expect([address, admits(address)]).toEqual([address, true])
    }
    for (const address of ['192.0.3.1', '::ffff:192.0.3.1', '2001:db9::1', 'unknown', '']) {
      expect([address, admits(address)]).toEqual([address, false])
    }
  })
})
