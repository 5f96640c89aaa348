import type { Account } from '../../../src/ledger/account.ts'
import { evolve, follows, unopened } from '../../../src/ledger/account.ts'
import { Accounts } from '../../../src/ledger/accounts.ts'
import { decide } from '../../../src/ledger/decide.ts'
import type { Entry } from '../../../src/ledger/entry.ts'
import type { Settlement } from '../../../src/ledger/settlement.ts'

/** A log that anybody appends to, and workers that die, hang, repeat themselves and compete. */
export interface Input {
  readonly accountId: string
  readonly settlement: Settlement
}

export class SimulatedWorker {
  readonly #log: readonly Entry[]
  readonly #inputs: readonly Input[]
  #accounts = new Accounts()
  #read = 0
  #taken = 0
  #pending = new Map<string, { readonly input: Input; readonly hashes: readonly string[] }>()
  #again: Input[] = []

  constructor(log: readonly Entry[], inputs: readonly Input[]) {
    this.#log = log
    this.#inputs = inputs
  }

  /**
   * Loses its memory. The log is folded anew; its inputs come again from `committed` on, or from an
   * earlier one that was not settled: no worker commits what is not done.
   */
  crash(committed: number): void {
    this.#accounts = new Accounts()
    this.#read = 0
    this.#pending = new Map()
    this.#again = []
    this.readBack(this.#log.length)
    const open = this.#inputs.findIndex(
      ({ accountId, settlement }) => !this.#accounts.hasSettled(accountId, settlement.commandId),
    )
    this.#taken = Math.min(committed, open < 0 ? this.#inputs.length : open)
  }

  /** Decides up to `count` inputs on tentative state; what it gives is to be appended, or not. */
  decide(count: number, now: string): readonly Entry[] {
    const fresh = this.#inputs.slice(this.#taken, this.#taken + count)
    this.#taken += fresh.length
    return [...this.#again.splice(0), ...fresh].flatMap((input) => this.#decideOne(input, now))
  }

  /** Reads up to `count` entries of the log, in order. */
  readBack(count: number): void {
    for (const entry of this.#log.slice(this.#read, this.#read + count)) {
      if (!this.#accounts.knows(entry.account_id)) this.#accounts.load(unopened(entry.account_id))
      const valid = this.#accounts.apply(entry, this.#read)
      this.#read += 1
      const key = `${entry.account_id} ${entry.command_id}`
      const pending = this.#pending.get(key)
      if (pending && valid) this.#pending.delete(key)
      else if (pending?.hashes.includes(entry.hash)) this.#retry(key)
    }
  }

  /** An append of its own was lost: what is still pending is decided again. */
  giveUpPending(): void {
    this.readBack(this.#log.length)
    for (const key of [...this.#pending.keys()]) this.#retry(key)
  }

  get idle(): boolean {
    const waits = this.#pending.size > 0 || this.#again.length > 0
    return !waits && this.#taken === this.#inputs.length && this.#read === this.#log.length
  }

  #decideOne(input: Input, now: string): readonly Entry[] {
    const { accountId, settlement } = input
    const key = `${accountId} ${settlement.commandId}`
    if (this.#pending.has(key)) return []
    if (this.#accounts.hasSettled(accountId, settlement.commandId)) return []
    if (!this.#accounts.knows(accountId)) this.#accounts.load(unopened(accountId))
    const account = this.#accounts.account(accountId) ?? unopened(accountId)
    const entries = decide(account, settlement, now)
    this.#accounts.propose(entries)
    if (entries.length > 0) {
      this.#pending.set(key, { input, hashes: entries.map(({ hash }) => hash) })
    }
    return entries
  }

  #retry(key: string): void {
    const pending = this.#pending.get(key)
    this.#pending.delete(key)
    if (!pending) return
    this.#accounts.fallBack(pending.input.accountId)
    this.#again.push(pending.input)
  }
}

/** Any reader: the chain rule alone, in any split of the log. */
export function foldValid(log: readonly Entry[], split: () => number) {
  const heads = new Map<string, Account>()
  const valid: Entry[] = []
  for (let from = 0; from < log.length; ) {
    const to = from + Math.max(1, split())
    for (const entry of log.slice(from, to)) {
      const head = heads.get(entry.account_id) ?? unopened(entry.account_id)
      if (!follows(head, entry)) continue
      heads.set(entry.account_id, evolve(head, entry))
      valid.push(entry)
    }
    from = to
  }
  return { heads, valid }
}
