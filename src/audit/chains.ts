import type { Entry } from '../ledger/entry.ts'
import { canonicalOfAny, canonicalOfPlain, hashMemberLength, sha256 } from './canonical-form.ts'
import type { DigestScope } from './digest-set.ts'
import { DigestSet, newDigestSeed } from './digest-set.ts'
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

export interface ChainHead extends DigestScope {
  readonly seq: number
  readonly hash: string
  readonly at: string
  readonly credits: number
  readonly freeCalls: number
  readonly reserved: number
}

const zeroHash = '0'.repeat(64)
const nothing = { seq: 0, hash: zeroHash, at: '', credits: 0, freeCalls: 0, reserved: 0 }

export interface ChainsStart {
  /** The first entry of an account may be any: where it begins is an opening. */
  readonly startsAnywhere?: boolean
  /** Digests of one seed can be compared. */
  readonly seed?: Uint32Array<ArrayBuffer>
}

/**
 * The chains of any number of accounts, entry by entry, each account's in its order. It believes
 * nothing that it can compute, and keeps the accounts' heads and a digest of each command.
 */
export class Chains {
  readonly heads = new Map<string, ChainHead>()
  /** Where chains began of which the beginning is elsewhere: it is still to be shown. */
  readonly openings = new Map<string, ChainHead>()
  readonly settled: DigestSet
  readonly #startsAnywhere: boolean
  #continued = 0

  constructor({ startsAnywhere = false, seed = newDigestSeed() }: ChainsStart = {}) {
    this.settled = new DigestSet(seed)
    this.#startsAnywhere = startsAnywhere
  }

  get entries(): number {
    return this.settled.size + this.#continued
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
    const before = this.heads.get(entry.account_id) ?? this.#beginningOf(entry)
    const fault = this.#faultOf(entry, line, before)
    if (fault) return { ...fault, accountId: entry.account_id, seq: entry.seq }
    this.heads.set(entry.account_id, after(entry, before))
    return null
  }

  #beginningOf(entry: Entry): ChainHead {
    const beginning = { ...nothing, ...this.settled.scopeOf(entry.account_id) }
    if (!this.#startsAnywhere) return beginning
    const opening = { ...beginning, ...standingBefore(entry) }
    this.openings.set(entry.account_id, opening)
    // Its time is held against the end of what lies before, where they are joined.
    return { ...opening, at: '' }
  }

  /** Goes on with chains that start where these end, and says whether they do. */
  continueWith({ openings, heads, settled, entries }: LaterChains): boolean {
    for (const [accountId, opening] of openings) {
      const end = this.heads.get(accountId) ?? nothing
      if (!isContinuedBy(end, opening)) return false
    }
    if (this.settled.hasAny(settled)) return false
    for (const [accountId, head] of heads) this.heads.set(accountId, head)
    this.#continued += entries
    return true
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
    if (!this.settled.add(entry.command_id, before)) {
      return { kind: 'command settled twice', text: `${entry.command_id} has an entry already` }
    }
    return null
  }
}

/** The findings in a later part, with the same seed, from its openings on. */
export interface LaterChains {
  readonly openings: ReadonlyMap<string, ChainHead>
  readonly heads: ReadonlyMap<string, ChainHead>
  readonly settled: Uint32Array<ArrayBuffer>
  readonly entries: number
}

/** The head that an entry needs before it to be right: its sums and link are checked with it. */
function standingBefore(entry: Entry) {
  return {
    seq: entry.seq - 1,
    hash: entry.prev_hash,
    at: entry.at,
    credits: entry.balance_cents - entry.credits_delta_cents,
    freeCalls: entry.free_calls_remaining - entry.free_calls_delta,
    reserved: entry.reserved_cents - entry.reserved_delta_cents,
  }
}

function isContinuedBy(end: typeof nothing, opening: ChainHead): boolean {
  return (
    end.seq === opening.seq &&
    end.hash === opening.hash &&
    end.at <= opening.at &&
    end.credits === opening.credits &&
    end.freeCalls === opening.freeCalls &&
    end.reserved === opening.reserved
  )
}

function after(entry: Entry, { high, low }: ChainHead): ChainHead {
  const { seq, hash, at, balance_cents: credits } = entry
  const { free_calls_remaining: freeCalls, reserved_cents: reserved } = entry
  return { seq, hash, at, credits, freeCalls, reserved, high, low }
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
