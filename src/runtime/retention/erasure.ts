import type { Pool } from '../../db/pool.ts'
import { errorText } from '../../errors.ts'
import type { Report } from '../../report.ts'
import { sweep } from './sweep.ts'

const everyMs = 1_000
const accountsPerRun = 100
/** Uploads, chunks in hand and keys that were still trusted have brought their last by then. */
const secondSweepMs = 3_600_000
/** Any number will do, as long as every release uses the same one. */
const erasureLock = 7_233_014

export interface ErasureOptions {
  /** Whether the log lies in this Postgres; records of Kafka expire. */
  readonly log: boolean
  readonly secondSweepMs?: number
}

/**
 * Takes away what closed accounts left behind. `closed_accounts`, which is folded from the ledger,
 * says whose, and remembers how far it has come: whoever was interrupted, or restored from a
 * backup, goes on from there.
 */
export function openErasure(pool: Pool, report: Report, options: ErasureOptions) {
  let running: Promise<unknown> | null = null
  const timer = setInterval(() => {
    running ??= eraseClosed(pool, options)
      .catch((error) => report('erasure_failed', { error: errorText(error) }))
      .finally(() => {
        running = null
      })
  }, everyMs)
  return {
    async close(): Promise<void> {
      clearInterval(timer)
      await running
    },
  }
}

/** One process at a time; the others look again a second later. */
export async function eraseClosed(pool: Pool, options: ErasureOptions): Promise<void> {
  const due = await findDue(pool, options)
  if (due.length === 0) return
  const client = await pool.connect()
  try {
    // Where an account has left much, or others have, a statement may read for long.
    await client.query('set statement_timeout to 0')
    const { rows } = await client.query<{ locked: boolean }>(
      'select pg_try_advisory_lock($1) as locked',
      [erasureLock],
    )
    if (!rows[0]?.locked) return
    for (const { account_id: accountId, swept_at: sweptAt } of due) {
      const isLast = sweptAt !== null
      await sweep(client, { accountId, isLast, log: options.log })
      await client.query(
        `update closed_accounts set swept_at = coalesce(swept_at, now()),
          erased_at = case when $2 then now() end where account_id = $1`,
        [accountId, isLast],
      )
    }
  } finally {
    // The connection has settings of its own and a lock, so it is not given back.
    client.release(true)
  }
}

interface Due {
  readonly account_id: string
  readonly swept_at: Date | null
}

async function findDue(pool: Pool, options: ErasureOptions): Promise<readonly Due[]> {
  const { rows } = await pool.query<Due>({
    name: 'find-closed',
    text: `select account_id, swept_at from closed_accounts where erased_at is null
        and (swept_at is null or swept_at < now() - $1 * interval '1 millisecond') limit $2`,
    values: [options.secondSweepMs ?? secondSweepMs, accountsPerRun],
  })
  return rows
}
