import type { Account } from './account.ts'
import { evolve, follows } from './account.ts'
import type { Entry } from './entry.ts'

/**
 * The accounts of one partition while entries are on their way: *confirmed* is what the log has
 * shown, *tentative* what it will show if nobody overtakes us. Decisions are made on tentative
 * state, replies on confirmed state. No I/O: the worker loads what is missing and says what to
 * forget.
 */
export class Accounts {
  readonly #confirmed = new Map<string, Confirmed>()
  readonly #tentative = new Map<string, { account: Account; readonly hashes: Set<string> }>()
  readonly #settled = new Map<string, number>()

  /** The state on which the next entry of this account is decided. */
  account(accountId: string): Account | undefined {
    return this.#tentative.get(accountId)?.account ?? this.#confirmed.get(accountId)?.account
  }

  knows(accountId: string): boolean {
    return this.#confirmed.has(accountId)
  }

  /** A state read from the view; what is known already is at least as new. */
  load(account: Account): void {
    if (this.#confirmed.has(account.accountId)) return
    this.#confirmed.set(account.accountId, { account, offset: -1 })
  }

  /** Whether an entry of this command was seen in the chain and is still remembered. */
  hasSettled(accountId: string, commandId: string): boolean {
    return this.#settled.has(settledKey(accountId, commandId))
  }

  /** Builds tentative state on entries that are about to be appended. */
  propose(entries: readonly Entry[]): void {
    for (const entry of entries) {
      const { account_id: id } = entry
      const before = this.account(id)
      if (!before || !follows(before, entry))
        throw new Error(`a proposal for ${id} does not follow`)
      const tentative = this.#tentative.get(id) ?? { account: before, hashes: new Set<string>() }
      tentative.account = evolve(before, entry)
      tentative.hashes.add(entry.hash)
      this.#tentative.set(id, tentative)
    }
  }

  /** One entry in log order: true if it is valid, false if every reader ignores it. */
  apply(entry: Entry, offset: number): boolean {
    const { account_id: id } = entry
    const confirmed = this.#confirmed.get(id)
    if (!confirmed) throw new Error(`an entry of ${id} was read before its account was loaded`)
    const tentative = this.#tentative.get(id)
    const ours = tentative?.hashes.delete(entry.hash) ?? false
    if (!follows(confirmed.account, entry)) return false
    this.#confirmed.delete(id) // Set anew, so that the map's order is by last use.
    this.#confirmed.set(id, { account: evolve(confirmed.account, entry), offset })
    this.#settled.set(settledKey(id, entry.command_id), offset)
    if (!ours || tentative?.account.hash === entry.hash) this.#tentative.delete(id)
    return true
  }

  /** A proposal for this account was overtaken or lost: decide again from the confirmed state. */
  fallBack(accountId: string): void {
    this.#tentative.delete(accountId)
  }

  get size(): { readonly known: number; readonly settled: number } {
    return { known: this.#confirmed.size, settled: this.#settled.size }
  }

  /**
   * Forgets the oldest beyond `keep`, but only what the views have seen (`projected`: everything
   * below it), because from then on the views answer for it. Gives the commands it forgot.
   */
  forget(
    keep: { readonly known: number; readonly settled: number },
    projected: number,
  ): readonly string[] {
    for (const [id, { offset }] of this.#confirmed) {
      if (this.#confirmed.size <= keep.known) break
      if (offset < projected && !this.#tentative.has(id)) this.#confirmed.delete(id)
    }
    const forgotten: string[] = []
    for (const [key, offset] of this.#settled) {
      if (this.#settled.size <= keep.settled || offset >= projected) break
      this.#settled.delete(key)
      forgotten.push(key.slice(key.indexOf(' ') + 1))
    }
    return forgotten
  }
}

interface Confirmed {
  readonly account: Account
  /** The offset of the last entry seen on the log; −1 when the state is the view's. */
  readonly offset: number
}

function settledKey(accountId: string, commandId: string): string {
  return `${accountId} ${commandId}`
}
