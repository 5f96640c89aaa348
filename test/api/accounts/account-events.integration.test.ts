import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AccountEvent } from '../../../src/api/accounts/account-events.ts'
import { recordAccountEvent } from '../../../src/api/accounts/account-events.ts'
import type { Pool } from '../../../src/db/pool.ts'
import { openPool } from '../../../src/db/pool.ts'
import { useDatabases } from '../../contracts/database.ts'

const databases = useDatabases()
let pool: Pool
beforeAll(async () => {
  pool = openPool(await databases.fresh(), 4)
})
afterAll(() => pool.end())

const event = (accountId: string, type: AccountEvent['type']): AccountEvent => ({
  accountId,
  type,
  at: '2026-01-31T12:34:56.000Z',
  address: '203.0.113.9',
})

async function rowsOf(accountId: string) {
  const { rows } = await pool.query<{ type: string; count: number; detail: string | null }>(
    'select type, count, detail from account_events where account_id = $1 order by count desc',
    [accountId],
  )
  return rows
}

test('a flood of failures becomes one row an hour, which counts them all', async () => {
  for (let tries = 0; tries < 3_000; tries += 1) {
    void recordAccountEvent(pool, event('acc_flooded', 'log_in_failed'))
  }
  void recordAccountEvent(pool, {
    ...event('acc_flooded', 'log_in_failed'),
    at: '2026-01-31T13:00:00Z',
  })
  await expect
    .poll(() => rowsOf('acc_flooded'), { timeout: 10_000 })
    .toMatchObject([
      { type: 'log_in_failed', count: 3_000 },
      { type: 'log_in_failed', count: 1 },
    ])
  void recordAccountEvent(pool, event('acc_flooded', 'log_in_failed'))
  await expect
    .poll(async () => (await rowsOf('acc_flooded'))[0]?.count, { timeout: 10_000 })
    .toBe(3_001)
})

test('of anything else an account has twenty rows a day; the rest is counted by the hour', async () => {
  for (let made = 0; made < 50; made += 1) {
    await recordAccountEvent(pool, event('acc_busy', 'key_created'))
  }
  const rows = await rowsOf('acc_busy')
  expect(rows.length).toBe(21)
  expect(rows.reduce((sum, { count }) => sum + count, 0)).toBe(50)
})

test('hostile words are stored cut and clean, and a database that is away fails nobody', async () => {
  const detail = `\0\ud800${'x'.repeat(10_000)}`
  await recordAccountEvent(pool, { ...event('acc_words', 'logged_in'), detail })
  expect((await rowsOf('acc_words'))[0]?.detail).toBe(`\ufffd${'x'.repeat(199)}`)
  const away = openPool({ host: '127.0.0.1', port: 9 }, 1)
  await expect(recordAccountEvent(away, event('acc_away', 'logged_in'))).resolves.toBeUndefined()
  await away.end()
})
