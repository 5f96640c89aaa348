import { column } from '../../db/pool.ts'
import type { Entry } from '../../ledger/entry.ts'
import type { View } from '../projection.ts'

/** Each account's state after its last entry. Never consulted to decide money. */
export const balanceView: View = {
  name: 'balance',
  async apply(client, { entries }) {
    const last = [...new Map(entries.map((entry) => [entry.account_id, entry])).values()]
    if (last.length === 0) return
    await client.query({
      name: 'view-balance',
      text: `insert into balances
          (account_id, seq, hash, at, balance_cents, free_calls, reserved_cents)
        select a, s::bigint, h, t, b::bigint, f::bigint, r::bigint from rows from (
          string_to_table($1, e'\\n'), string_to_table($2, e'\\n'), string_to_table($3, e'\\n'),
          string_to_table($4, e'\\n'), string_to_table($5, e'\\n'), string_to_table($6, e'\\n'),
          string_to_table($7, e'\\n')) as r (a, s, h, t, b, f, r)
        on conflict (account_id) do update set seq = excluded.seq, hash = excluded.hash,
          at = excluded.at, balance_cents = excluded.balance_cents,
          free_calls = excluded.free_calls, reserved_cents = excluded.reserved_cents`,
      values: columns(last),
    })
  },
}

function columns(last: readonly Entry[]): string[] {
  return [
    column(last.map(({ account_id }) => account_id)),
    column(last.map(({ seq }) => seq)),
    column(last.map(({ hash }) => hash)),
    column(last.map(({ at }) => at)),
    column(last.map(({ balance_cents }) => balance_cents)),
    column(last.map(({ free_calls_remaining }) => free_calls_remaining)),
    column(last.map(({ reserved_cents }) => reserved_cents)),
  ]
}
