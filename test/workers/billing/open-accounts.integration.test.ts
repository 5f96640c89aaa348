import { afterEach, expect, test } from 'vitest'
import type { Pool } from '../../../src/db/pool.ts'
import { openPool } from '../../../src/db/pool.ts'
import { openCommandIds } from '../../../src/ids.ts'
import { jsonCodec } from '../../../src/log/codecs/json-codec.ts'
import { openPostgresLog } from '../../../src/log/postgres/postgres-log.ts'
import { openAccounts } from '../../../src/workers/billing/open-accounts.ts'
import type { Pending } from '../../../src/workers/billing/pending.ts'
import { useDatabases } from '../../contracts/database.ts'
import { until } from '../../until.ts'

/**
 * A worker that was stopped while another took its partition over, and goes on: the views have seen
 * entries of its successor that it has not read yet.
 */
const databases = useDatabases()
const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

async function openWorker() {
  const connection = await databases.fresh()
  const pool = openPool(connection, 4)
  const log = await openPostgresLog(connection)
  closing.push(
    () => pool.end(),
    () => log.close(),
  )
  const fail = (error: unknown) => {
    throw error
  }
  const count = { deadLetter: () => {}, settled: () => {}, projected: () => {} }
  const now = () => new Date().toISOString()
  const open = (views: Pool) =>
    openAccounts({ log, codec: jsonCodec, pool: views, fail, count, now }, 0)
  return { pool, open }
}

/** The successor's settlement, as the projection wrote it. */
async function settleElsewhere(pool: Pool, accountId: string, commandId: string): Promise<void> {
  await pool.query(
    `with entry as (insert into entries (account_id, seq, command_id, type, at, entry)
        values ($1, 2, $2, 'CallCharged', '', ''))
      insert into balances (account_id, seq, hash, at, balance_cents, free_calls, reserved_cents)
        values ($1, 2, 'ab', '', 0, 19, 0)`,
    [accountId, commandId],
  )
}

function pendingOf(accountId: string, commandId: string): Pending {
  return { accountId, settlement: { type: 'OpenAccount', commandId } } as Pending // as: its key only.
}

test('a command that a successor settled is known as soon as its account is', async () => {
  const { pool, open } = await openWorker()
  const ids = openCommandIds()
  const [first, second, third] = [ids.next(), ids.next(), ids.next()]
  const { prepare, loadPatiently } = await open(pool)
  expect((await prepare([pendingOf('acc_0', first)])).settled).toEqual(new Set())
  await settleElsewhere(pool, 'acc_1', second)
  expect((await prepare([pendingOf('acc_1', second)])).settled).toEqual(
    new Set([`acc_1 ${second}`]),
  )
  // The same, when it was a ledger entry that brought the account in.
  await settleElsewhere(pool, 'acc_2', third)
  await loadPatiently(['acc_2'])
  expect((await prepare([pendingOf('acc_2', third)])).settled).toEqual(new Set([`acc_2 ${third}`]))
})

test('and also when it is settled between the look-ups', async () => {
  const { pool, open } = await openWorker()
  const derived = `cmd_${'a'.repeat(40)}`
  let lookedUp = false
  const late = new Proxy(pool, {
    get(target, name) {
      if (name !== 'query') return Reflect.get(target, name)
      return async (asked: { readonly name?: string }, values: unknown[]) => {
        if (asked.name === 'load-accounts') {
          // The first look-up comes before the successor settles it.
          await until('the other one', () => lookedUp, 300).catch(() => {})
          await settleElsewhere(pool, 'acc_1', derived)
        }
        const answer = await target.query(asked as never, values) // as: handed on as it came.
        if (asked.name === 'find-settled') lookedUp = true
        return answer
      }
    },
  })
  const { prepare } = await open(late)
  expect((await prepare([pendingOf('acc_1', derived)])).settled).toEqual(
    new Set([`acc_1 ${derived}`]),
  )
})
