import type { Pool } from '../db/pool.ts'

/**
 * The bytes that rows and results take on the disk, as Postgres keeps them: compressed. It reads
 * the sizes and not the texts, some hundred bytes a chunk of 500 rows.
 */
export async function keptBytes(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ bytes: string }>({
    name: 'kept-bytes',
    text: `select coalesce((select sum(pg_column_size(staged)) from job_chunks), 0)
      + coalesce((select sum(pg_column_size(body)) from job_results), 0) as bytes`,
  })
  return Number(rows[0]?.bytes ?? 0)
}

export async function keptBytesOf(pool: Pool, accountId: string): Promise<number> {
  const { rows } = await pool.query<{ bytes: string }>({
    name: 'kept-bytes-of-account',
    text: `with kept as materialized (
        select id from jobs where account_id = $1 and expired_at is null)
      select coalesce((select sum(pg_column_size(c.staged))
          from kept join job_chunks c on c.job_id = kept.id), 0)
        + coalesce((select sum(pg_column_size(r.body))
          from kept join job_results r on r.job_id = kept.id), 0) as bytes`,
    values: [accountId],
  })
  return Number(rows[0]?.bytes ?? 0)
}
