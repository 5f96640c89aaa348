import { expect, test } from 'vitest'
import { isNumberedName } from '../../../../src/catalog/matcher/reading/numbered-name.ts'

test.each([
  ['99designs', true],
  ['365market', true],
  ['24march', false],
  ['8h2kj1mn', false],
  ['1234flowers', false],
  ['4you', false],
])('a short number before a word, which is no month: %s', (key, isName) => {
  expect(isNumberedName(key)).toBe(isName)
})
