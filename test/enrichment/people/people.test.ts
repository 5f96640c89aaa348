import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { enrichPerson } from '../../../src/enrichment/person.ts'
import { testCatalog } from '../../catalog/open-test-catalog.ts'

const catalog = testCatalog()

/** Invented people of 85 cultures and desks of 21 languages, written down before the method was. */
function rowsOf(file: string): string[][] {
  const text = readFileSync(new URL(file, import.meta.url), 'utf8')
  return text
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'))
}

test('names of the whole world are read from first.last, 98 of 100 to the letter', () => {
  const rows = rowsOf('names.tsv')
  const wrong = rows.filter(([email = '', name]) => enrichPerson(catalog, email)?.name !== name)
  expect(rows.length).toBeGreaterThan(300)
  expect(wrong.length / rows.length, JSON.stringify(wrong, null, 1)).toBeLessThan(0.02)
})

test('desks and machines are nobody, in every language, even at a known company', () => {
  const wrong = rowsOf('desks.tsv').filter(
    ([local = '']) => enrichPerson(catalog, `${local}@microsoft.com`) !== null,
  )
  expect(wrong).toEqual([])
})

describe('the order of a name', () => {
  test.each([
    ['smith.john@example.com', 'John Smith'],
    ['schneider.wolfgang@example.de', 'Wolfgang Schneider'],
    ['zhang.wei@example.cn', 'Zhang Wei'],
    ['smith.j@example.com', 'J. Smith'],
    ['suresh.k@example.in', 'Suresh K.'],
  ])('%s', (email, name) => {
    expect(enrichPerson(catalog, email)?.name).toBe(name)
  })
})

describe('a word that is a name and a thing is a name only beside a name', () => {
  test.each([
    ['steve.jobs@apple.com', 'Steve Jobs'],
    ['dev.patel@stripe.com', 'Dev Patel'],
    ['grace.hill@example.com', 'Grace Hill'],
  ])('%s', (email, name) => {
    expect(enrichPerson(catalog, email)?.name).toBe(name)
  })

  test.each(['jobs', 'dev', 'jobs.uk', 'london', 'front.gate', 'blue.whale', 'big.screen'])(
    '%s@',
    (local) => {
      expect(enrichPerson(catalog, `${local}@microsoft.com`)).toBeNull()
    },
  )
})

test('two words that nobody knows are a name at a company and a nickname elsewhere', () => {
  const local = 'xanthorel.wakanabelinu'
  expect(enrichPerson(catalog, `${local}@microsoft.com`)?.name).toBe('Xanthorel Wakanabelinu')
  expect(enrichPerson(catalog, `${local}@gmail.com`)).toBeNull()
})

test('abbreviations and numbers are no name, yet the employer is known', () => {
  for (const local of ['klq77', 'xkz.qrt', '123456', 'a.b']) {
    expect(enrichPerson(catalog, `${local}@netflix.com`)).toMatchObject({
      name: null,
      company: 'Netflix',
    })
  }
})
