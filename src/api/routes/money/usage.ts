import { z } from 'zod'
import type { Pool } from '../../../db/pool.ts'
import { csvCell, csvRow } from '../../../statements/csv/write-row.ts'
import type { ApiContext } from '../../context.ts'
import { named } from '../../http/named.ts'
import type { Figures, Usage, UsageRow, UsageWindow } from '../../money/read-usage.ts'
import { nothing, plus, readUsage, WindowTooFine } from '../../money/read-usage.ts'
import { defineRoute } from '../../route.ts'
import { granularities, windowOf, windowQuery, wrongWindow } from './usage-window.ts'

const csvType = 'text/csv'

const figures = {
  calls: z.int().nonnegative().meta({ description: 'Charged ones, also those by free calls.' }),
  items: z.int().nonnegative(),
  charged_cents: z.int().nonnegative(),
  free_calls: z.int().nonnegative(),
  errors: z.int().nonnegative().meta({ description: 'Not found, failed or refused: free.' }),
}

const usageQuery = z.object({
  ...windowQuery,
  by: z
    .enum(['type', 'key'])
    .optional()
    .meta({ description: 'What the rows of the CSV are broken down by; default: type.' }),
})

const usageSchema = named(
  'Usage',
  z.object({
    from: z.string(),
    to: z.string(),
    granularity: z.enum(granularities),
    totals: named('UsageFigures', z.object(figures)),
    by_type: z.array(z.object({ type: z.string(), ...figures })),
    by_key: z
      .array(z.object({ key_id: z.string().nullable(), name: z.string().nullable(), ...figures }))
      .meta({ description: '`key_id` null: jobs refused at once, and keys no longer known.' }),
    series: z.array(z.object({ start: z.string(), ...figures })),
  }),
)

const some = { calls: 9, items: 11, charged_cents: 4, free_calls: 7, errors: 1 }
const start = '2026-01-01T00:00:00.000Z'

const example = {
  from: start,
  to: '2026-01-31T23:59:59.999Z',
  granularity: 'month',
  totals: some,
  by_type: [{ type: 'transaction', ...some }],
  by_key: [{ key_id: 'key_ed2RNfqCJiuMePHhqqdARE', name: 'till 3', ...some }],
  series: [{ start, ...some }],
}
const csvExample =
  `start,type,${Object.keys(some).join(',')}\r\n` +
  `${start},transaction,${Object.values(some).join(',')}\r\n`

export const usageRoute = defineRoute({
  method: 'GET',
  path: '/usage',
  operationId: 'getUsage',
  tag: 'Credits',
  summary: 'Charged calls by type, key and time',
  description:
    'Sums equal the charges of the ledger in the window, to the cent and the item. Without `to` ' +
    'it ends now, without `from` it is 30 days long. Steps are of ' +
    `UTC. With \`Accept: ${csvType}\` as CSV, one row a step and type (or key, with \`by=key\`).`,
  auth: 'account',
  scope: 'read',
  query: usageQuery,
  answers: {
    200: {
      description: 'The usage.',
      schema: usageSchema,
      example,
      forms: { [csvType]: csvExample },
    },
  },
  async handle(context, exchange, input) {
    const query = input.query
    const { accountId } = input.caller
    const window = windowOf(query)
    const usage = await usageOf(context, accountId, window)
    if ((exchange.header('accept') ?? '').includes(csvType)) {
      exchange.set({ 'Content-Disposition': `attachment; filename="usage-${accountId}.csv"` })
      return exchange.text(200, csvOf(usage, query.by ?? 'type'), `${csvType}; charset=utf-8`)
    }
    const names = await keyNames(context.runtime().pool, accountId)
    exchange.json(200, {
      from: new Date(window.fromMs).toISOString(),
      to: new Date(window.toMs).toISOString(),
      granularity: window.granularity,
      totals: sumOf(usage.byType),
      by_type: [...sumsBy(usage.byType, ({ group }) => group)].map(([type, sums]) => {
        return { type, ...sums }
      }),
      by_key: [...sumsBy(usage.byKey, ({ group }) => group)].map(([id, sums]) => {
        return { key_id: id === noKey ? null : id, name: names.get(id) ?? null, ...sums }
      }),
      series: [...sumsBy(usage.byType, ({ start }) => start)].map(([start, sums]) => {
        return { start, ...sums }
      }),
    })
  },
})

/** Two calls are not counted before the answer of the first is known to be counted. */
async function usageOf(
  { accounts, runtime }: ApiContext,
  accountId: string,
  window: UsageWindow,
): Promise<Usage> {
  await accounts.current(accountId)
  try {
    return withoutKey(await readUsage(runtime().pool, accountId, window))
  } catch (error) {
    if (!(error instanceof WindowTooFine)) throw error
    throw wrongWindow('The parts of hours at its ends hold too many calls: use whole hours.')
  }
}

/** Usage without a known key is a group of its own, so that the groups add up. */
const noKey = ''

function withoutKey({ byType, byKey }: Usage): Usage {
  const known = sumsBy(byKey, ({ start }) => start)
  const rest = [...sumsBy(byType, ({ start }) => start)].map(([start, sums]): UsageRow => {
    return { start, group: noKey, ...plus(sums, known.get(start) ?? nothing, -1) }
  })
  const isSome = ({ calls, items, errors }: Figures) => calls + items + errors > 0
  return { byType, byKey: [...byKey, ...rest.filter(isSome)] }
}

function sumsBy(
  rows: readonly UsageRow[],
  placeOf: (row: UsageRow) => string,
): ReadonlyMap<string, Figures> {
  const sums = new Map<string, Figures>()
  for (const row of rows) {
    const place = placeOf(row)
    sums.set(place, plus(sums.get(place) ?? nothing, row))
  }
  return sums
}

function sumOf(rows: readonly UsageRow[]): Figures {
  return rows.reduce(plusRow, nothing)
}

function plusRow(sum: Figures, row: Figures): Figures {
  return plus(sum, row)
}

async function keyNames(pool: Pool, accountId: string): Promise<ReadonlyMap<string, string>> {
  const { rows } = await pool.query<{ id: string; name: string }>({
    name: 'names-of-keys',
    text: 'select id, name from api_keys where account_id = $1',
    values: [accountId],
  })
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** RFC 4180. */
function csvOf({ byType, byKey }: Usage, by: 'type' | 'key'): string {
  const rows = [...(by === 'key' ? byKey : byType)].sort((a, b) => (a.start < b.start ? -1 : 1))
  const head = `start,${by === 'key' ? 'key_id' : 'type'},${Object.keys(figures).join(',')}\r\n`
  return (
    head +
    rows
      .map(({ start, group, calls, items, charged_cents, free_calls, errors }) =>
        csvRow([start, group, calls, items, charged_cents, free_calls, errors].map(csvCell)),
      )
      .join('')
  )
}
