import { expect, test } from 'vitest'
import { parseAmount } from '../../../src/jobs/rows/amount.ts'

test.each([
  ['', null],
  ['  ', null],
  ['-5.75', -5.75],
  ['1234', 1234],
  ['1,234.56', 1234.56],
  ['1.234,56', 1234.56],
  ['1.234.567,8', 1234567.8],
  ['1 234,56', 1234.56],
  ["1'234.56", 1234.56],
  ['-12,50 €', -12.5],
  ['USD 7.00', 7],
  ['(12.50)', -12.5],
  ['12,50-', -12.5],
  ['12,50 S', -12.5],
  ['12,50 H', 12.5],
  ['+3', 3],
  ['.5', 0.5],
  ['n/a', undefined],
  ['1.2.3', undefined],
  ['1,2,3', undefined],
  ['12.50)', undefined],
  ['--5', undefined],
  ['5e3', undefined],
])('%j is %j', (cell, amount) => {
  expect(parseAmount(cell, false)).toBe(amount)
  expect(parseAmount(cell, true)).toBe(amount)
})

test('one comma and three digits: a decimal comma where commas do not part the cells', () => {
  expect(parseAmount('1,234', false)).toBe(1234)
  expect(parseAmount('1,234', true)).toBe(1.234)
})
