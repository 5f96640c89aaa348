import { describe, expect, test } from 'vitest'
import { figuresOf } from './figures.ts'
import { measure, measureUnseen } from './measure.ts'

/** Names are wrong oftener here than on real statements, by which confidence is measured. */
const errorMax = 0.05

const verdicts = measure()
const figures = figuresOf(verdicts)
const all = figuresOf([...verdicts, ...measure('lines-hard')])

test('the public set has four hundred lines of ten countries and more', () => {
  expect(figures.lines).toBeGreaterThanOrEqual(400)
  expect(new Set(verdicts.map(({ line }) => line.country)).size).toBeGreaterThanOrEqual(10)
})

describe('no change of the catalog or the matcher falls below the floor of', () => {
  test.each([
    ['precision', 0.97],
    ['recall', 0.87],
    ['abstention', 0.95],
    ['detailed', 0.95],
    ['primary', 0.98],
    ['website', 0.98],
  ] as const)('%s %f', (name, floor) => {
    expect(figures[name]).toBeGreaterThanOrEqual(floor)
  })

  test('confidence is a probability: the calibration error stays small', () => {
    expect(all.calibrationError).toBeLessThanOrEqual(errorMax)
  })
})

describe('nor below that of lines that nothing was made from,', () => {
  const unseen = figuresOf(measureUnseen())

  test.each([
    ['precision', 0.97],
    ['recall', 0.77],
    ['abstention', 0.85],
    ['detailed', 0.83],
    ['primary', 0.86],
    ['website', 0.92],
  ] as const)('%s %f', (name, floor) => {
    expect(unseen[name]).toBeGreaterThanOrEqual(floor)
  })

  test('nor is confidence further from how often it is right', () => {
    expect(unseen.calibrationError).toBeLessThanOrEqual(0.09)
  })
})
