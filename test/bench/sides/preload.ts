import { openEmbeddedPostgres } from '../../../src/db/embedded/embedded-postgres.ts'
import type { Connection, Pool } from '../../../src/db/pool.ts'
import { openPool } from '../../../src/db/pool.ts'
import { newId } from '../../../src/ids.ts'
import type { Account } from '../../../src/ledger/account.ts'
import { evolve } from '../../../src/ledger/account.ts'
import { sha256 } from '../../../src/ledger/canonical.ts'
import { decide } from '../../../src/ledger/decide.ts'
import type { Entry } from '../../../src/ledger/entry.ts'
import type { LogRecord } from '../../../src/log/event-log.ts'
import { openPostgresLog } from '../../../src/log/postgres/postgres-log.ts'
import { topics } from '../../../src/messages/topics.ts'
import { loadAccounts } from '../../../src/projections/accounts.ts'
import { factsOf, openViews } from '../../../src/projections/projection.ts'
import { balanceView } from '../../../src/projections/views/balance.ts'
import { entriesView } from '../../../src/projections/views/entries.ts'
import { usageView } from '../../../src/projections/views/usage.ts'

const entriesPerBatch = 5_000
const resultSha256 = sha256('what an earlier call was answered')

/**
 * Continues the chains of these accounts by `count` charged calls, on the log and in the views,
 * while the service is down. The decisions, the log and the views are the service's own, so that
 * it finds what it would have written; only the answers of those calls are not kept, as if long
 * trimmed.
 */
export async function preload(
  dataDir: string,
  accountIds: readonly string[],
  count: number,
): Promise<void> {
  const database = await openEmbeddedPostgres({ dataDir, log: () => {} })
  try {
    const pool = openPool(database.connection, 4)
    try {
      await continueChains(pool, database.connection, accountIds, count)
      // A service that has run for long has its statistics; without them the first minute differs.
      await pool.query('vacuum analyze')
      await pool.query('checkpoint')
    } finally {
      await pool.end()
    }
  } finally {
    await database.close()
  }
}

export async function continueChains(
  pool: Pool,
  connection: Connection,
  accountIds: readonly string[],
  count: number,
): Promise<void> {
  const views = await openViews({ pool, viewsOutliveUs: false }, [
    entriesView,
    balanceView,
    usageView,
  ])
  await views.reload(Array.from({ length: topics.ledger.partitions }, (_, at) => at))
  const log = await openPostgresLog(connection)
  try {
    const accounts = [...(await loadAccounts(pool, accountIds))]
    for (let done = 0; done < count; done += entriesPerBatch) {
      const entries = chargedCalls(accounts, done, Math.min(entriesPerBatch, count - done))
      const records = entries.map((entry) => {
        return { topic: 'ledger', key: entry.account_id, value: JSON.stringify(entry) } as const
      })
      const appended = await log.append(records)
      const ends = new Map(appended.map((record) => [record.partition, record]))
      await views.apply(factsOf(loggedOf(entries, appended)), [...ends.values()])
    }
  } finally {
    await log.close()
  }
}

/** Entries in the order of their offsets within a partition, as a reader meets them. */
function loggedOf(entries: readonly Entry[], appended: readonly LogRecord[]) {
  return entries.map((entry, index) => {
    const record = appended[index]
    if (!record) throw new Error('every entry has its record')
    return { entry, text: String(record.value), offset: record.offset }
  })
}

/** The accounts take turns, as in a load; each ends where its last entry leaves it. */
function chargedCalls(accounts: Account[], from: number, count: number): readonly Entry[] {
  const now = new Date().toISOString()
  return Array.from({ length: count }, (_, index) => {
    const turn = (from + index) % accounts.length
    const account = accounts[turn]
    if (!account || account.balanceCents + account.freeCalls < 1) {
      throw new Error('--preload asks for more entries than the accounts can pay; use --accounts')
    }
    const [entry] = decide(account, chargedCall(), now)
    if (!entry) throw new Error('a settled call has an entry')
    accounts[turn] = evolve(account, entry)
    return entry
  })
}

function chargedCall() {
  return {
    type: 'SettleCall',
    commandId: newId('command'),
    call: 'enrich',
    items: 1,
    freeReason: 'nothing_to_charge',
    requestId: newId('request'),
    keyId: newId('key'),
    resultSha256,
  } as const
}
