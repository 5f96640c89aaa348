import { expect, test } from 'vitest'
import { countryName } from '../../../../src/enrichment/live/facts/country-names.ts'

test.each([
  ['DE', 'Germany'],
  ['de', 'Germany'],
  ['DEU', 'Germany'],
  ['Deutschland', 'Germany'],
  ['Österreich', 'Austria'],
  ['Schweiz', 'Switzerland'],
  ['Suisse', 'Switzerland'],
  ['ESPAÑA', 'Spain'],
  ['Brasil', 'Brazil'],
  ['Nederland', 'Netherlands'],
  ['The Netherlands', 'Netherlands'],
  ['日本', 'Japan'],
  ['Россия', 'Russia'],
  ['TR', 'Turkey'],
  ['HK', 'Hong Kong'],
  ['UK', 'United Kingdom'],
  ['U.S.A.', 'United States'],
  ['United States of America', 'United States'],
  ['Czech Republic', 'Czechia'],
  ['Germany', 'Germany'],
  ['England', 'England'],
  ['Ruritania', 'Ruritania'],
  ['QQ', 'QQ'],
])('%s is %s', (written, name) => {
  expect(countryName(written)).toBe(name)
})

test('no country is none', () => {
  expect(countryName(null)).toBeNull()
  expect(countryName('')).toBe('')
})
