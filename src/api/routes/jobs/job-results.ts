import type { EventEmitter } from 'node:events'
import type { Writable } from 'node:stream'
import { createGzip } from 'node:zlib'
import { z } from 'zod'
import type { Job } from '../../../jobs/job-row.ts'
import type { ResultChunk } from '../../../jobs/results.ts'
import { readResults } from '../../../jobs/results.ts'
import { openCsvWriter } from '../../../jobs/results-csv.ts'
import type { ResultWriter } from '../../../jobs/results-table.ts'
import { openXlsxWriter } from '../../../jobs/results-xlsx.ts'
import { openWorkbook } from '../../../statements/xlsx/write-workbook.ts'
import type { ApiContext } from '../../context.ts'
import type { Exchange } from '../../http/exchange.ts'
import { ProblemSignal } from '../../http/exchange.ts'
import { defineRoute } from '../../route.ts'
import { resultsCsvExample, resultsExample } from './examples.ts'
import { jobOf, stillRunning } from './jobs.ts'

const formats = ['ndjson', 'csv', 'json', 'xlsx'] as const
type Format = (typeof formats)[number]

const mediaTypes: { readonly [F in Format]: string } = {
  ndjson: 'application/x-ndjson',
  csv: 'text/csv; charset=utf-8',
  json: 'application/json',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

const resultsQuery = z.object({
  format: z.enum(formats).optional().meta({ description: 'Default: ndjson.' }),
  after: z.int().min(0).optional().meta({
    description: 'Rows behind this one: goes on where a download broke off.',
  }),
  limit: z.int().min(1).max(1_000_000).optional().meta({ description: 'At most so many rows.' }),
})

export const jobResultsRoute = defineRoute({
  method: 'GET',
  path: '/jobs/:id/results',
  operationId: 'getJobResults',
  tag: 'Jobs',
  summary: 'The results of a job that has ended, in the order of its rows',
  description:
    'One row each, with its `row`, your `id` and `columns`, and every field of the single answer or ' +
    'its `error`. As CSV or XLSX your columns stand first, under their own headers. Rows 1 to 500 are chunk ' +
    '1 of the job, and so on (fewer where rows are very long): the canonical JSON array of a chunk is ' +
    'what its ledger entry binds with `result_sha256`.',
  auth: 'account',
  scope: 'jobs',
  query: resultsQuery,
  answers: {
    200: {
      description: 'The stream; gzip if you accept it.',
      mediaType: 'application/x-ndjson',
      example: resultsExample,
      forms: { 'text/csv': resultsCsvExample, 'application/json': `[${resultsExample.trim()}]` },
    },
  },
  problems: ['not_found', 'job_running', 'answer_expired'],
  async handle(context, exchange, input) {
    const query = input.query
    const job = await jobOf(context, input)
    if (!job.progress?.endedAt) throw stillRunning()
    if (job.expiredAt) {
      throw new ProblemSignal('answer_expired', 'The results of this job are no longer kept.')
    }
    const { format = 'ndjson', after = 0, limit = Number.POSITIVE_INFINITY } = query
    await send(context, exchange, { job, format, after, limit })
  },
})

interface Wanted {
  readonly job: Job
  readonly format: Format
  readonly after: number
  readonly limit: number
}

/**
 * Sends as fast as the caller reads. A failure on the way breaks it off: it must not look whole.
 */
async function send(context: ApiContext, exchange: Exchange, wanted: Wanted): Promise<void> {
  const { job, format } = wanted
  const accepted = exchange.header('accept-encoding') ?? ''
  // A workbook is packed already.
  const gzip = format !== 'xlsx' && /\bgzip\b(?!;\s*q=0(\.0*)?\b)/i.test(accepted)
  exchange.set({
    Vary: 'Accept-Encoding',
    'Content-Disposition': `attachment; filename="${job.id}.${format}"`,
    ...(gzip ? { 'Content-Encoding': 'gzip' } : {}),
  })
  const response = exchange.open(200, mediaTypes[format])
  const out = format === 'xlsx' ? workbookInto(response) : packedInto(response, gzip)
  try {
    for await (const text of pieces(context, wanted)) {
      if (exchange.gone) return
      const flowing = out.write(text)
      if (!flowing) await drained(out, response)
    }
    out.end()
  } catch {
    response.destroy()
  }
}

function packedInto(response: Writable, gzip: boolean): Writable {
  if (!gzip) return response
  const packed = createGzip({ level: 1 })
  packed.pipe(response)
  return packed
}

function workbookInto(response: Writable): Writable {
  const { sheet, file } = openWorkbook()
  file.pipe(response)
  response.on('close', () => file.destroy())
  return sheet
}

/** Until there is room again, or nobody reads any more; no listener stays behind. */
function drained(out: EventEmitter, response: EventEmitter): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      out.off('drain', done)
      response.off('close', done)
      resolve()
    }
    out.on('drain', done)
    response.on('close', done)
  })
}

async function* pieces(
  context: ApiContext,
  { job, format, after, limit }: Wanted,
): AsyncGenerator<string> {
  const table = tableWriter(job, format)
  let left = limit
  let isFirst = true
  if (table) yield table.head
  if (format === 'json') yield '['
  const chunks = readResults(context.runtime().pool, job, { after, withStaged: table !== null })
  for await (const whole of chunks) {
    const chunk = whole.lines.length > left ? firstOf(whole, left) : whole
    left -= chunk.lines.length
    if (table) yield table.rows(chunk)
    else if (format === 'ndjson') yield `${chunk.lines.join('\n')}\n`
    else yield `${isFirst ? '' : ','}${chunk.lines.join(',')}`
    isFirst = false
    if (left <= 0) break
    // A chunk is written in a millisecond or two; then others get their turn.
    await new Promise((resolve) => setImmediate(resolve))
  }
  if (table) yield table.tail
  if (format === 'json') yield ']'
}

function tableWriter({ reading }: Job, format: Format): ResultWriter | null {
  if (format === 'csv') return openCsvWriter(reading)
  return format === 'xlsx' ? openXlsxWriter(reading) : null
}

function firstOf(chunk: ResultChunk, rows: number): ResultChunk {
  return { ...chunk, lines: chunk.lines.slice(0, rows), staged: chunk.staged.slice(0, rows) }
}
