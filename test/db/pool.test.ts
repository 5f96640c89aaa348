import { expect, test } from 'vitest'
import { isAccountGone, openPool } from '../../src/db/pool.ts'
import { useDatabases } from '../contracts/database.ts'

const databases = useDatabases()

test('a connection that breaks while it is checked out and rests fails its next statement only', async () => {
  const pool = openPool(await databases.fresh(), 2)
  const client = await pool.connect()
  await client.query('begin')
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const broken = new Promise((resolve) => client.once('end', resolve))
  await pool.query('select pg_terminate_backend($1)', [rows[0]?.pid])
  await broken
  await expect(client.query('select 1')).rejects.toThrow()
  client.release(true)
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  await pool.end()
})

test('what is written for an account that was deleted meanwhile is told from other failures', async () => {
  const pool = openPool(await databases.fresh(), 1)
  const begun = pool.query(
    `insert into sessions (token_sha256, account_id, created_at, expires_at)
    values ($1, 'acc_gone', now(), now())`,
    ['00'.repeat(32)],
  )
  expect(await begun.then(() => false, isAccountGone)).toBe(true)
  expect(await pool.query('select 1/0').then(() => true, isAccountGone)).toBe(false)
  await pool.end()
})
