import type { Pool } from '../../db/pool.ts'
import { inTransaction } from '../../db/pool.ts'
import { deleteJob } from '../../jobs/store.ts'

const jobsPerRun = 100
/** A reservation is settled within seconds; an upload may take hours. */
const unreservedAfterHours = 1
const abandonedAfterHours = 24

/**
 * Deletes what jobs were sent and what they found when it was kept long enough; counts stay.
 * Uploads that were never completed, and jobs of which neither the ledger nor their submitter ever
 * heard, are deleted whole.
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
      where p.job_id is null and (j.created_at < now() - $1 * interval '1 hour'
        or (j.accepted_at is null and j.submitted_at < now() - $2 * interval '1 hour'))
      limit $3`,
    [abandonedAfterHours, unreservedAfterHours, jobsPerRun],
  )
  for (const { id } of abandoned) await deleteJob(pool, id)
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
