import { describe, expect, test } from 'vitest'
import { figuresOf } from './figures.ts'
import { measure } from './measure.ts'

const verdicts = measure()
const figures = figuresOf(verdicts)

test('the public set has four hundred lines of ten countries and more', () => {
  expect(figures.lines).toBeGreaterThanOrEqual(400)
  expect(new Set(verdicts.map(({ line }) => line.country)).size).toBeGreaterThanOrEqual(10)
})

describe('no change of the catalog or the matcher falls below the floor of', () => {
  test.each([
    ['precision', 0.94],
    ['recall', 0.88],
    ['abstention', 0.95],
    ['detailed', 0.92],
    ['primary', 0.93],
    ['website', 0.95],
  ] as const)('%s %f', (name, floor) => {
    expect(figures[name]).toBeGreaterThanOrEqual(floor)
  })

  test('confidence is a probability: the calibration error stays small', () => {
    expect(figures.calibrationError).toBeLessThanOrEqual(0.08)
  })
})
