import { expect, test } from 'vitest'
import { isPublicAddress, refusalOfTarget } from '../../src/webhooks/target.ts'

test.each([
  'https://example.com/hook',
  'http://example.com',
  'https://hooks.example.co.uk:8443/a?b=c',
  'https://example.com:443/',
  'https://bücher.example/hook',
])('%s may be a target', (url) => {
  expect(refusalOfTarget(url, false)).toBe(null)
})

test.each([
  'http://127.0.0.1/',
  'http://2130706433/',
  'http://0x7f000001/',
  'http://0177.0.0.1/',
  'http://127.1/',
  'http://[::1]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[::ffff:7f00:1]/',
  'http://8.8.8.8/',
  'http://169.254.169.254/latest/meta-data',
  'http://localhost/',
  'http://intranet/',
  'http://example.com:22/',
  'http://example.com:25/',
  'https://user:secret@example.com/',
  'ftp://example.com/',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'not an address',
  '',
  `https://example.com/${'x'.repeat(3_000)}`,
])('%s may not', (url) => {
  expect(refusalOfTarget(url, false)).not.toBe(null)
})

test('for development private targets are allowed, but nothing else', () => {
  expect(refusalOfTarget('http://127.0.0.1:81/hook', true)).toBe(null)
  expect(refusalOfTarget('http://localhost:3000/', true)).toBe(null)
  expect(refusalOfTarget('ftp://127.0.0.1/', true)).not.toBe(null)
})

test.each([
  ...['127.0.0.1', '10.0.0.1', '172.16.0.1', '192.168.1.1', '169.254.169.254', '100.64.0.1'],
  ...['0.0.0.0', '224.0.0.1', '255.255.255.255', '192.0.2.1', '198.18.0.1', '240.0.0.1'],
  ...['::', '::1', 'fe80::1', 'fc00::1', 'fd12::1', 'ff02::1', '::ffff:10.0.0.1', '2001:db8::1'],
  ...['::127.0.0.1', '::7f00:1', '::a9fe:a9fe', '64:ff9b:1::7f00:1', '100::1', '4000::1'],
  ...['64:ff9b::7f00:1', '2002:7f00:1::', '2001::1', 'nonsense', ''],
])('%s is no public address', (address) => {
  expect(isPublicAddress(address)).toBe(false)
})

test.each(['8.8.8.8', '93.184.215.14', '2606:2800:220:1::1', '2a00:1450::1', '::ffff:8.8.8.8'])(
  '%s is a public address',
  (address) => {
    expect(isPublicAddress(address)).toBe(true)
  },
)
