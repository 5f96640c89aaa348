import { describe, expect, test } from 'vitest'
import {
  countriesOf,
  readWordings,
} from '../../../../../src/catalog/matcher/knowledge/words/wordings.ts'
import { matchLine } from '../../../../../src/catalog/matcher/match-line.ts'
import { testCatalog } from '../../../open-test-catalog.ts'

const wordings = readWordings(['eftpos\tAU75\tNZ25', 'incasso\tNL100', 'kaart\tEE50\tNL30\tBE20'])
const countriesTold = (keys: readonly string[]) =>
  countriesOf(keys.map((key) => ({ word: { wording: wordings.get(key) } })))

test('the words of a bank tell where it is, together more than each', () => {
  expect(countriesTold(['eftpos', 'purchase'])).toBe('AU;NZ')
  expect(countriesTold(['incasso', 'kaart'])).toBe('NL;EE')
  expect(countriesTold(['purchase'])).toBe(null)
})

describe('of namesakes the one at home where the bank is', () => {
  test.each([
    ['WOOLWORTHS EFTPOS PURCHASE', 'woolworths.com.au'],
    ['INCASSO HEMA KENMERK 4411', 'hema.nl'],
  ])('%s', (line, domain) => {
    expect(matchLine(testCatalog(), line, -20).domain).toBe(domain)
  })
})
