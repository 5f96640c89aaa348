import { expect, it } from 'vitest'
import { spentByMonth } from '../../../../../src/console/app/pages/overview/read-overview.ts'

it('this month is held against last month up to the same day, also from a longer month', () => {
  const nothing = { calls: 0, items: 0, free_calls: 0, errors: 0 }
  const series = [
    ['2026-01-02', 1_000],
    ['2026-01-31', 500],
    ['2026-02-01', 40],
    ['2026-02-27', 2],
    ['2026-03-01', 7],
    ['2026-03-30', 5],
  ].map(([day, chargedCents]) => {
    return { ...nothing, start: `${day}T00:00:00.000Z`, charged_cents: Number(chargedCents) }
  })
  const at = (time: string) => spentByMonth({ series }, new Date(time))
  expect(at('2026-02-03T12:00:00Z')).toEqual({
    thisMonth: 54,
    lastMonth: 1_500,
    lastMonthSoFar: 1_000,
  })
  const march = { thisMonth: 12, lastMonth: 42, lastMonthSoFar: 42 }
  expect(at('2026-03-31T23:00:00Z')).toEqual(march)
})
