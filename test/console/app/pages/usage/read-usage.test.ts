import { expect, it } from 'vitest'
import { cellsOf, stepsOf } from '../../../../../src/console/app/pages/usage/read-usage.ts'

it('the CSV of the API is read by the names of its columns', () => {
  const csv =
    'start,type,calls,items,charged_cents,free_calls,errors\r\n' +
    '2026-01-02T00:00:00.000Z,company,3,3,6,0,1\r\n'
  expect(cellsOf(csv)).toEqual([
    {
      start: '2026-01-02T00:00:00.000Z',
      group: 'company',
      figures: { charged_cents: 6, items: 3, calls: 3 },
    },
  ])
  expect(cellsOf(csv.split('\r\n')[0] ?? '')).toEqual([])
})

it('a window has every step, also those in which nothing happened', () => {
  const day = { from: '2026-02-27T05:00:00.000Z', to: '2026-03-01T04:00:00.000Z' }
  expect(stepsOf(day, 'day').map((start) => start.slice(5, 10))).toEqual([
    '02-27',
    '02-28',
    '03-01',
  ])
  expect(stepsOf(day, 'month').map((start) => start.slice(0, 10))).toEqual([
    '2026-02-01',
    '2026-03-01',
  ])
})
