import { column } from '../../db/pool.ts'
import { debtAfter } from '../../ledger/account.ts'
import type { View } from '../projection.ts'

/** The accounts' debts, beside their balances: few entries touch one, and each names the rest. */
export const debtsView: View = {
  name: 'debts',
  async apply(client, { entries }) {
    const debts = new Map<string, number>()
    for (const entry of entries) {
      const debt = debtAfter(entry)
      if (debt !== null) debts.set(entry.account_id, debt)
    }
    if (debts.size === 0) return
    await client.query({
      name: 'view-debts',
      text: `update balances b set debt_cents = d::bigint from rows from (
          string_to_table($1, e'\\n'), string_to_table($2, e'\\n')) as r (a, d)
        where b.account_id = r.a`,
      values: [column([...debts.keys()]), column([...debts.values()])],
    })
  },
}
