import { z } from 'zod'
import type { Pool } from '../../../db/pool.ts'
import { entrySchema, entryTypes } from '../../../ledger/entry.ts'
import type { EntrySpan } from '../../../projections/entries-view.ts'
import { noEnd, readSpan, seqOfCommand, spanOf } from '../../../projections/entries-view.ts'
import { findCommand } from '../../calls/find-command.ts'
import { cursorParameter, readCursor, writeCursor } from '../../http/cursor.ts'
import { ProblemSignal } from '../../http/exchange.ts'
import { named } from '../../http/named.ts'
import { idParameter, pageExample, pageOf, windowParameters } from '../../http/schemas.ts'
import { beyond, pagesOf, streamTexts } from '../../http/stream-entries.ts'
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
  request_id: idParameter.optional().meta({
    description: 'The entry of one call: its `Request-Id`, or the id of its `Location`.',
  }),
  job_id: idParameter.optional().meta({
    description: 'The entries of one job: what it set aside, its chunks, what was given back.',
  }),
  order: z.enum(['asc', 'desc']).optional().meta({ description: 'Default asc: oldest first.' }),
  ...windowParameters,
})

export const ledgerRoute = defineRoute({
  method: 'GET',
  path: '/ledger',
  operationId: 'listLedgerEntries',
  tag: 'Ledger',
  summary: 'The entries of the account, oldest first or newest first',
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

export const seqText = z.string().regex(/^[0-9]{1,15}$/, 'must be a whole number')

export const ledgerEntryRoute = defineRoute({
  method: 'GET',
  path: '/ledger/:seq',
  operationId: 'getLedgerEntry',
  tag: 'Ledger',
  summary: 'One entry of the account',
  auth: 'account',
  scope: 'read',
  params: z.object({ seq: seqText }),
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
  const { request_id: requestId, job_id: jobId, order } = query
  const window = await spanOf(pool, accountId, query)
  const span: EntrySpan = {
    ...window,
    after: Math.max(window.after, query.after ?? 0),
    type: query.type ?? null,
    newestFirst: order === 'desc',
  }
  const [seq] = readCursor(['seq'], query.cursor) ?? []
  const rest = seq === undefined ? span : beyond(span, seq)
  if (requestId !== undefined) return ofRequest(pool, rest, requestId)
  return jobId === undefined ? rest : ofJob(pool, rest, jobId)
}

/** One call is settled by one entry. */
async function ofRequest(pool: Pool, span: EntrySpan, requestId: string): Promise<EntrySpan> {
  const commandId = await findCommand(pool, span.accountId, requestId)
  const seq = commandId && (await seqOfCommand(pool, span.accountId, commandId))
  return between(span, seq || noEnd, seq || 0)
}

/** Everything about a job lies between its first entry and its last. */
async function ofJob(pool: Pool, span: EntrySpan, jobId: string): Promise<EntrySpan> {
  const seqOf = (step: string) => seqOfCommand(pool, span.accountId, `${jobId}:${step}`)
  const [first, last] = [await seqOf('reserve'), await seqOf('release')]
  const found = first === null ? between(span, noEnd, 0) : between(span, first, last ?? noEnd)
  return { ...found, commands: `${jobId}:` }
}

function between(span: EntrySpan, first: number, last: number): EntrySpan {
  const after = Math.max(span.after, first - 1)
  return { ...span, after, upTo: Math.min(span.upTo, last) }
}

async function* linesOf(pool: Pool, span: EntrySpan): AsyncGenerator<string> {
  for await (const rows of pagesOf(pool, span)) yield rows.map(({ entry }) => `${entry}\n`).join('')
}
