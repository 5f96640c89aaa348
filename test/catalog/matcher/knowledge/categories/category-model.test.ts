import { expect, test } from 'vitest'
import {
  guessByLine,
  likelyIncoming,
  readCategoryModel,
} from '../../../../../src/catalog/matcher/knowledge/categories/category-model.ts'
import {
  readNetwork,
  width,
  writeNetwork,
} from '../../../../../src/catalog/matcher/knowledge/categories/category-network.ts'

const categories = ['GROCERIES', 'INCOME_WAGES', 'TRANSFER_OUT_ACCOUNT_TRANSFER']
const features = ['bread', '~bread', '~salary', '~sent']
/** The words of each feature stir the unit of its category, and nothing else. */
const stirs = [0, 0, 1, 2]
const vectors = new Float32Array(features.length * width)
stirs.forEach((unit, feature) => {
  vectors[feature * width + unit] = 2
})
const weights = new Float32Array(categories.length * width)
categories.forEach((_, category) => {
  weights[category * width + category] = 2
})
const written = writeNetwork({
  vectors,
  unit: 1,
  weights,
  bases: new Float32Array([0, 0.5, 0]),
  named: new Float32Array([0, 9, 0]),
})
const model = readCategoryModel([categories.join('\t'), ...written], features)
const guess = (words: string, named: boolean, came: boolean | null = null) =>
  guessByLine(model, {
    keys: words.split(' '),
    from: 0,
    to: named ? 1 : 0,
    came,
    phrase: null,
  })

test('a written network is read as it was', () => {
  expect(writeNetwork(readNetwork(written, features.length, categories.length))).toEqual(written)
})

test('a table of another length is refused', () => {
  expect(() => readNetwork(written, features.length + 1, 3)).toThrow('160 vectors')
  expect(() => readNetwork(written, features.length, 2)).toThrow('120 weights')
})

test('how often names are met counts where one is named, and nowhere else', () => {
  expect(guess('bread', true)?.category).toBe('INCOME_WAGES')
  expect(guess('bread', false)?.category).toBe('GROCERIES')
})

test('money that came was not sent, and money that went was not earned', () => {
  expect(guess('sent', false, null)?.category).toBe('TRANSFER_OUT_ACCOUNT_TRANSFER')
  expect(guess('sent', false, true)?.category).toBe('INCOME_WAGES')
  expect(guess('salary', false, null)?.category).toBe('INCOME_WAGES')
  expect(guess('salary', false, false)?.category).not.toBe('INCOME_WAGES')
})

test('a name keeps its category whichever way money went: a tax may be given back', () => {
  expect(guess('bread salary', true, false)?.category).toBe('INCOME_WAGES')
})

test('each line is told by its own words, whatever was asked before', () => {
  const alone = guess('bread', false)
  guess('salary sent', false)
  likelyIncoming(model, ['salary'])
  expect(guess('bread', false)).toEqual(alone)
})

test('how likely money came is between nothing and one, also of a line without words', () => {
  expect(likelyIncoming(model, ['salary'])).toBeGreaterThan(0.9)
  expect(likelyIncoming(model, ['sent'])).toBeLessThan(0.1)
  expect(likelyIncoming(model, [])).toBeCloseTo(Math.exp(0.5) / (2 + Math.exp(0.5)), 5)
  expect(likelyIncoming(model, Array<string>(5_000).fill('salary'))).toBeLessThanOrEqual(1)
})

test('words that it does not know tell nothing', () => {
  expect(guess('qqxzvw', true)).toBe(null)
})
