import { expect, test } from 'vitest'
import {
  readNameWords,
  restOfWord,
} from '../../../../../src/catalog/matcher/knowledge/words/name-words.ts'
import { read } from '../../../../../src/catalog/matcher/reading/reading.ts'
import { wholeName } from '../../../../../src/catalog/matcher/reading/whole-name.ts'
import { testCatalog } from '../../../open-test-catalog.ts'

const words = readNameWords([
  'garage\t50',
  'garden\t400',
  'gardens\t120',
  'healthcare\t90',
  'hote\t2',
  'hotel\t700',
  'pharmacie\t70',
  'pharmacy\t80',
])

test('a word that a column cut off is completed where nearly all names go on alike', () => {
  expect(restOfWord(words, 'healthc')).toBe('are')
  expect(restOfWord(words, 'garde')).toBe('n')
  expect(restOfWord(words, 'hote')).toBe('l')
})

test('it stays as it is where it is a word, may be several, or is too little of one', () => {
  expect(restOfWord(words, 'garden')).toBe('')
  expect(restOfWord(words, 'pharm')).toBe('')
  expect(restOfWord(words, 'heal')).toBe('')
  expect(restOfWord(words, 'xyzzy')).toBe('')
})

test('a name is completed at the end of its column, and nowhere else', () => {
  const catalog = testCatalog()
  const nameOf = (line: string) => {
    return wholeName(catalog, read(catalog, line, -20).tokens, { from: 0, to: 2 })
  }
  expect(nameOf('THORNQUIST HEALTHC')).toBe('Thornquist Healthcare')
  expect(nameOf('THORNQUIST RESTAURAN   OSLO NO')).toBe('Thornquist Restaurant')
  expect(nameOf('THORNQUIST RESTAURAN LAMPS')).toBe('Thornquist Restauran')
})
