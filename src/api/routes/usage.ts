import { z } from 'zod'
import type { Pool } from '../../db/pool.ts'
import { ProblemSignal } from '../exchange.ts'
import type { Route } from '../route.ts'
import { callerOf } from '../route.ts'

const day = 24 * 3_600_000
const defaultSpanMs = 30 * day
const seriesMax = 10_000
const stepMs = { hour: 3_600_000, day, month: 28 * day }

const figures = {
  calls: z.int().nonnegative(),
  items: z.int().nonnegative(),
  charged_cents: z.int().nonnegative(),
  free_calls: z.int().nonnegative(),
  errors: z.int().nonnegative(),
}

const time = z.union([z.iso.datetime({ offset: true }), z.iso.date()])

const usageQuery = z.object({
  from: time
    .optional()
    .meta({ description: 'Start of the window; 30 days before `to` if left out.' }),
  to: time.optional().meta({ description: 'End of the window; now if left out.' }),
  granularity: z.enum(['hour', 'day', 'month']).optional().meta({ description: 'Default: day.' }),
})

const usageSchema = z.object({
  from: z.string(),
  to: z.string(),
  granularity: z.enum(['hour', 'day', 'month']),
  totals: z.object(figures),
  by_type: z.array(z.object({ type: z.string(), ...figures })),
  series: z.array(z.object({ start: z.string(), ...figures })),
})

export const usageRoute: Route = {
  method: 'GET',
  path: '/usage',
  tag: 'Account',
  summary: 'Charged calls by type and time',
  description: 'Whole hours (UTC) that touch the window. Sums equal the charges of the ledger.',
  auth: 'account',
  query: usageQuery,
  answers: { 200: { description: 'The usage.', schema: usageSchema } },
  async handle(context, exchange, input) {
    const query = input.query as z.infer<typeof usageQuery> // as: parsed by the router.
    const { accountId } = callerOf(input)
    const window = windowOf(query)
    await context.standings.current(accountId)
    const { pool } = context.runtime()
    const series = await readSeries(pool, accountId, window)
    const byType = await readByType(pool, accountId, window)
    const totals = byType.reduce((sum, { type: _, ...row }) => add(sum, row), nothing)
    exchange.json(200, { ...window, totals, by_type: byType, series })
  },
}

type Figures = z.infer<z.ZodObject<typeof figures>>
const nothing: Figures = { calls: 0, items: 0, charged_cents: 0, free_calls: 0, errors: 0 }

interface Window {
  readonly from: string
  readonly to: string
  readonly granularity: 'hour' | 'day' | 'month'
}

function windowOf({ from, to, granularity = 'day' }: z.infer<typeof usageQuery>): Window {
  const end = to === undefined ? Date.now() : Date.parse(to)
  const start = from === undefined ? end - defaultSpanMs : Date.parse(from)
  if (start > end) throw wrongWindow('`from` lies after `to`.')
  if ((end - start) / stepMs[granularity] > seriesMax) {
    throw wrongWindow(`The window holds more than ${seriesMax} ${granularity}s.`)
  }
  return { from: new Date(start).toISOString(), to: new Date(end).toISOString(), granularity }
}

function wrongWindow(detail: string): ProblemSignal {
  return new ProblemSignal('invalid_request', {
    detail,
    errors: [{ pointer: 'from', message: detail }],
  })
}

const sums = `sum(calls)::float8 as calls, sum(items)::float8 as items,
  sum(charged_cents)::float8 as charged_cents, sum(free_calls)::float8 as free_calls,
  sum(errors)::float8 as errors`
const inWindow = `account_id = $1 and hour >= date_trunc('hour', $2::timestamptz, 'UTC')
  and hour <= $3::timestamptz`

async function readSeries(pool: Pool, accountId: string, { from, to, granularity }: Window) {
  const { rows } = await pool.query<Figures & { start: Date }>(
    `select date_trunc($4, hour, 'UTC') as start, ${sums} from usage where ${inWindow}
      group by 1 order by 1`,
    [accountId, from, to, granularity],
  )
  return rows.map(({ start, ...row }) => ({ start: start.toISOString(), ...row }))
}

async function readByType(pool: Pool, accountId: string, { from, to }: Window) {
  const { rows } = await pool.query<Figures & { type: string }>(
    `select type, ${sums} from usage where ${inWindow} group by type order by type`,
    [accountId, from, to],
  )
  return rows
}

function add(a: Figures, b: Figures): Figures {
  return {
    calls: a.calls + b.calls,
    items: a.items + b.items,
    charged_cents: a.charged_cents + b.charged_cents,
    free_calls: a.free_calls + b.free_calls,
    errors: a.errors + b.errors,
  }
}
