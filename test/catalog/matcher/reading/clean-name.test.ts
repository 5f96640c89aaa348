import { expect, test } from 'vitest'
import { cleanName } from '../../../../src/catalog/matcher/reading/clean-name.ts'
import { read } from '../../../../src/catalog/matcher/reading/reading.ts'
import { testCatalog } from '../../open-test-catalog.ts'

const catalog = testCatalog()

test.each([
  ['QUILLON LAMPS AND THE', 'Quillon Lamps'],
  ['QUILLON LAMPS DES', 'Quillon Lamps'],
  ['QUILLON LAMPS OF', 'Quillon Lamps'],
  ['QUILLON LAMPS LTD', 'Quillon Lamps'],
  ['QUILLON LAMPS KFT', 'Quillon Lamps'],
  ['MAZEL TOV', 'Mazel Tov'],
  ['LAMPS OF QUILLON', 'Lamps of Quillon'],
])('a name ends in a word that tells: %s', (line, name) => {
  const { tokens } = read(catalog, line, -20)
  expect(cleanName(tokens, { from: 0, to: tokens.length })).toBe(name)
})
