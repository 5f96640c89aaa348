import { z } from 'zod'
import type { Pool } from '../../../db/pool.ts'
import { entrySchema, entryTypes } from '../../../ledger/entry.ts'
import type { EntrySpan } from '../../../projections/entries-view.ts'
import { readSpan, spanOf } from '../../../projections/entries-view.ts'
import { cursorParameter, readCursor, writeCursor } from '../../http/cursor.ts'
import { ProblemSignal } from '../../http/exchange.ts'
import { named } from '../../http/named.ts'
import { pageExample, pageOf, windowParameters } from '../../http/schemas.ts'
import { pagesOf, streamTexts } from '../../http/stream-entries.ts'
import { defineRoute } from '../../route.ts'
import { entryExample, exportExample } from './examples.ts'

named('LedgerEntry', entrySchema)
for (const option of entrySchema.options) named(option.shape.type.value, option)

const streamType = 'application/x-ndjson'

const ledgerQuery = z.object({
  after: z.int().min(0).optional().meta({ description: 'Starts behind this seq.' }),
  limit: z.int().min(1).max(1_000).optional().meta({ description: 'Entries a page; default 100.' }),
  cursor: cursorParameter,
  type: z.enum(entryTypes).optional(),
  ...windowParameters,
})

export const ledgerRoute = defineRoute({
  method: 'GET',
  path: '/ledger',
  operationId: 'listLedgerEntries',
  tag: 'Ledger',
  summary: 'The entries of the account, oldest first',
  description: `With \`Accept: ${streamType}\` the whole ledger as a stream, one entry a line.`,
  auth: 'account',
  scope: 'read',
  query: ledgerQuery,
  answers: {
    200: {
      description: 'One page, or the stream.',
      schema: pageOf('LedgerEntryPage', entrySchema),
      example: pageExample(entryExample),
      forms: { [streamType]: exportExample },
    },
  },
  async handle(context, exchange, input) {
    const query = input.query
    const { accountId } = input.caller
    await context.accounts.current(accountId)
    const { pool } = context.runtime()
    const span = await spanAsked(pool, accountId, query)
    if ((exchange.header('accept') ?? '').includes(streamType)) {
      return streamTexts(exchange, exchange.open(200, streamType), linesOf(pool, span))
    }
    const limit = query.limit ?? 100
    const rows = await readSpan(pool, span, limit + 1)
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
})

export const ledgerEntryRoute = defineRoute({
  method: 'GET',
  path: '/ledger/:seq',
  operationId: 'getLedgerEntry',
  tag: 'Ledger',
  summary: 'One entry of the account',
  auth: 'account',
  scope: 'read',
  params: z.object({ seq: z.string().regex(/^[0-9]{1,15}$/, 'must be a whole number') }),
  answers: { 200: { description: 'The entry.', schema: entrySchema, example: entryExample } },
  problems: ['not_found'],
  async handle(context, exchange, input) {
    const { accountId } = input.caller
    await context.accounts.current(accountId)
    const { rows } = await context.runtime().pool.query<{ entry: string }>({
      name: 'ledger-entry',
      text: 'select entry from entries where account_id = $1 and seq = $2',
      values: [accountId, input.params.seq],
    })
    if (!rows[0]) throw new ProblemSignal('not_found', 'The ledger has no such entry.')
    exchange.text(200, rows[0].entry, 'application/json')
  },
})

async function spanAsked(
  pool: Pool,
  accountId: string,
  query: z.infer<typeof ledgerQuery>,
): Promise<EntrySpan> {
  const cursor = readCursor(['seq'], query.cursor)
  const span = await spanOf(pool, accountId, query)
  const after = Math.max(span.after, cursor?.[0] ?? query.after ?? 0)
  return { ...span, after, type: query.type ?? null }
}

async function* linesOf(pool: Pool, span: EntrySpan): AsyncGenerator<string> {
  for await (const rows of pagesOf(pool, span)) yield rows.map(({ entry }) => `${entry}\n`).join('')
}
