import { z } from 'zod'
import type { Opening, Sheet } from '../../../audit/export/exporter.ts'
import { dateOf } from '../../../audit/export/exporter.ts'
import { exporters, exportFormats } from '../../../audit/export/exporters.ts'
import type { Pool } from '../../../db/pool.ts'
import type { Entry } from '../../../ledger/entry.ts'
import type { EntrySpan } from '../../../projections/entries-view.ts'
import { noEnd, readSpan, spanOf } from '../../../projections/entries-view.ts'
import { windowParameters } from '../../http/schemas.ts'
import { pagesOf, streamTexts } from '../../http/stream-entries.ts'
import { defineRoute } from '../../route.ts'
import { exportExample } from './examples.ts'

const exportQuery = z.object({
  format: z.enum(exportFormats).optional().meta({ description: 'Default: ndjson.' }),
  ...windowParameters,
})

export const ledgerExportRoute = defineRoute({
  method: 'GET',
  path: '/ledger/export',
  operationId: 'exportLedger',
  tag: 'Ledger',
  summary: 'The ledger as a file: for verifiers, spreadsheets and accounting programs',
  description:
    '`hledger` and `beancount` files pass those programs’ strict checks, with a balance assertion ' +
    'after every posting or day. With `from` they begin with the opening balances. Programs of ' +
    'that kind hold a file in memory (hledger 6.6 GiB for a million entries): ask for spans.',
  auth: 'account',
  scope: 'read',
  query: exportQuery,
  answers: {
    200: {
      description: 'The file, streamed.',
      mediaType: 'application/x-ndjson',
      example: exportExample,
      headers: ['Content-Disposition'],
    },
  },
  async handle(context, exchange, input) {
    const query = input.query
    const { accountId } = input.caller
    const { seq: head } = await context.accounts.current(accountId)
    const { pool } = context.runtime()
    const span = await spanOf(pool, accountId, query)
    const { mediaType, extension, open } = exporters[query.format ?? 'ndjson']
    const sheet = open(await openingOf(pool, span, query.from))
    const days = [query.from, query.to].map((time) => (time ? `-${dateOf(time)}` : '')).join('')
    const name = `ledger-${accountId}${days}.${extension}`
    exchange.set({ 'Content-Disposition': `attachment; filename="${name}"` })
    // Entries that are written while the file is on its way belong to the next one.
    const upTo = span.upTo === noEnd ? head : span.upTo
    const texts = textsOf(pool, { ...span, upTo }, sheet)
    return streamTexts(exchange, exchange.open(200, mediaType), texts)
  },
})

async function openingOf(pool: Pool, span: EntrySpan, from: string | undefined): Promise<Opening> {
  const { accountId, after } = span
  const date = from === undefined || after === 0 ? null : dateOf(new Date(from).toISOString())
  if (date === null) return { accountId, date, credits: 0, reserved: 0 }
  const [before] = await readSpan(pool, { ...span, after: after - 1, upTo: after }, 1)
  const entry: Entry | null = before ? JSON.parse(before.entry) : null
  const { balance_cents: credits = 0, reserved_cents: reserved = 0 } = entry ?? {}
  return { accountId, date, credits, reserved }
}

async function* textsOf(pool: Pool, span: EntrySpan, sheet: Sheet): AsyncGenerator<string> {
  yield sheet.head
  for await (const rows of pagesOf(pool, span)) {
    yield sheet.rows(rows.map(({ entry: text }) => ({ text, entry: JSON.parse(text) })))
  }
  yield sheet.tail()
}
