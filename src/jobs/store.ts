import type { Pool, Queryable } from '../db/pool.ts'
import { inTransaction } from '../db/pool.ts'
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

export interface Progress {
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

/** The row that an upload is staged under; it is no job before it is complete. */
export async function createJob(
  pool: Pool,
  job: Pick<Job, 'id' | 'accountId' | 'keyId' | 'requestId'>,
): Promise<void> {
  await pool.query({
    name: 'create-job',
    text: 'insert into jobs (id, account_id, key_id, request_id) values ($1, $2, $3, $4)',
    values: [job.id, job.accountId, job.keyId, job.requestId],
  })
}

export interface Submitted {
  readonly reading: Reading
  readonly metadata: unknown
  readonly webhookUrl: string | null
  readonly idempotencyKey: string | null
  readonly fingerprint: string | null
  readonly total: number
  readonly items: number
  readonly chunks: number
}

/** True when it is now a job; false when another upload under the same key was complete before. */
export async function completeJob(pool: Pool, id: string, job: Submitted): Promise<boolean> {
  try {
    await pool.query({
      name: 'complete-job',
      text: `update jobs set type = $2, reading = $3, metadata = $4, webhook_url = $5,
          idempotency_key = $6, fingerprint = $7, total = $8, items = $9, chunks = $10,
          submitted_at = now()
        where id = $1`,
      values: [
        id,
        job.reading.type,
        JSON.stringify(job.reading),
        job.metadata === undefined ? null : JSON.stringify(job.metadata),
        job.webhookUrl,
        job.idempotencyKey,
        job.fingerprint,
        job.total,
        job.items,
        job.chunks,
      ],
    })
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === uniqueViolation) return false
    throw error
  }
}

const uniqueViolation = '23505'

/** With all that was staged and found. What the ledger says of it stays. */
export async function deleteJob(pool: Pool, id: string): Promise<void> {
  await inTransaction(pool, async (client) => {
    await client.query('delete from job_results where job_id = $1', [id])
    await client.query('delete from job_chunks where job_id = $1', [id])
    await client.query('delete from jobs where id = $1', [id])
  })
}

const columns = `j.id, j.account_id, j.key_id, j.request_id, j.reading, j.metadata, j.webhook_url,
  j.fingerprint, j.total, j.items, j.chunks, j.created_at, j.started_at, j.cancel_requested_at,
  j.expired_at, p.job_id as known, p.reserved_cents, p.charged_cents, p.free_calls_used,
  p.settled_chunks, p.failed_chunks, p.processed, p.matched, p.failed, p.end_reason, p.ended_at`
const source = 'jobs j left join job_progress p on p.job_id = j.id'

export async function findJob(pool: Queryable, accountId: string, id: string): Promise<Job | null> {
  const { rows } = await pool.query<JobRow>({
    name: 'find-job',
    text: `select ${columns} from ${source}
      where j.id = $1 and j.account_id = $2 and j.submitted_at is not null`,
    values: [id, accountId],
  })
  return rows[0] ? jobOf(rows[0]) : null
}

export async function findJobByKey(
  pool: Pool,
  accountId: string,
  key: string,
): Promise<Job | null> {
  const { rows } = await pool.query<JobRow>({
    name: 'find-job-by-key',
    text: `select ${columns} from ${source} where j.account_id = $1 and j.idempotency_key = $2`,
    values: [accountId, key],
  })
  return rows[0] ? jobOf(rows[0]) : null
}

export async function listJobs(
  pool: Pool,
  page: { accountId: string; before: readonly [string, string] | null; limit: number },
): Promise<readonly Job[]> {
  const { rows } = await pool.query<JobRow>({
    name: 'list-jobs',
    text: `select ${columns} from ${source}
      where j.account_id = $1 and j.submitted_at is not null
        and ($2::timestamptz is null or (j.created_at, j.id) < ($2, $3))
      order by j.created_at desc, j.id desc limit $4`,
    values: [page.accountId, page.before?.[0] ?? null, page.before?.[1] ?? null, page.limit],
  })
  return rows.map(jobOf)
}

/** Jobs that have money set aside and are not at their end; of one account, or of all. */
export async function countUnfinished(pool: Pool, accountId: string): Promise<number> {
  const { rows } = await pool.query<{ jobs: string }>({
    name: 'count-unfinished-jobs',
    text: 'select count(*) as jobs from job_progress where account_id = $1 and ended_at is null',
    values: [accountId],
  })
  return Number(rows[0]?.jobs ?? 0)
}

/** False when there is nothing to cancel any more. */
export async function requestCancel(pool: Pool, id: string): Promise<void> {
  await pool.query({
    name: 'cancel-job',
    text: `update jobs set cancel_requested_at = coalesce(cancel_requested_at, now())
      where id = $1`,
    values: [id],
  })
}

interface JobRow {
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

function jobOf(row: JobRow): Job {
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
