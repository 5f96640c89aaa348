import type { Pool } from '../db/pool.ts'
import { column } from '../db/pool.ts'
import type { Account } from '../ledger/account.ts'
import { unopened } from '../ledger/account.ts'

/** What the billing worker asks the views when it takes over a partition or meets an old command. */

/** The folded state of these accounts; one that the view does not know is unopened. */
export async function loadAccounts(
  pool: Pool,
  accountIds: readonly string[],
): Promise<readonly Account[]> {
  const { rows } = await pool.query<BalanceRow>({
    name: 'load-accounts',
    text: `select account_id, seq, hash, at, balance_cents, free_calls, reserved_cents
      from balances where account_id in (select string_to_table($1, e'\\n'))`,
    values: [column(accountIds)],
  })
  const known = new Map(rows.map((row) => [row.account_id, accountOf(row)]))
  return accountIds.map((id) => known.get(id) ?? unopened(id))
}

/** Which of these commands (of any account) have an entry in the view. */
export async function findSettled(
  pool: Pool,
  commandIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await pool.query<{ account_id: string; command_id: string }>({
    name: 'find-settled',
    text: `select account_id, command_id from entries
      where command_id in (select string_to_table($1, e'\\n'))`,
    values: [column(commandIds)],
  })
  return new Set(rows.map((row) => `${row.account_id} ${row.command_id}`))
}

/** Everything of `ledger[partition]` below this offset is in the views. */
export async function projectedOffset(pool: Pool, partition: number): Promise<number> {
  const { rows } = await pool.query<{ off: string }>(
    `select off from view_offsets where topic = 'ledger' and partition = $1`,
    [partition],
  )
  return Number(rows[0]?.off ?? 0)
}

export interface BalanceRow {
  readonly account_id: string
  readonly seq: string
  readonly hash: string
  readonly at: string
  readonly balance_cents: string
  readonly free_calls: string
  readonly reserved_cents: string
}

export function accountOf(row: BalanceRow): Account {
  return {
    accountId: row.account_id,
    seq: Number(row.seq),
    hash: row.hash,
    at: row.at,
    balanceCents: Number(row.balance_cents),
    freeCalls: Number(row.free_calls),
    reservedCents: Number(row.reserved_cents),
  }
}
