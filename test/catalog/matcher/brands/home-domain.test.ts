import { expect, test } from 'vitest'
import type { Company } from '../../../../src/catalog/company-record.ts'
import { homeDomain } from '../../../../src/catalog/matcher/brands/home-domain.ts'

function brand(domain: string, ...otherDomains: readonly string[]): Company {
  const known = { domain, otherDomains, kind: 'merchant', countries: ['FR', 'NL', 'US'] }
  return known as unknown as Company // as: no other member is looked at.
}

test('a line that names a country gets the site of that country', () => {
  expect(homeDomain(brand('fuel.com', 'fuel.de', 'fuel.co.uk'), 'DE')).toBe('fuel.de')
  expect(homeDomain(brand('fuel.com', 'fuel.de', 'fuel.co.uk'), 'GB')).toBe('fuel.co.uk')
})

test('the site of another country is passed over for the .com, if the brand has one', () => {
  expect(homeDomain(brand('fuel.fr', 'fuel.com'), 'NL')).toBe('fuel.com')
  expect(homeDomain(brand('fuel.fr', 'else.com'), 'NL')).toBe('fuel.fr')
  expect(homeDomain(brand('fuel.fr', 'fuel.com'), 'FR')).toBe('fuel.fr')
  expect(homeDomain(brand('fuel.fr', 'fuel.com'), null)).toBe('fuel.fr')
  expect(homeDomain(brand('fuel.fr', 'fuel.com'), 'SE')).toBe('fuel.fr')
})

test('endings that the world uses are no country', () => {
  expect(homeDomain(brand('tool.io', 'tool.com'), 'US')).toBe('tool.io')
})

test('a site that sells nothing is one for the world, a shop has one a country', () => {
  const burgers = { ...brand('fry.com', 'fry.co.uk'), category: 'FOOD_AND_DRINK_FAST_FOOD' }
  const books = { ...brand('read.com', 'read.co.uk'), category: 'GENERAL_MERCHANDISE_BOOKSTORES' }
  expect(homeDomain(burgers, 'GB')).toBe('fry.com')
  expect(homeDomain(books, 'GB')).toBe('read.co.uk')
})
