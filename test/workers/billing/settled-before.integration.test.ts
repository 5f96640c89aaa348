import { expect, test } from 'vitest'
import { openPool } from '../../../src/db/pool.ts'
import { commandOrder, openCommandIds } from '../../../src/ids.ts'
import { openSettledBefore } from '../../../src/workers/billing/settled-before.ts'
import { useDatabases } from '../../contracts/database.ts'

const databases = useDatabases()

async function openEntries(commandIds: readonly string[]) {
  const pool = openPool(await databases.fresh(), 2)
  let asked = 0
  for (const [index, id] of commandIds.entries()) {
    await pool.query(
      `insert into entries (account_id, seq, command_id, type, at, entry)
        values ('acc_1', $1, $2, 'CallCharged', '', '')`,
      [index + 1, id],
    )
  }
  const counting = {
    query(...args: unknown[]) {
      asked += 1
      return pool.query(...(args as [string])) // as: handed on as they came.
    },
  }
  return { before: openSettledBefore(counting as never), asked: () => asked, pool }
}

test('ids of one epoch sort by their count, and derived ids have none', () => {
  const ids = openCommandIds()
  const some = Array.from({ length: 2_000 }, () => ids.next())
  expect([...some].sort()).toEqual(some)
  expect(some.map((id) => commandOrder(id)?.count)).toEqual(some.map((_, index) => index + 1))
  expect(commandOrder(`cmd_${'a'.repeat(40)}`)).toBeNull()
  expect(commandOrder('job_x:chunk:1')).toBeNull()
})

test('what was settled before is found; what is younger than all of it costs no query', async () => {
  const ids = openCommandIds()
  const [old, lost, last] = [ids.next(), ids.next(), ids.next()]
  const { before, asked, pool } = await openEntries([old, last, 'ord_1'])
  expect(before.isDoubtful(old)).toBe(true)
  expect([...(await before.find([old, lost, last, 'ord_1', 'ord_2']))].sort()).toEqual(
    [old, last, 'ord_1'].sort().map((id) => `acc_1 ${id}`),
  )
  const queries = asked()
  expect(await before.find([ids.next(), ids.next()])).toEqual(new Set())
  expect(asked()).toBe(queries)
  await pool.end()
})

test('what memory has forgotten is looked up again', async () => {
  const ids = openCommandIds()
  const { before, pool } = await openEntries([])
  const [first, second] = [ids.next(), ids.next()]
  await before.find([first])
  expect(before.isDoubtful(second)).toBe(false)
  before.forgot([second])
  expect(before.isDoubtful(first)).toBe(true)
  expect(before.isDoubtful(second)).toBe(true)
  await pool.end()
})
