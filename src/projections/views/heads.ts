import type { Pool } from '../../db/pool.ts'
import type { Account } from '../../ledger/account.ts'
import { evolve, follows } from '../../ledger/account.ts'
import type { Entry } from '../../ledger/entry.ts'
import { loadAccounts } from '../accounts.ts'

const headsRemembered = 20_000

export interface Read {
  readonly entry: Entry
  /** The entry as it was written. */
  readonly text: string
  readonly offset: number
}

/** The last entries that the views show, by account: what the next ones must follow. */
export class Heads {
  readonly #pool: Pool
  readonly #known = new Map<string, Account>()
  #old = false

  constructor(pool: Pool) {
    this.#pool = pool
  }

  /** The known heads may be old: they are read from the views again before the next batch. */
  renew(): void {
    this.#old = true
  }

  /** Applies the chain rule again: entries that other readers ignore are ignored here. */
  async validOf(read: readonly Read[]): Promise<readonly Read[]> {
    // Between two batches the views hold every head, so all may be forgotten; an lru-cache could
    // forget one in the middle of a batch.
    if (this.#old || this.#known.size > headsRemembered) this.#known.clear()
    this.#old = false
    const unknown = new Set(read.map(({ entry }) => entry.account_id))
    for (const id of unknown) if (this.#known.has(id)) unknown.delete(id)
    if (unknown.size > 0) {
      for (const account of await loadAccounts(this.#pool, [...unknown])) {
        this.#known.set(account.accountId, account)
      }
    }
    return read.filter(({ entry }) => {
      const head = this.#known.get(entry.account_id)
      if (!head || !follows(head, entry)) return false
      this.#known.set(entry.account_id, evolve(head, entry))
      return true
    })
  }
}
