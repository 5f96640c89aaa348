import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Pool } from '../../../src/db/pool.ts'
import { openPool } from '../../../src/db/pool.ts'
import { dropBrokenUploads } from '../../../src/runtime/retention/expire.ts'
import { useDatabases } from '../../contracts/database.ts'

const databases = useDatabases()
let pool: Pool
beforeAll(async () => {
  pool = openPool(await databases.fresh(), 2)
})
afterAll(() => pool.end())

async function stage(id: string, { touchedSecondsAgo = 0, isSubmitted = false }): Promise<void> {
  await pool.query(
    `insert into jobs (id, account_id, request_id, metadata, reading, submitted_at, touched_at)
      values ($1, 'acc_1', 'r', 'm', 'r', case when $2 then now() end,
        now() - $3 * interval '1 second')`,
    [id, isSubmitted, touchedSecondsAgo],
  )
  await pool.query(
    `insert into job_chunks (job_id, chunk, first_row, rows, staged) values ($1, 1, 1, 1, 's')`,
    [id],
  )
}

async function left(): Promise<readonly string[]> {
  const { rows } = await pool.query<{ id: string }>(
    'select id from jobs join job_chunks on job_id = id order by id',
  )
  return rows.map(({ id }) => id)
}

test('uploads that nobody touches any more go; those in hand elsewhere, and jobs, stay', async () => {
  await stage('broken', { touchedSecondsAgo: 45 })
  await stage('in-hand', { touchedSecondsAgo: 20 })
  await stage('job', { touchedSecondsAgo: 3_600, isSubmitted: true })
  await dropBrokenUploads(pool)
  expect(await left()).toEqual(['in-hand', 'job'])
})

test('at the start of the only process every upload is a broken one', async () => {
  await stage('just-now', {})
  await dropBrokenUploads(pool, { isAlone: true })
  expect(await left()).toEqual(['job'])
})
