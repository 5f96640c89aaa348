import { expect, test } from 'vitest'
import { isPartOfNumber } from '../../../../src/catalog/matcher/reading/amounts.ts'
import { tokenise } from '../../../../src/catalog/matcher/tokens.ts'

test.each([
  ['CALL 888-555-0142', 1, 2, 'a telephone'],
  ['ON 07/11/2026', 2, 3, 'a date'],
  ['ON 07/11', 2, 3, 'its end'],
  ['balance: 365.365 huf', 1, 3, 'an amount'],
  ['PAID 365,40', 1, 2, 'one with decimals'],
  ['PAID 365 EUR', 1, 2, 'a round one'],
])('a number in %s is no brand that is one', (line, from, to) => {
  expect(isPartOfNumber(tokenise(line), from, to)).toBe(true)
})

test.each([
  ['7-11 4418', 0, 2],
  ['7-11 #4418 DALLAS TX', 0, 2],
  ['76 *4418', 0, 1],
  ['CARD 4418:76 FRESNO', 2, 3],
  ['888,20.00,GBP', 0, 1],
  ['7-11 THB 55.00', 0, 2],
  ['99 try it', 0, 1],
  ['888 CASINO', 0, 1],
  ['CARD 4418 365', 2, 3],
  ['ACE-HARDWARE', 0, 1],
])('one that stands by itself may be: %s', (line, from, to) => {
  expect(isPartOfNumber(tokenise(line), from, to)).toBe(false)
})
