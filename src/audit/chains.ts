import type { Entry } from '../ledger/entry.ts'
import { canonicalOfAny, canonicalOfPlain, hashMemberLength, sha256 } from './canonical-form.ts'
import { DigestSet } from './digest-set.ts'
import { wrongMove } from './moves.ts'

/** The faults that an auditor may find, in the words that reports use. */
export type FaultKind =
  | 'not an entry'
  | 'gap'
  | 'broken chain'
  | 'altered entry'
  | 'wrong arithmetic'
  | 'negative balance'
  | 'command settled twice'
  | 'time goes back'
  | 'receipt not in the chain'
  | 'results do not match'
  | 'checkpoint does not match'

export interface Fault {
  readonly kind: FaultKind
  readonly accountId: string | null
  readonly seq: number | null
  readonly text: string
}

export interface ChainHead {
  readonly seq: number
  readonly hash: string
  readonly at: string
  readonly credits: number
  readonly freeCalls: number
  readonly reserved: number
  /** Which account it was to be met, from 0: shorter than its id. */
  readonly number: number
}

const zeroHash = '0'.repeat(64)
const nothing = { seq: 0, hash: zeroHash, at: '', credits: 0, freeCalls: 0, reserved: 0 }

/**
 * The chains of any number of accounts, entry by entry, each account's in its order. It believes
 * nothing that it can compute, and keeps the accounts' heads and a digest of each command.
 */
export class Chains {
  readonly heads = new Map<string, ChainHead>()
  readonly #settled = new DigestSet()

  get entries(): number {
    return this.#settled.size
  }

  /** Takes the next entry, or says what is wrong with it. `line` is the entry as it was written. */
  add(entry: Entry, line: string): Fault | null {
    return this.#add(entry, line)
  }

  /** The same of an entry whose hash was found to fit its content. */
  addIntact(entry: Entry): Fault | null {
    return this.#add(entry, null)
  }

  #add(entry: Entry, line: string | null): Fault | null {
    const known = this.heads.get(entry.account_id)
    const before = known ?? { ...nothing, number: this.heads.size }
    const fault = this.#faultOf(entry, line, before)
    if (fault) return { ...fault, accountId: entry.account_id, seq: entry.seq }
    this.heads.set(entry.account_id, after(entry, before))
    return null
  }

  #faultOf(
    entry: Entry,
    line: string | null,
    before: ChainHead,
  ): Pick<Fault, 'kind' | 'text'> | null {
    if (entry.seq !== before.seq + 1) {
      const text = `entry ${before.seq + 1} is due and ${entry.seq} comes`
      return { kind: 'gap', text }
    }
    if (entry.prev_hash !== before.hash) {
      return { kind: 'broken chain', text: 'prev_hash is not the hash of the entry before' }
    }
    if (line !== null && !hashFits(entry, line)) {
      return { kind: 'altered entry', text: 'its content does not have its hash' }
    }
    const wrong = wrongSum(entry, before) ?? wrongMove(entry)
    if (wrong) return { kind: 'wrong arithmetic', text: wrong }
    if (entry.balance_cents < 0 || entry.free_calls_remaining < 0 || entry.reserved_cents < 0) {
      return { kind: 'negative balance', text: 'less than nothing stands after it' }
    }
    if (entry.at < before.at) return { kind: 'time goes back', text: `${before.at} was before` }
    if (!this.#settled.add(entry.command_id, before.number)) {
      return { kind: 'command settled twice', text: `${entry.command_id} has an entry already` }
    }
    return null
  }
}

function after(entry: Entry, { number }: ChainHead): ChainHead {
  const { seq, hash, at, balance_cents: credits } = entry
  const { free_calls_remaining: freeCalls, reserved_cents: reserved } = entry
  return { seq, hash, at, credits, freeCalls, reserved, number }
}

function hashFits(entry: Entry, line: string): boolean {
  const plain = canonicalOfPlain(entry)
  const isPlain = plain.length + hashMemberLength === line.length && !line.includes('\\')
  if (isPlain && sha256(plain) === entry.hash) return true
  return sha256(canonicalOfAny(entry)) === entry.hash
}

function wrongSum(entry: Entry, before: ChainHead): string | null {
  if (before.credits + entry.credits_delta_cents !== entry.balance_cents) {
    return `${before.credits} and ${entry.credits_delta_cents} cents are not ${entry.balance_cents}`
  }
  if (before.freeCalls + entry.free_calls_delta !== entry.free_calls_remaining) {
    return 'free_calls_remaining is not what the deltas add up to'
  }
  if (before.reserved + entry.reserved_delta_cents !== entry.reserved_cents) {
    return 'reserved_cents is not what the deltas add up to'
  }
  return null
}
