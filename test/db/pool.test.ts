import { expect, test } from 'vitest'
import { openPool } from '../../src/db/pool.ts'
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
