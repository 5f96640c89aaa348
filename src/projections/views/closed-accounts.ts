import type { Queryable } from '../../db/pool.ts'
import { column } from '../../db/pool.ts'
import type { Entry } from '../../ledger/entry.ts'
import type { View } from '../projection.ts'

/**
 * Accounts that were closed: what the other views fold of them from the log is left out. It comes
 * first, so that it holds for the batch that closes an account, too.
 */
export const closedAccountsView: View = {
  name: 'closed_accounts',
  async apply(client, { entries }) {
    const closed = entries.filter(({ type }) => type === 'AccountClosed')
    if (closed.length === 0) return
    await client.query({
      name: 'view-closed-accounts',
      text: `insert into closed_accounts (account_id, at)
        select a, t from rows from (
          string_to_table($1, e'\\n'), string_to_table($2, e'\\n')) as r (a, t)
        on conflict (account_id) do nothing`,
      values: [idsOf(closed), column(closed.map(({ at }) => at))],
    })
    await forget(client, ['corrections', 'correction_versions'], closed)
  },
}

/**
 * Folded while live only, in the transaction in which the account is closed: from then on nobody
 * can log in or call, the e-mail may register anew, and what was sealed with the account's key
 * cannot be read. The slower part is swept away beside it (erasure/erasure.ts).
 */
export const holdersView: View = {
  name: 'holders',
  async apply(client, { entries }) {
    const closed = entries.filter(({ type }) => type === 'AccountClosed')
    if (closed.length === 0) return
    const those = `accounts where id in (select string_to_table($1, e'\\n'))`
    // Locked first: whoever is about to add a session or a key waits, and then has no account.
    await client.query(`select from ${those} for update`, [idsOf(closed)])
    await forgetCards(client, closed)
    await forget(client, ['sessions', 'api_keys', 'webhooks', 'auto_top_ups'], closed)
    await client.query(`delete from ${those}`, [idsOf(closed)])
  },
}

/** A purchase that was not tried yet is not made; one that was is seen to its end first. */
async function forgetCards(client: Queryable, closed: readonly Entry[]): Promise<void> {
  const those = `account_id in (select string_to_table($1, e'\\n'))`
  await client.query(
    `insert into cards_to_forget (payment_method_id)
      select payment_method_id from auto_top_ups
        where payment_method_id is not null and ${those}
      on conflict do nothing`,
    [idsOf(closed)],
  )
  await client.query(
    `update top_ups set customer_id = null, payment_method_id = null, payment_id = null,
        ended_at = coalesce(ended_at, now()), outcome = coalesce(outcome, 'declined')
      where ${those} and (ended_at is not null or tries = 0)`,
    [idsOf(closed)],
  )
}

/** `tables` from this folder, never input. */
export async function forget(
  client: Queryable,
  tables: readonly string[],
  closed: readonly Pick<Entry, 'account_id'>[],
): Promise<void> {
  for (const table of tables) {
    await client.query(
      `delete from ${table} where account_id in (select string_to_table($1, e'\\n'))`,
      [idsOf(closed)],
    )
  }
}

function idsOf(closed: readonly Pick<Entry, 'account_id'>[]): string {
  return column(closed.map(({ account_id }) => account_id))
}
