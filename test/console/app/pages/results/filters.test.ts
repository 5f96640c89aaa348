import { expect, it } from 'vitest'
import { matches, wantedBy } from '../../../../../src/console/app/pages/results/filters.ts'

const rows = [
  { row: 1, description: 'NETFLIX.COM', merchant: 'Netflix', merchant_id: 'm', confidence: 0.9 },
  { row: 2, description: 'QQXZ 99', merchant: 'Qqxz', merchant_id: null, confidence: 0.4 },
  { row: 3, error: { message: 'must be a number' } },
  { row: 4, description: 'ATM', merchant: null, category: 'Transfer Out', confidence: 0.8 },
]

function rowsOf(query: string): readonly number[] {
  const wanted = wantedBy(new URLSearchParams(query))
  return rows.filter((row) => matches(row, wanted)).map(({ row }) => row)
}

it('rows are narrowed to those not recognised, of low confidence, in error, or with a text', () => {
  expect(rowsOf('')).toEqual([1, 2, 3, 4])
  expect(rowsOf('show=unmatched')).toEqual([2])
  expect(rowsOf('show=low')).toEqual([2])
  expect(rowsOf('show=error')).toEqual([3])
  expect(rowsOf('text=netf')).toEqual([1])
  expect(rowsOf('category=Transfer+Out')).toEqual([4])
})
