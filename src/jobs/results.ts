import type { Pool } from '../db/pool.ts'
import type { Job } from './job-row.ts'

/** One chunk of a job's results, as an entry of the ledger binds them. */
export interface ResultChunk {
  readonly chunk: number
  readonly firstRow: number
  /** Result rows in canonical JSON. */
  readonly lines: readonly string[]
  /** The staged rows, for who wants the caller's columns back. */
  readonly staged: readonly string[]
}

const chunksPerRead = 4

/**
 * The rows behind `after`, in input order, a few chunks at a time: memory does not grow with the
 * job. Only what is settled is shown, and of a chunk only the result that was charged.
 */
export async function* readResults(
  pool: Pool,
  job: Pick<Job, 'id'>,
  { after, withStaged }: { readonly after: number; readonly withStaged: boolean },
): AsyncGenerator<ResultChunk> {
  let chunk = 0
  for (;;) {
    const { rows } = await pool.query<{
      chunk: number
      first_row: number
      body: string
      staged: string | null
    }>({
      name: withStaged ? 'read-results-staged' : 'read-results',
      text: `select s.chunk, c.first_row, r.body, ${withStaged ? 'c.staged' : 'null as staged'}
        from job_settled s join job_results r using (job_id, chunk, result_sha256)
          join job_chunks c using (job_id, chunk)
        where s.job_id = $1 and s.chunk > $2 and c.first_row + c.rows - 1 > $3
          and r.body is not null
        order by s.chunk limit ${chunksPerRead}`,
      values: [job.id, chunk, after],
    })
    for (const row of rows) {
      chunk = row.chunk
      const skip = Math.max(0, after - row.first_row + 1)
      yield {
        chunk,
        firstRow: row.first_row + skip,
        lines: row.body.split('\n').slice(skip),
        staged: row.staged?.split('\n').slice(skip) ?? [],
      }
    }
    if (rows.length < chunksPerRead) return
  }
}
