import type { Pool } from '../db/pool.ts'
import { column } from '../db/pool.ts'

/** The chunks' rows, as the stage of jobs reads and writes them. */
export interface TakenChunk {
  readonly attempts: number
  readonly firstRow: number
  readonly rows: number
  readonly staged: string
  readonly reading: string
}

/** Counts the try before it begins, so that one that ends the process is counted as well. */
export async function takeChunk(
  pool: Pool,
  jobId: string,
  chunk: number,
): Promise<TakenChunk | null> {
  const { rows } = await pool.query<{
    attempts: number
    first_row: number
    rows: number
    staged: string
    reading: string
  }>({
    name: 'take-chunk',
    text: `update job_chunks c set attempts = attempts + 1 from jobs j
      where c.job_id = $1 and c.chunk = $2 and j.id = c.job_id
      returning c.attempts, c.first_row, c.rows, c.staged, j.reading`,
    values: [jobId, chunk],
  })
  const [row] = rows
  return row ? { ...row, firstRow: row.first_row } : null
}

export interface StoredChunk {
  readonly jobId: string
  readonly chunk: number
  readonly sha256: string
  readonly rows: number
  readonly matched: number
  readonly failed: number
  readonly items: number
  readonly unmatched: string
  readonly body: string
}

/** The same result is stored once, however often it is made. */
export async function storeChunk(pool: Pool, chunk: StoredChunk): Promise<void> {
  await pool.query({
    name: 'store-chunk',
    text: `insert into job_results
        (job_id, chunk, result_sha256, rows, matched, failed, items, unmatched, body)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict do nothing`,
    values: [
      chunk.jobId,
      chunk.chunk,
      chunk.sha256,
      chunk.rows,
      chunk.matched,
      chunk.failed,
      chunk.items,
      chunk.unmatched,
      chunk.body,
    ],
  })
}

/** A job that has money set aside and is not at its end. */
export interface RunningJob {
  readonly id: string
  readonly accountId: string
  readonly keyId: string | null
  readonly requestId: string
  readonly type: string
  readonly chunks: number
  readonly settled: ReadonlySet<number>
}

/** Those of these jobs, or all when null. A reservation without its job is given with type ''. */
export async function findRunning(
  pool: Pool,
  jobIds: readonly string[] | null,
): Promise<readonly RunningJob[]> {
  const { rows } = await pool.query<{
    id: string
    account_id: string
    key_id: string | null
    request_id: string | null
    type: string | null
    chunks: number | null
    settled: readonly number[] | null
  }>({
    name: 'find-running-jobs',
    text: `select p.job_id as id, p.account_id, j.key_id, j.request_id, j.type, j.chunks,
        (select array_agg(s.chunk) from job_settled s where s.job_id = p.job_id) as settled
      from job_progress p left join jobs j on j.id = p.job_id and j.submitted_at is not null
      where p.ended_at is null
        and ($1::text is null or p.job_id in (select string_to_table($1, e'\\n')))`,
    values: [jobIds && column(jobIds)],
  })
  return rows.map((row) => ({
    id: row.id,
    accountId: row.account_id,
    keyId: row.key_id,
    requestId: row.request_id ?? '',
    type: row.type ?? '',
    chunks: row.chunks ?? 0,
    settled: new Set(row.settled ?? []),
  }))
}

export async function markStarted(pool: Pool, jobId: string): Promise<void> {
  await pool.query({
    name: 'start-job',
    text: 'update jobs set started_at = now() where id = $1 and started_at is null',
    values: [jobId],
  })
}

export async function findCancelled(
  pool: Pool,
  jobIds: readonly string[],
): Promise<readonly string[]> {
  const { rows } = await pool.query<{ id: string }>({
    name: 'find-cancelled-jobs',
    text: `select id from jobs where cancel_requested_at is not null
      and id in (select string_to_table($1, e'\\n'))`,
    values: [column(jobIds)],
  })
  return rows.map(({ id }) => id)
}

/** How much of a job the views show as settled; null for one that they show as ended. */
export async function settledSoFar(
  pool: Pool,
  jobId: string,
): Promise<{ readonly chunks: number; readonly failed: number } | null> {
  const { rows } = await pool.query<{ settled_chunks: number; failed_chunks: number }>({
    name: 'settled-so-far',
    text: `select settled_chunks, failed_chunks from job_progress
      where job_id = $1 and ended_at is null`,
    values: [jobId],
  })
  const [row] = rows
  return row ? { chunks: row.settled_chunks, failed: row.failed_chunks } : null
}
