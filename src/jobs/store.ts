import type { Pool, Queryable } from '../db/pool.ts'
import { inTransaction } from '../db/pool.ts'
import type { Job, JobRow } from './job-row.ts'
import { jobColumns, jobOf, jobSource } from './job-row.ts'
import type { Reading } from './reading.ts'

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

/** Its upload is still in hand, in whichever process; one that is not for a while is removed. */
export async function touchJob(pool: Pool, id: string): Promise<void> {
  await pool.query({
    name: 'touch-job',
    text: 'update jobs set touched_at = now() where id = $1',
    values: [id],
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

/** Deletes a job with its staged rows and results. The ledger's entries of it stay. */
export async function deleteJob(pool: Pool, id: string): Promise<void> {
  await inTransaction(pool, async (client) => {
    await client.query('delete from job_results where job_id = $1', [id])
    await client.query('delete from job_chunks where job_id = $1', [id])
    await client.query('delete from jobs where id = $1', [id])
  })
}

/**
 * Shown is what the ledger knows, or what somebody was told to wait for: an upload whose process
 * died before either was promised to nobody.
 */
const shown = '(p.job_id is not null or j.accepted_at is not null)'

export async function findJob(pool: Queryable, accountId: string, id: string): Promise<Job | null> {
  const { rows } = await pool.query<JobRow>({
    name: 'find-job',
    text: `select ${jobColumns} from ${jobSource}
      where j.id = $1 and j.account_id = $2 and j.submitted_at is not null and ${shown}`,
    values: [id, accountId],
  })
  return rows[0] ? jobOf(rows[0]) : null
}

/** For who submits it: also before the ledger knows of it. */
export async function findSubmitted(
  pool: Pool,
  accountId: string,
  id: string,
): Promise<Job | null> {
  const { rows } = await pool.query<JobRow>({
    name: 'find-submitted-job',
    text: `select ${jobColumns} from ${jobSource}
      where j.id = $1 and j.account_id = $2 and j.submitted_at is not null`,
    values: [id, accountId],
  })
  return rows[0] ? jobOf(rows[0]) : null
}

/** The submission is answered before its reservation is settled. */
export async function markAccepted(pool: Pool, id: string): Promise<void> {
  await pool.query({
    name: 'accept-job',
    text: 'update jobs set accepted_at = coalesce(accepted_at, now()) where id = $1',
    values: [id],
  })
}

export async function findJobByKey(
  pool: Pool,
  accountId: string,
  key: string,
): Promise<Job | null> {
  const { rows } = await pool.query<JobRow>({
    name: 'find-job-by-key',
    text: `select ${jobColumns} from ${jobSource} where j.account_id = $1 and j.idempotency_key = $2`,
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
    text: `select ${jobColumns} from ${jobSource}
      where j.account_id = $1 and j.submitted_at is not null and ${shown}
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
