import { once } from 'node:events'
import { z } from 'zod'
import type { Pool } from '../../db/pool.ts'
import { entrySchema, entryTypes } from '../../ledger/entry.ts'
import { cursorParameter, readCursor, writeCursor } from '../cursor.ts'
import type { Exchange } from '../exchange.ts'
import { ProblemSignal } from '../exchange.ts'
import type { Route } from '../route.ts'
import { callerOf } from '../route.ts'
import { pageOf } from '../schemas.ts'

const entriesPerRead = 1_000
const streamType = 'application/x-ndjson'

const ledgerQuery = z.object({
  after: z.int().min(0).optional().meta({ description: 'Starts behind this seq.' }),
  limit: z.int().min(1).max(1_000).optional().meta({ description: 'Entries a page; default 100.' }),
  cursor: cursorParameter,
  type: z.enum(entryTypes).optional(),
  from: z.iso.datetime({ offset: true }).optional().meta({ description: 'Inclusive.' }),
  to: z.iso.datetime({ offset: true }).optional().meta({ description: 'Inclusive.' }),
})

export const ledgerRoute: Route = {
  method: 'GET',
  path: '/ledger',
  tag: 'Ledger',
  summary: 'The entries of the account, oldest first',
  description: `With \`Accept: ${streamType}\` the whole ledger as a stream, one entry a line.`,
  auth: 'account',
  query: ledgerQuery,
  answers: { 200: { description: 'One page, or the stream.', schema: pageOf(entrySchema) } },
  async handle(context, exchange, input) {
    const query = input.query as z.infer<typeof ledgerQuery> // as: parsed by the router.
    const { accountId } = callerOf(input)
    await context.standings.current(accountId)
    const { pool } = context.runtime()
    const filter = filterOf(accountId, query)
    if ((exchange.header('accept') ?? '').includes(streamType)) {
      return stream(exchange, pool, filter)
    }
    const limit = query.limit ?? 100
    const rows = await readEntries(pool, filter, limit + 1)
    const page = rows.slice(0, limit)
    const more = rows.length > limit
    const next = more ? writeCursor([page.at(-1)?.seq ?? 0]) : null
    // The entries are JSON text already: one is as long on the way as in the hash.
    const data = page.map(({ entry }) => entry).join(',')
    exchange.text(
      200,
      `{"data":[${data}],"next_cursor":${JSON.stringify(next)}}`,
      'application/json',
    )
  },
}

export const ledgerEntryRoute: Route = {
  method: 'GET',
  path: '/ledger/:seq',
  tag: 'Ledger',
  summary: 'One entry of the account',
  auth: 'account',
  params: z.object({ seq: z.string().regex(/^[0-9]{1,15}$/, 'must be a whole number') }),
  answers: { 200: { description: 'The entry.', schema: entrySchema } },
  problems: ['not_found'],
  async handle(context, exchange, input) {
    const { accountId } = callerOf(input)
    await context.standings.current(accountId)
    const { rows } = await context.runtime().pool.query<{ entry: string }>({
      name: 'ledger-entry',
      text: 'select entry from entries where account_id = $1 and seq = $2',
      values: [accountId, input.params.seq],
    })
    if (!rows[0]) throw new ProblemSignal('not_found', 'The ledger has no such entry.')
    exchange.text(200, rows[0].entry, 'application/json')
  },
}

interface Filter {
  readonly accountId: string
  readonly after: number
  readonly type: string | null
  readonly from: string | null
  readonly to: string | null
}

function filterOf(accountId: string, query: z.infer<typeof ledgerQuery>): Filter {
  const cursor = readCursor(z.tuple([z.int()]), query.cursor)
  return {
    accountId,
    after: cursor?.[0] ?? query.after ?? 0,
    type: query.type ?? null,
    from: query.from ? new Date(query.from).toISOString() : null,
    to: query.to ? new Date(query.to).toISOString() : null,
  }
}

interface EntryRow {
  readonly seq: number
  readonly entry: string
}

async function readEntries(pool: Pool, filter: Filter, limit: number): Promise<EntryRow[]> {
  const { accountId, after, type, from, to } = filter
  const { rows } = await pool.query<{ seq: string; entry: string }>({
    name: 'ledger-page',
    text: `select seq, entry from entries where account_id = $1 and seq > $2
        and ($3::text is null or type = $3) and ($4::text is null or at >= $4)
        and ($5::text is null or at <= $5)
      order by seq limit $6`,
    values: [accountId, after, type, from, to, limit],
  })
  return rows.map(({ seq, entry }) => ({ seq: Number(seq), entry }))
}

/** Page by page, as fast as the caller reads: memory does not grow with the ledger. */
async function stream(exchange: Exchange, pool: Pool, filter: Filter): Promise<void> {
  const out = exchange.open(200, streamType)
  let { after } = filter
  while (!exchange.gone) {
    const rows = await readEntries(pool, { ...filter, after }, entriesPerRead)
    const last = rows.at(-1)
    if (!last) break
    after = last.seq
    const flowing = out.write(rows.map(({ entry }) => `${entry}\n`).join(''))
    if (!flowing && !exchange.gone) await Promise.race([once(out, 'drain'), once(out, 'close')])
  }
  out.end()
}
