import { z } from 'zod'
import { named } from '../../http/named.ts'
import type { MatchRate } from '../../money/read-match-rate.ts'
import { readMatchRate } from '../../money/read-match-rate.ts'
import { defineRoute } from '../../route.ts'
import { granularities, windowOf, windowQuery } from './usage-window.ts'

const rate = {
  looked_up: z.int().nonnegative().meta({
    description: 'Lines and names that could be read, of calls, batches and jobs; paid or free.',
  }),
  matched: z.int().nonnegative().meta({
    description:
      'Those of which the merchant, company or person is known, or that surely name nobody.',
  }),
}

const matchRateSchema = named(
  'MatchRate',
  z.object({
    from: z.string(),
    to: z.string(),
    granularity: z.enum(granularities),
    totals: named('MatchFigures', z.object(rate)),
    by_type: z.array(z.object({ type: z.string(), ...rate })),
    series: z.array(z.object({ start: z.string(), ...rate })),
  }),
)

const some = { looked_up: 1_204, matched: 1_069 }
const start = '2026-01-01T00:00:00.000Z'

export const matchRateRoute = defineRoute({
  method: 'GET',
  path: '/usage/matches',
  operationId: 'getMatchRate',
  tag: 'Credits',
  summary: 'How much was found, by type and time',
  description:
    'Of the lines and names that were looked up in whole hours of UTC (the first and last hour of ' +
    'the window count whole), how many were found. Counted as they are looked up, so it tells of ' +
    'the quality of your data; what was paid is in `/usage`. It follows within a second.',
  auth: 'account',
  scope: 'read',
  query: z.object(windowQuery),
  answers: {
    200: {
      description: 'The figures.',
      schema: matchRateSchema,
      example: {
        from: start,
        to: '2026-01-31T23:59:59.999Z',
        granularity: 'month',
        totals: some,
        by_type: [{ type: 'transaction', ...some }],
        series: [{ start, ...some }],
      },
    },
  },
  async handle({ runtime }, exchange, input) {
    const window = windowOf(input.query)
    const rows = await readMatchRate(runtime().pool, input.caller.accountId, window)
    exchange.json(200, {
      from: new Date(window.fromMs).toISOString(),
      to: new Date(window.toMs).toISOString(),
      granularity: window.granularity,
      totals: rows.reduce(plus, nothing),
      by_type: grouped(rows, ({ type }) => type).map(([type, sums]) => ({ type, ...sums })),
      series: grouped(rows, ({ start }) => start).map(([start, sums]) => ({ start, ...sums })),
    })
  },
})

type Sums = Pick<MatchRate, 'looked_up' | 'matched'>

function grouped(rows: readonly MatchRate[], placeOf: (row: MatchRate) => string) {
  const groups = new Map<string, Sums>()
  for (const row of rows) {
    const place = placeOf(row)
    groups.set(place, plus(groups.get(place) ?? nothing, row))
  }
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1))
}

const nothing: Sums = { looked_up: 0, matched: 0 }

function plus(a: Sums, b: Sums): Sums {
  return { looked_up: a.looked_up + b.looked_up, matched: a.matched + b.matched }
}
