import type { Queryable } from '../db/pool.ts'
import { debtAfter } from '../ledger/account.ts'
import type { Entry } from '../ledger/entry.ts'
import type { View } from './projection.ts'
import { noFacts } from './projection.ts'
import { balanceView } from './views/balance.ts'
import { debtsView } from './views/debts.ts'

/** Each is held with its details until then: some fifteen megabytes. */
const accountsMax = 10_000

/**
 * Balances and debts as a rebuild folds them: only the last entry of an account says anything, and
 * a row that is updated again and again in one transaction leaves a trail that Postgres cannot
 * clear away before its end. So they are written when many accounts have been seen, or all.
 */
export class LateBalances implements View {
  readonly name = 'balance'
  readonly #last = new Map<string, Entry>()
  readonly #debts = new Map<string, Entry>()

  async apply(client: Queryable, { entries }: { readonly entries: readonly Entry[] }) {
    for (const entry of entries) {
      this.#last.set(entry.account_id, entry)
      if (debtAfter(entry) !== null) this.#debts.set(entry.account_id, entry)
    }
    if (this.#last.size > accountsMax) await this.write(client)
  }

  async write(client: Queryable): Promise<void> {
    await balanceView.apply(client, { ...noFacts, entries: [...this.#last.values()] })
    await debtsView.apply(client, { ...noFacts, entries: [...this.#debts.values()] })
    this.#last.clear()
    this.#debts.clear()
  }
}
