import { z } from 'zod'
import type { Pool } from '../../db/pool.ts'
import { NoSuchFile } from '../../jobs/no-such-file.ts'
import type { Reading } from '../../jobs/reading.ts'
import { callOfType, fields, jobTypes } from '../../jobs/reading.ts'
import type { StagedRow } from '../../jobs/row.ts'
import type { RowSource } from '../../jobs/row-source.ts'
import { openCsvSource, openJsonSource, openNdjsonSource } from '../../jobs/row-source.ts'
import { countItems, Stager } from '../../jobs/staging.ts'
import type { Call } from '../../ledger/prices.ts'
import { readTold } from '../../messages/faults.ts'
import { metadataSchema } from '../../messages/items.ts'
import type { Exchange } from '../http/exchange.ts'
import { ProblemSignal } from '../http/exchange.ts'
import { transactionQuerySchema } from '../http/schemas.ts'
import type { UploadGate } from './gate.ts'
import { AlreadySubmitted } from './gate.ts'
import { openUpload } from './upload.ts'

const header = z.string().max(200)
const webhookUrl = z
  .url({ protocol: /^https?$/ })
  .max(2_048)
  .meta({ description: 'Is told when the job has ended.' })

export const submitQuery = transactionQuerySchema.extend({
  type: z.enum(jobTypes).optional().meta({ description: 'Of a file; transaction if left out.' }),
  ...Object.fromEntries(
    fields.map((field) => [
      field,
      header.optional().meta({ description: `The header of the column with the ${field}.` }),
    ]),
  ),
  webhook_url: webhookUrl.optional(),
})

/** The members beside the items of a JSON body. */
export const jobMembers = z.object({
  type: z.enum(jobTypes).optional(),
  webhook_url: webhookUrl.nullable().optional(),
  metadata: metadataSchema.nullable().optional(),
})

export interface Staging {
  readonly pool: Pool
  readonly exchange: Exchange
  readonly query: z.infer<typeof submitQuery>
  readonly jobId: string
  /** Given how the cheapest call is known that a row may be. */
  readonly openGate: (callOf: () => Call) => UploadGate
}

export interface StagedUpload {
  readonly reading: Reading
  readonly metadata: unknown
  readonly webhookUrl: string | null
  readonly total: number
  readonly items: number
  readonly chunks: number
  readonly digest: string
}

/**
 * Reads an upload to its end into staging. Any other content ends it with a NoSuchFile; nothing of
 * it is on its way to Postgres any more when this returns or throws.
 */
export async function stageUpload(
  staging: Staging,
): Promise<StagedUpload | { readonly digest: string }> {
  const { pool, exchange, query, jobId, openGate } = staging
  const { source, isJson } = sourceOf(exchange, query)
  const upload = openUpload(exchange)
  const known = (): Reading | null => {
    const type = typeOf(source, query) ?? (isJson ? null : 'transaction')
    if (type === null) return null
    const { expand = [], min_confidence: floor = null } = query
    return { type, expand, min_confidence: floor, table: source.table }
  }
  const gate = openGate(() => callOfType[known()?.type ?? 'transaction'])
  const stager = new Stager({ pool, jobId, readingOf: known, gate })
  try {
    if (!(await stageRows(stager, source, upload))) return { digest: upload.digest() }
  } finally {
    await stager.settle()
  }
  if (stager.isTooDear) throw await gate.refusal(stager)
  const members = membersOf(source, isJson)
  const reading = known()
  if (reading === null) throw noType()
  if (stager.rows === 0) throw noRows()
  return {
    reading,
    metadata: members.metadata ?? undefined,
    webhookUrl: members.webhook_url ?? query.webhook_url ?? null,
    total: stager.rows,
    items: stager.items ?? (await countItems(pool, jobId, reading)),
    chunks: stager.chunks,
    digest: upload.digest(),
  }
}

/** False when the same job was submitted meanwhile: then the rest is read for its digest only. */
async function stageRows(
  stager: Stager,
  source: RowSource,
  upload: ReturnType<typeof openUpload>,
): Promise<boolean> {
  let isFirst = true
  const add = async (rows: readonly StagedRow[]) => {
    try {
      await stager.add(rows)
    } catch (error) {
      if (!(error instanceof AlreadySubmitted)) throw error
      isFirst = false
    }
  }
  for await (const text of upload.text()) {
    if (isFirst) await add(source.push(text))
    if (stager.isTooDear) return true
  }
  if (isFirst) await add(source.end())
  if (isFirst) await stager.end()
  return isFirst
}

/** The digest of an upload that is not to be staged again. */
export async function digestOf(exchange: Exchange): Promise<string> {
  const upload = openUpload(exchange)
  for await (const _ of upload.text());
  return upload.digest()
}

function sourceOf(exchange: Exchange, query: Staging['query']) {
  const media = (exchange.header('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase()
  const mapping = Object.fromEntries(
    Object.entries(query).filter(([name]) => fields.some((field) => field === name)),
  )
  switch (media) {
    case 'application/json':
      return { source: openJsonSource(), isJson: true }
    case 'application/x-ndjson':
    case 'application/ndjson':
    case 'application/jsonl':
      return { source: openNdjsonSource(), isJson: false }
    case 'text/csv':
    case 'text/tab-separated-values':
    case 'application/csv':
      return {
        source: openCsvSource({ type: query.type ?? 'transaction', mapping }),
        isJson: false,
      }
    default: {
      const detail = 'Send application/json, text/csv or application/x-ndjson.'
      throw new ProblemSignal('unsupported_media_type', detail)
    }
  }
}

/** As soon as it is known: in JSON it may come behind the items. */
function typeOf(source: RowSource, query: Staging['query']): Reading['type'] | null {
  const said = source.members.type ?? query.type ?? null
  return jobTypes.find((type) => type === said) ?? null
}

function membersOf(source: RowSource, isJson: boolean): z.infer<typeof jobMembers> {
  if (!isJson) return {}
  const parsed = readTold(jobMembers, source.members)
  if (parsed.success) return parsed.data
  const errors = parsed.error.issues.slice(0, 20).map(({ path, message }) => {
    return { pointer: path.map((step) => `/${String(step)}`).join(''), message }
  })
  const detail = `The body is not valid: ${errors[0]?.pointer} ${errors[0]?.message}.`
  throw new NoSuchFile('invalid_request', detail, errors)
}

function noType(): NoSuchFile {
  const message = `must be one of ${jobTypes.join(', ')}`
  return new NoSuchFile('invalid_request', `The body has no type: it ${message}.`, [
    { pointer: '/type', message },
  ])
}

function noRows(): NoSuchFile {
  const message = 'must hold at least one row'
  return new NoSuchFile('invalid_request', `The job ${message}.`, [{ pointer: '/items', message }])
}
