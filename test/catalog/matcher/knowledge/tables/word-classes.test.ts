import { expect, test } from 'vitest'
import {
  readWordClasses,
  wordClass,
  wordPattern,
} from '../../../../../src/catalog/matcher/knowledge/tables/word-classes.ts'

const classes = readWordClasses([
  'rails\tupi pix',
  'trades\tFOOD* *_GROCERIES *_BEER_* TRAVEL_LODGING',
  'sites\tikea.com',
])

test('a class is the set of its words', () => {
  expect([...wordClass('rails', classes)]).toEqual(['upi', 'pix'])
})

test('a class that the table lacks is an error, not an empty set', () => {
  expect(() => wordClass('planets', classes)).toThrow('word-classes.tsv has no planets')
  expect(() => wordPattern('planets', classes)).toThrow('word-classes.tsv has no planets')
})

test('a star stands for any letters before or behind a word', () => {
  const trades = wordPattern('trades', classes)
  const fitting = ['FOOD_AND_DRINK', 'ANY_GROCERIES', 'A_BEER_B', 'TRAVEL_LODGING']
  expect(fitting.filter((code) => !trades.test(code))).toEqual([])
  const others = ['SEAFOOD', 'A_GROCERIES_B', 'BEER', 'TRAVEL_LODGINGS', 'A_TRAVEL_LODGING', '']
  expect(others.filter((code) => trades.test(code))).toEqual([])
})

test('a point of a word is a point', () => {
  expect(wordPattern('sites', classes).test('ikea.com')).toBe(true)
  expect(wordPattern('sites', classes).test('ikeaxcom')).toBe(false)
})

test('the table of the catalog has the legal forms, folded', () => {
  expect(wordClass('legal_forms').has('gmbh')).toBe(true)
})
