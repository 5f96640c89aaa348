import { expect, test } from 'vitest'
import {
  keyByWord,
  readWordPairs,
  wordsByKey,
} from '../../../../../src/catalog/matcher/knowledge/tables/word-pairs.ts'

const pairs = readWordPairs(['states\tAU\tnt wa', 'states\tUS\twa tx', 'tills\tccv.eu\tNL BE'])

test('a relation keeps the order of its rows', () => {
  expect([...wordsByKey('states', pairs)]).toEqual([
    ['AU', ['nt', 'wa']],
    ['US', ['wa', 'tx']],
  ])
})

test('of a word that two keys have, the later key counts', () => {
  expect([...keyByWord('states', pairs)]).toEqual([
    ['nt', 'AU'],
    ['wa', 'US'],
    ['tx', 'US'],
  ])
})

test('a relation that the table lacks is an error, not an empty map', () => {
  expect(() => wordsByKey('planets', pairs)).toThrow('word-pairs.tsv has no planets')
  expect(() => keyByWord('planets', pairs)).toThrow('word-pairs.tsv has no planets')
})
