import type { z } from 'zod'
import type { Pool } from '../../db/pool.ts'
import { NoSuchFile } from '../../jobs/no-such-file.ts'
import type { Reading } from '../../jobs/reading.ts'
import { callOfType, jobTypes } from '../../jobs/reading.ts'
import type { StagedRow } from '../../jobs/rows/row.ts'
import { countItems, Stager } from '../../jobs/staging.ts'
import type { Call } from '../../ledger/prices.ts'
import { readTold } from '../../messages/faults.ts'
import type { Exchange } from '../http/exchange.ts'
import type { UploadGate } from './gate.ts'
import { AlreadySubmitted } from './gate.ts'
import type { SubmitQuery } from './submit-query.ts'
import { jobMembers } from './submit-query.ts'
import { openUpload } from './upload.ts'
import type { UploadRows } from './upload-rows.ts'
import { openUploadRows } from './upload-rows.ts'

export interface Staging {
  readonly pool: Pool
  readonly exchange: Exchange
  readonly query: SubmitQuery
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
 * Reads an upload to its end into staging. Any other content ends it with a NoSuchFile or a
 * StatementRefused; nothing of it is on its way to Postgres any more when this returns or throws.
 */
export async function stageUpload(
  staging: Staging,
): Promise<StagedUpload | { readonly digest: string }> {
  const { pool, exchange, query, jobId, openGate } = staging
  const upload = openUpload(exchange)
  const rows = await openUploadRows(exchange, query, upload.bytes())
  const gate = openGate(() => callOfType[rows.reading()?.type ?? 'transaction'])
  const stager = new Stager({ pool, jobId, readingOf: rows.reading, gate })
  try {
    if (!(await stageRows(stager, rows))) return { digest: upload.digest() }
  } finally {
    await stager.settle()
  }
  if (stager.isTooDear) throw await gate.refusal(stager)
  const members = membersOf(rows)
  const reading = readingOf(rows)
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
async function stageRows(stager: Stager, { batches }: UploadRows): Promise<boolean> {
  let isFirst = true
  const add = async (rows: readonly StagedRow[]) => {
    try {
      await stager.add(rows)
    } catch (error) {
      if (!(error instanceof AlreadySubmitted)) throw error
      isFirst = false
    }
  }
  for await (const rows of batches) {
    if (isFirst) await add(rows)
    if (stager.isTooDear) return true
  }
  if (isFirst) await stager.end()
  return isFirst
}

/** The digest of an upload that is not to be staged again. */
export async function digestOf(exchange: Exchange): Promise<string> {
  const upload = openUpload(exchange)
  for await (const _ of upload.bytes());
  return upload.digest()
}

/** Once all rows were read it must be known what they are. */
export function readingOf(rows: UploadRows): Reading {
  const reading = rows.reading()
  if (reading === null) throw noType()
  return reading
}

export function membersOf({ members }: UploadRows): z.infer<typeof jobMembers> {
  if (members === null) return {}
  const parsed = readTold(jobMembers, members)
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

export function noRows(): NoSuchFile {
  const message = 'must hold at least one row'
  return new NoSuchFile('invalid_request', `The job ${message}.`, [{ pointer: '/items', message }])
}
