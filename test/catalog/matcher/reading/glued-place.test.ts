import { expect, test } from 'vitest'
import { read } from '../../../../src/catalog/matcher/reading/reading.ts'
import { testCatalog } from '../../open-test-catalog.ts'

const catalog = testCatalog()

test.each([
  ['QUILLON LAMPSHOUSTON TX', 'quillon lamps houston tx'],
  ['QUILLON LAMPSHOUSTON      TX', 'quillon lamps houston tx'],
  ['QUILLON LAMPSSAN ANTONIO TX', 'quillon lamps san antonio tx'],
  ['QUILLON LAMPSSALT LAKE CITY UT', 'quillon lamps salt lake city ut'],
  ['QUILLON LAMPSNEW YORK NY', 'quillon lamps new york ny'],
  ['QUILLON SAN FRANCISCOCA', 'quillon san francisco ca'],
])('the town of the next column is parted from the name: %s', (line, words) => {
  expect(read(catalog, line, -20).keys.join(' ')).toBe(words)
})

test.each([
  'QUILLON LAMPSHOUSTON NY',
  'QUILLON LAMPSHOUSTON',
  'QUILLON HOUSTON TX',
  'SOUTHWEST SACRAMENTO CA',
  'MIDWEST DES MOINES IA',
  'AIRPORT ORANGE FL',
  'THE CARAVAN NUYS CA',
])('no word is parted where its end is no town of what follows: %s', (line) => {
  expect(read(catalog, line, -20).keys.join(' ')).toBe(line.toLowerCase())
})
