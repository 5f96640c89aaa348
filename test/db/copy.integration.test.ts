import { afterAll, beforeAll, expect, test } from 'vitest'
import { beginCopy } from '../../src/db/copy.ts'
import { CopyRows } from '../../src/db/copy-rows.ts'
import type { Pool } from '../../src/db/pool.ts'
import { openPool } from '../../src/db/pool.ts'
import { execute, useDatabases } from '../contracts/database.ts'

const databases = useDatabases()
let pool: Pool

beforeAll(async () => {
  const connection = await databases.fresh()
  await execute(connection, 'create table copied (name text not null, amount bigint not null)')
  pool = openPool(connection, 2)
})
afterAll(() => pool?.end())

const copy = 'copy copied (name, amount) from stdin with (format binary)'

function put(rows: CopyRows, name: string, amount: number): void {
  rows.begin(2)
  rows.text(name)
  rows.integer(amount)
}

const texts = [
  '',
  'plain',
  'a\\nb\tc\nd\r',
  'Zoë, Ærøskøbing',
  '東京 🦊',
  '\\N',
  'x'.repeat(400_000),
]
const integers = [0, 1, 2 ** 31 - 1, 2 ** 31, 2 ** 32, 2 ** 32 + 5, Number.MAX_SAFE_INTEGER]

test('rows arrive as they were written, in however many chunks', async () => {
  const client = await pool.connect()
  const copying = await beginCopy(client, copy)
  const rows = new CopyRows()
  for (const [index, text] of texts.entries()) {
    put(rows, text, integers[index] ?? 0)
    await copying.send(rows.take())
  }
  for (let index = 0; index < 20_000; index += 1) {
    put(rows, `é${index}`, index)
    if (rows.size > 65_536) await copying.send(rows.take())
  }
  rows.end()
  await copying.send(rows.take())
  await copying.end()
  client.release()
  const read = await pool.query<{ name: string; amount: string }>(
    `select name, amount from copied where name !~ '^é'`,
  )
  const sent = texts.map((name, index) => ({ name, amount: String(integers[index]) }))
  expect(read.rows).toEqual(sent)
  const { rows: sums } = await pool.query(
    `select count(*)::int as count, sum(amount)::int as sum from copied where name = 'é' || amount`,
  )
  expect(sums).toEqual([{ count: 20_000, sum: 199_990_000 }])
})

test('what Postgres refuses is an error: the table, a row, and a connection that is lost', async () => {
  const client = await pool.connect()
  await expect(beginCopy(client, copy.replace('copied', 'missing'))).rejects.toThrow('missing')
  const copying = await beginCopy(client, copy)
  const rows = new CopyRows()
  rows.begin(1)
  rows.text('half a row')
  rows.end()
  await copying.send(rows.take())
  await expect(copying.end()).rejects.toThrow('row field count')
  client.release()

  const lost = await pool.connect()
  const { rows: own } = await lost.query<{ pid: number }>('select pg_backend_pid() as pid')
  const broken = await beginCopy(lost, copy)
  const sending = async () => {
    for (;;) {
      put(rows, 'x'.repeat(100_000), 1)
      await broken.send(rows.take())
    }
  }
  const ended = expect(sending()).rejects.toThrow()
  await pool.query('select pg_terminate_backend($1)', [own[0]?.pid])
  await ended
  lost.release(true)
})
