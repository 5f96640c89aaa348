import type { Pool } from '../db/pool.ts'
import { type Entry, loggedEntrySchema } from '../ledger/entry.ts'
import type { SandboxShare } from '../ledger/sandbox-share.ts'
import {
  noSandboxShare,
  sandboxCentsOf,
  sandboxShareAfter,
  voidCommandsOf,
} from '../ledger/sandbox-share.ts'
import { projectedOffset } from './accounts.ts'

/** An account that holds cents of the sandbox, as the views show it. */
export interface SandboxHolder extends SandboxShare {
  readonly accountId: string
}

const entriesPerRead = 5_000

/**
 * All accounts that hold cents of the sandbox, by folding the entries of those that ever ordered
 * there and have something now. It is asked at starts and by the operator, never by a call; an
 * account is folded from the last time it was voided, for nothing of the sandbox stood then.
 */
export async function findSandboxHolders(pool: Pool): Promise<readonly SandboxHolder[]> {
  const { rows } = await pool.query<{ account_id: string }>(
    `select account_id from balances b where balance_cents + reserved_cents > 0 and exists (
        select from orders o where o.account_id = b.account_id and o.provider = 'sandbox')
      order by account_id`,
  )
  const holders: SandboxHolder[] = []
  for (const { account_id: accountId } of rows) {
    const share = await shareOf(pool, accountId)
    if (sandboxCentsOf(share) > 0) holders.push({ accountId, ...share })
  }
  return holders
}

async function shareOf(pool: Pool, accountId: string): Promise<SandboxShare> {
  let share = noSandboxShare(await voidedAt(pool, accountId))
  for (;;) {
    const entries = await readEntries(pool, accountId, share.seq)
    for (const entry of entries) share = sandboxShareAfter(share, entry)
    if (entries.length < entriesPerRead) return share
  }
}

async function voidedAt(pool: Pool, accountId: string): Promise<number> {
  const { from, to } = voidCommandsOf(accountId)
  const { rows } = await pool.query<{ seq: string | null }>(
    `select max(seq) as seq from entries
      where command_id > $2 and command_id < $3 and account_id = $1`,
    [accountId, from, to],
  )
  return Number(rows[0]?.seq ?? 0)
}

async function readEntries(pool: Pool, accountId: string, after: number): Promise<Entry[]> {
  const { rows } = await pool.query<{ entry: string }>(
    'select entry from entries where account_id = $1 and seq > $2 order by seq limit $3',
    [accountId, after, entriesPerRead],
  )
  return rows.map(({ entry }) => loggedEntrySchema.parse(JSON.parse(entry)))
}

/** Whether the views have all that lies below these offsets of the ledger's partitions. */
export async function viewsReach(pool: Pool, ends: ReadonlyMap<number, number>): Promise<boolean> {
  for (const [partition, end] of ends) {
    if ((await projectedOffset(pool, partition)) < end) return false
  }
  return true
}
