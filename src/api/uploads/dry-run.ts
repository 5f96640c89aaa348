import { z } from 'zod'
import type { Reading } from '../../jobs/reading.ts'
import { callOfType } from '../../jobs/reading.ts'
import type { Row, StagedRow } from '../../jobs/rows/row.ts'
import { readRow } from '../../jobs/rows/row.ts'
import { sourceSchema } from '../../jobs/source.ts'
import { rowsMax, tooManyRows } from '../../jobs/staging.ts'
import { freeCallsPerAccount, quote } from '../../ledger/prices.ts'
import type { Submission } from './reserve-job.ts'
import { membersOf, noRows, readingOf } from './stage-upload.ts'
import { openUpload } from './upload.ts'
import { openUploadRows } from './upload-rows.ts'

const errorsShown = 20
const rowsShown = 10

const text = z.string().nullable()

export const previewSchema = sourceSchema.extend({
  header: z.array(z.string()).nullable().meta({
    description: 'All columns of a table, of which others may be named; null where it is none.',
  }),
  rows: z.int().meta({ description: 'Data rows, bad ones among them.' }),
  bad_rows: z.int().meta({ description: 'Rows that would be answered with an error, free.' }),
  errors: z.array(z.object({ row: z.int(), message: z.string() })),
  sample: z
    .array(
      z.object({
        row: z.int(),
        description: text,
        amount: z.number().nullable().meta({ description: 'Negative is money out.' }),
        date: text.meta({ description: 'YYYY-MM-DD.' }),
        name: text.optional(),
        domain: text.optional(),
        email: text.optional(),
      }),
    )
    .meta({ description: 'The first ten rows as they were read.' }),
  price_cents: z.int().meta({ description: 'The most that the job would cost, free calls off.' }),
  free_calls: z.int().meta({ description: 'Free calls that it would use first.' }),
})

type Preview = z.infer<typeof previewSchema>

/** How an upload would be read, and its price. Nothing is stored, set aside or charged. */
export async function previewUpload(submission: Submission): Promise<void> {
  const { exchange, query, context, caller } = submission
  const rows = await openUploadRows(exchange, query, openUpload(exchange).bytes())
  const tally = openTally()
  for await (const batch of rows.batches) {
    tally.add(batch, rows.reading())
    await new Promise((resolve) => setImmediate(resolve))
  }
  membersOf(rows)
  const reading = readingOf(rows)
  tally.end(reading)
  if (tally.rows === 0) throw noRows()
  const account = await context.accounts.refreshed(caller.accountId)
  const freeCalls = account.seq === 0 ? freeCallsPerAccount : account.freeCalls
  const items = tally.rows - tally.badRows
  const price = quote(callOfType[reading.type], items, freeCalls)
  const { source } = reading
  if (!source) throw new Error('every form of upload tells its source')
  exchange.json(200, {
    ...source,
    header: reading.statement?.header ?? reading.table?.header ?? null,
    rows: tally.rows,
    bad_rows: tally.badRows,
    errors: tally.errors,
    sample: tally.sample,
    price_cents: price.cents,
    free_calls: price.freeCallsUsed,
  } satisfies Preview)
}

function openTally() {
  const errors: Preview['errors'] = []
  const sample: Preview['sample'] = []
  let [rows, badRows] = [0, 0]
  let kept: StagedRow[] = []

  function count(staged: StagedRow, reading: Reading): void {
    rows += 1
    const read = readRow(reading, staged)
    if (sample.length < rowsShown) sample.push(shownRow(read, rows, reading))
    if (read.question !== null) return
    badRows += 1
    if (errors.length < errorsShown) errors.push({ row: rows, message: messageOf(read) })
  }
  return {
    errors,
    sample,
    get rows() {
      return rows
    },
    get badRows() {
      return badRows
    },
    add(batch: readonly StagedRow[], reading: Reading | null): void {
      if (rows + kept.length + batch.length > rowsMax) throw tooManyRows()
      if (reading === null) kept.push(...batch)
      else for (const staged of [...kept.splice(0), ...batch]) count(staged, reading)
    },
    end(reading: Reading): void {
      for (const staged of kept) count(staged, reading)
      kept = []
    },
  }
}

function shownRow({ given, question }: Row, row: number, { type }: Reading) {
  const { description = null, amount = null, date = null } = given ?? {}
  const shown = { row, description, amount, date }
  if (type === 'transaction') return shown
  const { name, domain, email } = question ?? {}
  return {
    ...shown,
    ...(name === undefined ? {} : { name }),
    ...(domain === undefined ? {} : { domain }),
    ...(email === undefined ? {} : { email }),
  }
}

/** "amount must be a number": in a list of rows nobody sees a pointer. */
function messageOf({ error }: Row): string {
  const field = (error?.pointer ?? '').slice(1).replaceAll('/', '.')
  const message = error?.message ?? 'is not valid'
  return field === '' ? message : `${field} ${message}`
}
