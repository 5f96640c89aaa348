import type { Pool } from '../db/pool.ts'
import { column } from '../db/pool.ts'
import type { Account } from '../ledger/account.ts'
import { unopened } from '../ledger/account.ts'
import { noReservations } from '../ledger/reservation.ts'

/** The folded state of these accounts; one that the view does not know is unopened. */
export async function loadAccounts(
  pool: Pool,
  accountIds: readonly string[],
): Promise<readonly Account[]> {
  const { rows } = await pool.query<BalanceRow>({
    name: 'load-accounts',
    text: `select account_id, seq, hash, at, balance_cents, free_calls, reserved_cents, debt_cents,
        (select json_object_agg(job_id, json_build_object(
            'cents', j.reserved_cents - j.charged_cents,
            'freeCalls', j.reserved_free_calls - j.free_calls_used))::text
          from job_progress j
          where j.account_id = b.account_id and j.ended_at is null) as reservations
      from balances b where account_id in (select string_to_table($1, e'\\n'))`,
    values: [column(accountIds)],
  })
  const known = new Map(rows.map((row) => [row.account_id, accountOf(row)]))
  return accountIds.map((id) => known.get(id) ?? unopened(id))
}

/** Everything of `ledger[partition]` below this offset is in the views. */
export async function projectedOffset(pool: Pool, partition: number): Promise<number> {
  const { rows } = await pool.query<{ off: string }>(
    `select off from view_offsets where topic = 'ledger' and partition = $1`,
    [partition],
  )
  return Number(rows[0]?.off ?? 0)
}

interface BalanceRow {
  readonly account_id: string
  readonly seq: string
  readonly hash: string
  readonly at: string
  readonly balance_cents: string
  readonly free_calls: string
  readonly reserved_cents: string
  readonly debt_cents: string
  /** JSON by job, or null when none is running. */
  readonly reservations: string | null
}

function accountOf(row: BalanceRow): Account {
  return {
    accountId: row.account_id,
    seq: Number(row.seq),
    hash: row.hash,
    at: row.at,
    balanceCents: Number(row.balance_cents),
    freeCalls: Number(row.free_calls),
    reservedCents: Number(row.reserved_cents),
    debtCents: Number(row.debt_cents),
    reservations: row.reservations === null ? noReservations : JSON.parse(row.reservations),
  }
}
