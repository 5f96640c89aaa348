import type { JobType, Reading } from './reading.ts'
import { readingSchema } from './reading.ts'

/** A job as it stands: what was submitted, and what the ledger says has become of it. */
export interface Job {
  readonly id: string
  readonly accountId: string
  readonly keyId: string | null
  readonly requestId: string
  readonly type: JobType
  readonly reading: Reading
  readonly metadata: unknown
  readonly webhookUrl: string | null
  readonly fingerprint: string | null
  readonly total: number
  readonly items: number
  readonly chunks: number
  readonly createdAt: Date
  readonly startedAt: Date | null
  readonly cancelRequestedAt: Date | null
  readonly expiredAt: Date | null
  /** Null while the ledger has no word of it. */
  readonly progress: Progress | null
}

interface Progress {
  readonly reservedCents: number
  readonly chargedCents: number
  readonly freeCallsUsed: number
  readonly settledChunks: number
  readonly failedChunks: number
  readonly processed: number
  readonly matched: number
  readonly failed: number
  readonly endReason: EndReason | null
  readonly endedAt: Date | null
}

export type EndReason = 'finished' | 'cancelled' | 'failed' | 'refused'

/** A job with what the ledger says of it, as one row of Postgres. */
export const jobColumns = `j.id, j.account_id, j.key_id, j.request_id, j.reading, j.metadata,
  j.webhook_url, j.fingerprint, j.total, j.items, j.chunks, j.created_at, j.started_at, j.cancel_requested_at,
  j.expired_at, p.job_id as known, p.reserved_cents, p.charged_cents, p.free_calls_used,
  p.settled_chunks, p.failed_chunks, p.processed, p.matched, p.failed, p.end_reason, p.ended_at`
export const jobSource = 'jobs j left join job_progress p on p.job_id = j.id'

export interface JobRow {
  readonly id: string
  readonly account_id: string
  readonly key_id: string | null
  readonly request_id: string
  readonly reading: string
  readonly metadata: string | null
  readonly webhook_url: string | null
  readonly fingerprint: string | null
  readonly total: number
  readonly items: number
  readonly chunks: number
  readonly created_at: Date
  readonly started_at: Date | null
  readonly cancel_requested_at: Date | null
  readonly expired_at: Date | null
  readonly known: string | null
  readonly reserved_cents: string
  readonly charged_cents: string
  readonly free_calls_used: string
  readonly settled_chunks: number
  readonly failed_chunks: number
  readonly processed: string
  readonly matched: string
  readonly failed: string
  readonly end_reason: EndReason | null
  readonly ended_at: Date | null
}

export function jobOf(row: JobRow): Job {
  const reading = readingSchema.parse(JSON.parse(row.reading))
  return {
    id: row.id,
    accountId: row.account_id,
    keyId: row.key_id,
    requestId: row.request_id,
    type: reading.type,
    reading,
    metadata: row.metadata === null ? undefined : JSON.parse(row.metadata),
    webhookUrl: row.webhook_url,
    fingerprint: row.fingerprint,
    total: row.total,
    items: row.items,
    chunks: row.chunks,
    createdAt: row.created_at,
    startedAt: row.started_at,
    cancelRequestedAt: row.cancel_requested_at,
    expiredAt: row.expired_at,
    progress: row.known === null ? null : progressOf(row),
  }
}

function progressOf(row: JobRow): Progress {
  return {
    reservedCents: Number(row.reserved_cents),
    chargedCents: Number(row.charged_cents),
    freeCallsUsed: Number(row.free_calls_used),
    settledChunks: row.settled_chunks,
    failedChunks: row.failed_chunks,
    processed: Number(row.processed),
    matched: Number(row.matched),
    failed: Number(row.failed),
    endReason: row.end_reason,
    endedAt: row.ended_at,
  }
}
