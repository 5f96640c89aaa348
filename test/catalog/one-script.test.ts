import { expect, test } from 'vitest'
import { matchLine } from '../../src/catalog/matcher/match-line.ts'
import { inOneScript } from '../../src/catalog/one-script.ts'
import { testCatalog } from './open-test-catalog.ts'

test.each([
  ['SΤΑRLΙΝΚ', 'STARLINK', 'Greek letters in a Latin word'],
  ['Cafе Nеro', 'Cafe Nero', 'Cyrillic ones'],
  ['MАГНИТ', 'МАГНИТ', 'a Latin letter in a Cyrillic word'],
  ['ΑΒ ΒΑΣΙΛΟΠΟΥΛΟΣ', 'ΑΒ ΒΑΣΙΛΟΠΟΥΛΟΣ', 'nothing where a word is of one script'],
  ['ΣTAΘΜΟΣ', 'ΣΤΑΘΜΟΣ', 'Latin letters in a Greek word'],
  ['ЯNDEX', 'ЯNDEX', 'nothing where no script has all letters'],
])('%s is written %s: %s', (mixed, written) => {
  expect(inOneScript(mixed)).toBe(written)
})

test('a brand is found under letters that only look like its own', () => {
  expect(matchLine(testCatalog(), 'SΤΑRLΙΝΚ ΙΝΤΕRΝΕΤ', -40)).toMatchObject({ merchant: 'Starlink' })
})
