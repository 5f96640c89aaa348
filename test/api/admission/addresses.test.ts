import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { addressOf, openAddresses } from '../../../src/api/admission/addresses.ts'
import { readConfig } from '../../../src/config/config.ts'

function callerOf(trust: string, peer: string, forwarded?: string): string {
  const addresses = openAddresses(readConfig({ TRUST_PROXY: trust }).trustedProxies)
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }
  // as: the two members that are looked at.
  return addresses.of({ socket: { remoteAddress: peer }, headers } as unknown as IncomingMessage)
}

/** The name under which limits count. */
function keyOf(address: string): string {
  return addressOf({ address } as Parameters<typeof addressOf>[0]) // as: the member it looks at.
}

test('nobody is believed a forwarded address unless it was said whom to trust', () => {
  expect(callerOf('', '192.0.2.1', '198.51.100.7')).toBe('192.0.2.1')
  expect(callerOf('0', '192.0.2.1', '198.51.100.7')).toBe('192.0.2.1')
})

test('behind so many proxies the caller is whom the outermost has seen, whatever he wrote himself', () => {
  expect(callerOf('1', '192.0.2.1', '6.6.6.6, 198.51.100.7')).toBe('198.51.100.7')
  expect(callerOf('2', '192.0.2.1', '6.6.6.6, 198.51.100.7, 203.0.113.5')).toBe('198.51.100.7')
  expect(callerOf('2', '192.0.2.1', '198.51.100.7')).toBe('198.51.100.7')
  expect(callerOf('1', '192.0.2.1')).toBe('192.0.2.1')
})

test('behind proxies of known networks the caller is the first who is none of them', () => {
  const trust = '10.0.0.0/8, 192.0.2.1, ::1'
  expect(callerOf(trust, '192.0.2.1', '6.6.6.6, 198.51.100.7, 10.1.2.3')).toBe('198.51.100.7')
  expect(callerOf(trust, '::ffff:192.0.2.1', '198.51.100.7')).toBe('198.51.100.7')
  expect(callerOf(trust, '203.0.113.9', '198.51.100.7')).toBe('203.0.113.9')
  expect(callerOf(trust, '::1', '10.1.1.1, 10.2.2.2')).toBe('10.1.1.1')
})

test('ports and brackets are read, and garbage ends the way at the proxy that passed it on', () => {
  expect(callerOf('1', '192.0.2.1', '198.51.100.7:4711')).toBe('198.51.100.7')
  expect(callerOf('1', '192.0.2.1', '"[2001:db8::1]:4711"')).toBe('2001:db8::1')
  const garbage = ['', ',', ',,,,', 'me', '999.1.1.1', '1.2.3', '::::', '[', '0x7f.1', '2130706433']
  for (const text of [...garbage, 'a,'.repeat(5_000), '\u0000', '%', '-1', '1.2.3.4.5']) {
    expect(callerOf('3', '192.0.2.1', text), text.slice(0, 20)).toBe('192.0.2.1')
    expect(callerOf('192.0.2.0/24', '192.0.2.1', text), text.slice(0, 20)).toBe('192.0.2.1')
  }
})

test('limits count IPv6 by its /64, and IPv4 in IPv6 as what it is', () => {
  expect(keyOf('2001:db8:1:2:aaaa::1')).toBe(keyOf('2001:db8:1:2:bbbb:5:6:7'))
  expect(keyOf('2001:db8:1:2::1')).not.toBe(keyOf('2001:db8:1:3::1'))
  expect(callerOf('', '::ffff:198.51.100.7')).toBe('198.51.100.7')
  expect(callerOf('', 'fe80::1%eth0')).toBe('fe80::1')
  expect(keyOf('198.51.100.7')).toBe('198.51.100.7')
})

test('a wrong TRUST_PROXY is told at the start', () => {
  for (const wrong of ['yes', '-1', '17', '10.0.0.0/33', '10.0.0.0/8,', 'localhost', '1.5']) {
    expect(() => readConfig({ TRUST_PROXY: wrong }), wrong).toThrow(/TRUST_PROXY must be/)
  }
})
