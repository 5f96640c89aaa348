import { expect, test } from 'vitest'
import { readDataLines } from '../../../../src/catalog/data-files.ts'
import { limit, readLimits } from '../../../../src/catalog/matcher/knowledge/limits.ts'

test('a number is read by its name', () => {
  expect(limit('famousRank')).toBe(8)
  expect(readLimits(readDataLines('limits.tsv')).sure).toBe(limit('sure'))
})

test('a number that the table lacks is an error', () => {
  expect(() => limit('unheardOf')).toThrow('limits.tsv has no unheardOf')
  expect(() => readLimits(['sure\t0.9'])).toThrow('limits.tsv has no brandSlope')
})
