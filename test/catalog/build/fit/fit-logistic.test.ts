import { expect, test } from 'vitest'
import { fitLogistic } from '../../../../src/catalog/build/fit/fit-logistic.ts'
import { probabilityOf } from '../../../../src/catalog/matcher/knowledge/calibration.ts'

/** So many of a hundred lines with the sign are right. */
function lines(sign: number, right: number) {
  return Array.from({ length: 100 }, (_, at) => ({ signs: { sign }, right: at < right }))
}

test('what is fitted gives each sign the share that was right with it', () => {
  const weights = fitLogistic([...lines(0, 90), ...lines(1, 30)])
  expect(probabilityOf(weights, { sign: 0 })).toBeCloseTo(0.9, 1)
  expect(probabilityOf(weights, { sign: 1 })).toBeCloseTo(0.3, 1)
})

test('a sign that parts right from wrong without a doubt gets no endless weight', () => {
  const weights = fitLogistic([...lines(0, 0), ...lines(1, 100)])
  expect(Math.abs(weights.get('sign') ?? Number.NaN)).toBeLessThan(20)
  expect(probabilityOf(weights, { sign: 1 })).toBeGreaterThan(0.9)
})
