import type { Entry } from '../../ledger/entry.ts'
import type { Pending } from './pending.ts'
import { keyOf } from './pending.ts'

export interface Decided {
  readonly pending: Pending
  readonly entries: readonly Entry[]
  /** Further deliveries of the command, which came while its entry was on the way. */
  readonly duplicates: Pending[]
}

/** Decisions on their way to the ledger, by command, until the ledger shows what became of them. */
export class InFlight {
  readonly #byKey = new Map<string, Decided>()

  get size(): number {
    return this.#byKey.size
  }

  add(pending: Pending, entries: readonly Entry[]): void {
    this.#byKey.set(keyOf(pending), { pending, entries, duplicates: [] })
  }

  /** True if this command is on its way already; it is then answered together with the first. */
  joins(pending: Pending): boolean {
    const decided = this.#byKey.get(keyOf(pending))
    decided?.duplicates.push(pending)
    return decided !== undefined
  }

  /** Takes the decision that a valid entry settles, whoever wrote it. */
  takeSettled(entry: Entry): Decided | null {
    return this.#take(`${entry.account_id} ${entry.command_id}`)
  }

  /** Takes the decision behind an invalid entry, if it is the very entry that was sent for it. */
  takeOvertaken(entry: Entry): Decided | null {
    const key = `${entry.account_id} ${entry.command_id}`
    const sent = this.#byKey.get(key)?.entries.some(({ hash }) => hash === entry.hash)
    return sent ? this.#take(key) : null
  }

  /** Takes the decisions that wait for any of these entries, which turned out to be lost. */
  takeLost(entries: readonly Entry[]): readonly Decided[] {
    const lost = new Set(entries.map(({ hash }) => hash))
    const waiting = [...this.#byKey].filter(([, decided]) =>
      decided.entries.some(({ hash }) => lost.has(hash)),
    )
    for (const [key] of waiting) this.#byKey.delete(key)
    return waiting.map(([, decided]) => decided)
  }

  #take(key: string): Decided | null {
    const decided = this.#byKey.get(key) ?? null
    this.#byKey.delete(key)
    return decided
  }
}
