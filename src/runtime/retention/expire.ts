import type { Pool } from '../../db/pool.ts'
import { inTransaction } from '../../db/pool.ts'
import { deleteJob } from '../../jobs/store.ts'

const jobsPerRun = 100
/** A reservation is settled within seconds. */
const unreservedAfterHours = 1
/** Uploads in hand are touched every ten seconds. */
const untouchedAfterMs = 40_000

/**
 * Deletes what jobs were sent and what they found when it was kept long enough; counts stay.
 * Jobs of which neither the ledger nor their submitter ever heard are deleted whole.
 */
export async function expireJobs(pool: Pool, keptDays: number): Promise<void> {
  const { rows: old } = await pool.query<{ id: string }>(
    `select j.id from jobs j join job_progress p on p.job_id = j.id
      where j.expired_at is null and p.ended_at < now() - $1 * interval '1 day' limit $2`,
    [keptDays, jobsPerRun],
  )
  for (const { id } of old) await expire(pool, id)
  const { rows: abandoned } = await pool.query<{ id: string }>(
    `select j.id from jobs j left join job_progress p on p.job_id = j.id
      where p.job_id is null and j.accepted_at is null
        and j.submitted_at < now() - $1 * interval '1 hour'
      limit $2`,
    [unreservedAfterHours, jobsPerRun],
  )
  for (const { id } of abandoned) await deleteJob(pool, id)
}

/**
 * Deletes what uploads left that broke off with their process. `isAlone`: nobody else serves this
 * database, and nothing is in hand yet.
 */
export async function dropBrokenUploads(
  pool: Pool,
  { isAlone = false }: { readonly isAlone?: boolean } = {},
): Promise<void> {
  const { rows: broken } = await pool.query<{ id: string }>(
    `select id from jobs j where submitted_at is null and ($1 or
        touched_at < now() - $2 * interval '1 millisecond')
        and not exists (select from job_progress p where p.job_id = j.id) limit $3`,
    [isAlone, untouchedAfterMs, jobsPerRun],
  )
  for (const { id } of broken) await deleteJob(pool, id)
}

async function expire(pool: Pool, id: string): Promise<void> {
  await inTransaction(pool, async (client) => {
    await client.query('delete from job_chunks where job_id = $1', [id])
    await client.query('update job_results set body = null, unmatched = null where job_id = $1', [
      id,
    ])
    await client.query('update jobs set expired_at = now() where id = $1', [id])
  })
}
