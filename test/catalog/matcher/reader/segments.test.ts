import { expect, test } from 'vitest'
import { segmentsOf } from '../../../../src/catalog/matcher/reader/segments.ts'
import { tokenise } from '../../../../src/catalog/matcher/tokens.ts'

test('a part of a line begins at a mark that sets it apart, and a dot or a hyphen sets nothing apart', () => {
  const { from, to } = segmentsOf(tokenise('CARD 12, CO-OP FOOD.COM  LEEDS'))
  expect([...from]).toEqual([0, 0, 2, 2, 2, 2, 6])
  expect([...to]).toEqual([2, 2, 6, 6, 6, 6, 7])
})

test('a line without words has no parts', () => {
  expect(segmentsOf([]).from).toHaveLength(0)
})
