import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseDomain } from '../../src/catalog/domain-name.ts'

describe('reads the registrable domain of', () => {
  test.each([
    ['starbucks.com', 'starbucks.com'],
    ['  WWW.Starbucks.COM ', 'starbucks.com'],
    ['https://www.bbc.co.uk/news?x=1#top', 'bbc.co.uk'],
    ['http://user:pw@shop.example.org:8080/a', 'example.org'],
    ['a.b.c.zalando.de.', 'zalando.de'],
    ['bücher.de', 'xn--bcher-kva.de'],
    ['https://www.münchen.de/', 'xn--mnchen-3ya.de'],
    ['www.acme.example', 'acme.example'],
    ['shop.acme.test', 'acme.test'],
  ])('%s', (text, domain) => {
    expect(parseDomain(text)).toBe(domain)
  })
})

describe('refuses', () => {
  test.each([
    'localhost',
    'com',
    'co.uk',
    '127.0.0.1',
    'http://[::1]/',
    '2130706433',
    '../../etc/passwd',
    'a b.com',
    'exa_mple',
    'readme.file',
    '',
    '.',
    'x'.repeat(3000),
    '-bad-.com',
  ])('%s', (text) => {
    expect(parseDomain(text)).toBeNull()
  })
})

test('no text makes it throw, and what it reads it reads again', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const domain = parseDomain(text)
      if (domain !== null) expect(parseDomain(domain)).toBe(domain)
    }),
  )
})
