import type { Entry } from '../../ledger/entry.ts'
import type { Item } from './settlements.ts'
import { keyOf } from './settlements.ts'

export interface Pending {
  readonly item: Item
  readonly entries: readonly Entry[]
  /** Further deliveries of the command, which came while its entry was on the way. */
  readonly duplicates: Item[]
}

/** Decided and on the way to the ledger, by command, until the ledger shows what became of it. */
export class PendingItems {
  readonly #byKey = new Map<string, Pending>()

  get size(): number {
    return this.#byKey.size
  }

  add(item: Item, entries: readonly Entry[]): void {
    this.#byKey.set(keyOf(item), { item, entries, duplicates: [] })
  }

  /** True if this command is on its way already; it is then answered together with the first. */
  joins(item: Item): boolean {
    const pending = this.#byKey.get(keyOf(item))
    pending?.duplicates.push(item)
    return pending !== undefined
  }

  /** What a valid entry settles, whoever wrote it. */
  takeSettled(entry: Entry): Pending | null {
    return this.#take(`${entry.account_id} ${entry.command_id}`)
  }

  /** What an invalid entry was meant to settle, if it is the very entry that was sent for it. */
  takeOvertaken(entry: Entry): Pending | null {
    const key = `${entry.account_id} ${entry.command_id}`
    const sent = this.#byKey.get(key)?.entries.some(({ hash }) => hash === entry.hash)
    return sent ? this.#take(key) : null
  }

  /** What waits for any of these entries, after they turned out to be lost. */
  takeLost(entries: readonly Entry[]): readonly Pending[] {
    const lost = new Set(entries.map(({ hash }) => hash))
    const waiting = [...this.#byKey].filter(([, pending]) =>
      pending.entries.some(({ hash }) => lost.has(hash)),
    )
    for (const [key] of waiting) this.#byKey.delete(key)
    return waiting.map(([, pending]) => pending)
  }

  #take(key: string): Pending | null {
    const pending = this.#byKey.get(key) ?? null
    this.#byKey.delete(key)
    return pending
  }
}
