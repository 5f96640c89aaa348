import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Connection, Pool } from '../../../src/db/pool.ts'
import { openPool } from '../../../src/db/pool.ts'
import { evolve, follows, unopened } from '../../../src/ledger/account.ts'
import { decide, openCommandId } from '../../../src/ledger/decide.ts'
import type { Entry } from '../../../src/ledger/entry.ts'
import { openPostgresLog } from '../../../src/log/postgres/postgres-log.ts'
import { loadAccounts } from '../../../src/projections/accounts.ts'
import { factsOf, openViews } from '../../../src/projections/projection.ts'
import { views } from '../../../src/projections/views.ts'
import { useDatabases } from '../../contracts/database.ts'
import { continueChains } from './preload.ts'

const accountIds = ['acc_one', 'acc_two', 'acc_three']
const databases = useDatabases()
let connection: Connection
let pool: Pool
beforeAll(async () => {
  connection = await databases.fresh()
  pool = openPool(connection, 2)
})
afterAll(() => pool?.end())

/** As the service leaves accounts that somebody made: on the log, and in the views. */
async function openAccounts(): Promise<void> {
  const opened = await openViews({ pool, viewsOutliveUs: false }, views)
  const log = await openPostgresLog(connection)
  for (const id of accountIds) {
    const opening = { type: 'OpenAccount', commandId: openCommandId(id) } as const
    const [entry] = decide(unopened(id), opening, '2026-01-01T00:00:00.000Z')
    if (!entry) throw new Error('an account is opened by an entry')
    const value = JSON.stringify(entry)
    const appended = await log.append([{ topic: 'ledger', key: id, value }])
    const offset = appended[0]?.offset ?? 0
    await opened.apply(factsOf([{ entry, text: value, offset }]), appended)
  }
  await log.close()
}

test('preloaded entries go on where the log and the views are, however often', async () => {
  await openAccounts()
  await continueChains(pool, connection, accountIds, 30)
  await continueChains(pool, connection, accountIds, 12)
  const accounts = await loadAccounts(pool, accountIds)
  expect(accounts.map(({ seq }) => seq)).toEqual([15, 15, 15])
  for (const id of accountIds) {
    const { rows } = await pool.query<{ entry: string }>(
      'select entry from entries where account_id = $1 order by seq',
      [id],
    )
    let head = unopened(id)
    for (const { entry } of rows) {
      const next = JSON.parse(entry) as Entry // as: `follows` says whether it is one.
      expect(follows(head, next)).toBe(true)
      head = evolve(head, next)
    }
    expect(head.seq).toBe(15)
  }
})
