import { expect, test } from 'vitest'
import { Merger } from '../../../src/catalog/build/merge/merge.ts'
import { type BrandDraft, emptyDraft, Tally } from '../../../src/catalog/build/read/draft.ts'
import { chooseWebsite } from '../../../src/catalog/build/read/website.ts'

const draft = (changes: Partial<BrandDraft>): BrandDraft => ({ ...emptyDraft('Acme'), ...changes })

test('an indexed brand of the same name and site is joined, and the curated word stands', () => {
  const merger = new Merger(new Tally())
  merger.addMerchant(draft({ domain: 'acme.com', category: 'FOOD_AND_DRINK_COFFEE', rank: 8 }))
  merger.addIndexed(draft({ domain: 'acme.com', category: 'TRANSPORTATION_GAS', rank: 3 }))
  expect(merger.entities).toHaveLength(1)
  expect(merger.entities[0]?.category).toBe('FOOD_AND_DRINK_COFFEE')
})

test('two companies of one name and two sites stay two', () => {
  const merger = new Merger(new Tally())
  merger.addIndexed(draft({ domain: 'acme.com', countries: ['US'] }))
  merger.addIndexed(draft({ domain: 'acme-stores.co.za', countries: ['ZA'] }))
  expect(merger.entities).toHaveLength(2)
})

test('facts go to the brand that bears the name', () => {
  const merger = new Merger(new Tally())
  merger.addMerchant(draft({ name: 'Acme', domain: 'acme.com', rank: 8 }))
  merger.addMerchant(draft({ name: 'Acme Eats', domain: 'acme.com', rank: 8 }))
  merger.addCompany(draft({ name: 'Acme, Inc.', domain: 'acme.com', foundedYear: '1999' }))
  expect(merger.entities.map(({ foundedYear }) => foundedYear)).toEqual(['1999', null])
})

test('an operator that shares the site of a brand is dropped', () => {
  const merger = new Merger(new Tally())
  merger.addIndexed(draft({ domain: 'acme.com' }))
  merger.addIndexed(draft({ name: 'Acme Corporation Ltd', domain: 'acme.com', kind: 'operator' }))
  expect(merger.entities).toHaveLength(1)
})

test('the main site is the one that bears the name, not the first of the list', () => {
  const urls = ['https://www.acmemilkbar.com/menu', 'https://www.acme.com/']
  expect(chooseWebsite('Acme', urls, []).main).toBe('acme.com')
})

test('a shop of one country has that country’s site', () => {
  const urls = ['https://www.acme.com/', 'https://www.acme.it/']
  expect(chooseWebsite('Acme', urls, ['it']).main).toBe('acme.it')
})

test('a company that lists the site of its brand is not that brand', () => {
  const merger = new Merger(new Tally())
  const company = { name: 'Acme Company', domain: 'acmecompany.com', otherDomains: ['acme.com'] }
  merger.addCompany(draft({ ...company, kind: 'company' }))
  merger.addIndexed(draft({ domain: 'acme.com', category: 'FOOD_AND_DRINK_COFFEE', rank: 6 }))
  expect(merger.entities.map(({ name, domain }) => [name, domain])).toEqual([
    ['Acme Company', 'acmecompany.com'],
    ['Acme', 'acme.com'],
  ])
})

test('the drawing of a brand is not that of the owner of its site', () => {
  const merger = new Merger(new Tally())
  const company = { domain: 'acme.com', otherDomains: ['bolt.com'], otherNames: ['Bolt'] }
  merger.addCompany(draft({ ...company, kind: 'company' }))
  merger.addIcon(draft({ name: 'Bolt', domain: 'bolt.com', icon: 'bolt' }))
  expect(merger.entities.map(({ name, icon }) => [name, icon])).toEqual([['Acme', null]])
  expect(merger.sideIcons).toEqual(new Map([['bolt.com', 'bolt']]))
})
