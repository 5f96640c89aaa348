import { describe, expect, test } from 'vitest'
import type { Company } from '../../src/catalog/catalog.ts'
import { readDataLines } from '../../src/catalog/data-files.ts'
import { countryOfPlace } from '../../src/catalog/names/country-of.ts'
import { namesOfCategory } from '../../src/catalog/taxonomy.ts'
import { testCatalog } from './open-test-catalog.ts'

const catalog = testCatalog()
const companies = [...catalog.companies]

test('holds the breadth that was promised', () => {
  const merchants = companies.filter((company) => company.category !== null)
  const withFacts = companies.filter(
    (company) => company.foundedYear !== null && company.hq !== null && company.employees !== null,
  )
  expect(merchants.length).toBeGreaterThanOrEqual(20_000)
  expect(withFacts.length).toBeGreaterThanOrEqual(2_500)
})

test('every id is unique, every category published, every domain in its one spelling', () => {
  const ids = new Set(companies.map(({ id }) => id))
  expect(ids.size).toBe(companies.length)
  expect(companies.filter(({ category }) => category && !namesOfCategory(category))).toEqual([])
  expect(companies.filter(({ domain }) => domain && !/^[a-z0-9.-]+$/.test(domain))).toEqual([])
})

test('five thousand domains have a drawing for their logo', () => {
  const others = readDataLines('country-domains.tsv').map((line) => line.split('\t')[0])
  const known = companies.flatMap(({ domain, otherDomains }) => [domain, ...otherDomains])
  const drawn = new Set([...known, ...others]).values()
  const count = [...drawn].filter((domain) => domain && catalog.iconOfDomain(domain) !== null)
  expect(count.length).toBeGreaterThanOrEqual(5_000)
})

test('a country’s ending finds the brand and its logo', () => {
  expect(catalog.companyByDomain('adidas.fi')?.name).toBe('Adidas')
  expect(catalog.iconOfDomain('adidas.fi')).toBe(catalog.iconOfDomain('adidas.com'))
})

describe('finds a company', () => {
  test('by its main domain and by another of its domains', () => {
    expect(catalog.companyByDomain('starbucks.com')?.name).toBe('Starbucks')
    expect(catalog.companyByDomain('starbucks.de')?.name).toBe('Starbucks')
    expect(catalog.companyByDomain('no-such-company-here.com')).toBeNull()
  })

  test.each(['Starbucks', 'STARBUCKS', 'Starbucks Inc.', 'starbucks gmbh', ' Star-Bucks '])(
    'by name, whatever its case, punctuation and legal form: %s',
    (name) => {
      expect(catalog.named(name, null)?.company.domain).toBe('starbucks.com')
    },
  )

  test('not by a part of a name', () => {
    expect(catalog.named('Star', null)?.company.domain).not.toBe('starbucks.com')
    expect(catalog.named('', null)).toBeNull()
  })
})

test('no company stands a second time under its name without its facts', () => {
  const byKey = new Map<string, Company[]>()
  for (const company of catalog.companies) {
    byKey.set(company.key, [...(byKey.get(company.key) ?? []), company])
  }
  const twins = [...byKey.values()].filter(
    (bearers) =>
      bearers.some(({ foundedYear, hq }) => foundedYear !== null && hq !== null) &&
      bearers.some(({ kind, foundedYear, hq }) => kind === 'company' && !foundedYear && !hq),
  )
  expect(twins.map((bearers) => bearers.map(({ name, domain }) => `${name} ${domain}`))).toEqual([])
})

test.each([
  ['netsuite.com', 'Oracle'],
  ['jpmorgan.com', 'JPMorgan Chase'],
  ['office.com', 'Microsoft'],
  ['pepsi.com', 'PepsiCo'],
  ['coca-cola.com', 'The Coca-Cola Company'],
  ['volkswagen.com', 'Volkswagen Group'],
  ['facebook.com', 'Meta Platforms'],
  ['cvs.com', 'CVS Health'],
  // Brands that people know apart from their owners.
  ['zara.com', 'Zara'],
  ['chase.com', 'Chase'],
  ['gucci.com', 'Gucci'],
])('the site %s is that of %s', (domain, name) => {
  expect(catalog.companyOfSite(domain)?.name).toBe(name)
})

test('a brand on a site of its owner has its own drawing', () => {
  expect(catalog.iconOfDomain('reuters.com')).toBe('reuters')
  expect(catalog.iconOfDomain('sony.com')).toBe('sony')
})

test('every seat is a town with its region in America and Canada, with its country elsewhere', () => {
  const shelf = readDataLines('shelf.tsv').map((line) => line.split('\t')[6] ?? '')
  const seats = new Set([...companies.map(({ hq }) => hq ?? ''), ...shelf])
  seats.delete('')
  const wrong = [...seats].filter((seat) => {
    const [town, place, more] = seat.split(', ')
    const isBare = place === 'Canada' || place === 'United States'
    return !town || more !== undefined || isBare || countryOfPlace(seat) === null
  })
  expect(wrong).toEqual([])
})
