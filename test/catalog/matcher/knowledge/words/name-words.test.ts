import { expect, test } from 'vitest'
import {
  readNameWords,
  restOfWord,
} from '../../../../../src/catalog/matcher/knowledge/words/name-words.ts'
import { matchLine } from '../../../../../src/catalog/matcher/match-line.ts'
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
  const nameOf = (line: string) => matchLine(testCatalog(), line, -20).merchant
  expect(nameOf('THORNQUIST HEALTHC')).toBe('Thornquist Healthcare')
  expect(nameOf('THORNQUIST RESTAURAN   OSLO NO')).toBe('Thornquist Restaurant')
})
