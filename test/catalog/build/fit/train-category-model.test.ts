import { expect, test } from 'vitest'
import { shiftsTo } from '../../../../src/catalog/build/fit/train-category-model.ts'

const samples = [
  ...Array.from({ length: 3 }, () => ({ features: ['@name'], category: 'RARE_ON_STATEMENTS' })),
  { features: ['@name'], category: 'OFTEN_ON_STATEMENTS' },
  { features: ['@nobody'], category: 'OFTEN_ON_STATEMENTS' },
  { features: ['@nobody'], category: 'A_FEE' },
]

test('a trade weighs as much as names of it are met, however many it was learned from', () => {
  const shares = { RARE_ON_STATEMENTS: 0.1, OFTEN_ON_STATEMENTS: 0.5 }
  const shifts = shiftsTo(new Map(Object.entries(shares)), samples)
  const learned = [0.75, 0.25]
  const weighed = shifts.map(({ shift }, at) => (learned[at] ?? 0) * Math.exp(shift))
  expect(weighed[0]).toBeCloseTo(0.1)
  expect(weighed[1]).toBeCloseTo(0.5)
})

test.each([
  ['nobody has', samples],
  ['none of no names has', []],
])('a share of a trade that %s is refused', (_, from) => {
  expect(() => shiftsTo(new Map([['A_FEE', 0.2]]), from)).toThrow('no names of A_FEE')
})
