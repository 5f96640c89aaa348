import type { Entry } from '../../ledger/entry.ts'
import { canonicalJson, sha256 } from '../canonical-form.ts'
import type { Fault, FaultKind } from '../chains.ts'
import { linesOf } from './lines.ts'

/** A claim is kept beside a ledger and held against it: the ledger must have this entry. */
export interface Claim {
  readonly kind: FaultKind
  readonly seq: number
  readonly hash: string
  /** Where the claim knows whose entry it means. */
  readonly accountId: string | null
  /** SHA-256 of the answer that the entry must have charged for, where the claim is of one. */
  readonly resultSha256: string | null
  readonly name: string
}

/** The text that was given as a claim is none. */
export class ClaimUnreadable extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'ClaimUnreadable'
  }
}

/** The value of a `Ledger-Entry` header. */
export function receiptClaim(receipt: string): Claim {
  const { seq, hash } = readReceipt(receipt)
  const nothing = { accountId: null, resultSha256: null }
  return { kind: 'receipt not in the chain', seq, hash, name: `receipt ${receipt}`, ...nothing }
}

/**
 * Stored answers: NDJSON of `{"receipt": "SEQ;HASH", "body": …}`, where `body` is the answer, as a
 * JSON value or as its very text.
 */
export async function resultClaims(file: string): Promise<readonly Claim[]> {
  const claims: Claim[] = []
  let number = 0
  for await (const lines of linesOf(file)) {
    for (const line of lines) {
      number += 1
      if (line !== '') claims.push(resultClaim(line, `line ${number} of ${file}`))
    }
  }
  return claims
}

function resultClaim(line: string, name: string): Claim {
  const unreadable = new ClaimUnreadable(`${name} is not {"receipt": "SEQ;HASH", "body": …}.`)
  let stored: { receipt?: unknown; body?: unknown }
  try {
    stored = JSON.parse(line)
    if (typeof stored.body === 'string') stored = { ...stored, body: JSON.parse(stored.body) }
  } catch {
    throw unreadable
  }
  if (typeof stored.receipt !== 'string' || stored.body === undefined) throw unreadable
  const { seq, hash } = readReceipt(stored.receipt)
  const resultSha256 = sha256(canonicalJson(stored.body))
  return { kind: 'results do not match', seq, hash, accountId: null, resultSha256, name }
}

function readReceipt(receipt: string): { readonly seq: number; readonly hash: string } {
  const [, seq, hash] = /^([1-9]\d{0,14});([0-9a-f]{64})$/.exec(receipt.trim()) ?? []
  if (seq && hash) return { seq: Number(seq), hash }
  throw new ClaimUnreadable(`"${receipt}" is no receipt: it is SEQ;HASH, as in Ledger-Entry.`)
}

/** Claims wait until their entry passes by. */
export class Claims {
  readonly #waiting = new Map<number, Claim[]>()
  readonly #all: readonly Claim[]
  readonly #met = new Set<Claim>()

  constructor(claims: readonly Claim[]) {
    this.#all = claims
    for (const claim of claims) {
      const known = this.#waiting.get(claim.seq)
      if (known) known.push(claim)
      else this.#waiting.set(claim.seq, [claim])
    }
  }

  get met(): number {
    return this.#met.size
  }

  /** Those that were met, by their place among all. */
  get metPlaces(): readonly number[] {
    return this.#all.flatMap((claim, place) => (this.#met.has(claim) ? [place] : []))
  }

  /** They were met elsewhere. */
  meet(places: readonly number[]): void {
    for (const place of places) {
      const claim = this.#all[place]
      if (!claim) continue
      this.#met.add(claim)
      const left = this.#waiting.get(claim.seq)?.filter((other) => other !== claim) ?? []
      if (left.length > 0) this.#waiting.set(claim.seq, left)
      else this.#waiting.delete(claim.seq)
    }
  }

  /** Whether any of them may mean an entry of this number. */
  waitFor(seq: number): boolean {
    return this.#waiting.has(seq)
  }

  /** A fault when the claim knows that it means this entry, and the entry is another. */
  see(entry: Entry): Fault | null {
    const here = this.#waiting.get(entry.seq)
    if (!here) return null
    const left: Claim[] = []
    for (const claim of here) {
      if (claim.accountId === entry.account_id && claim.hash !== entry.hash) {
        return faultOf(claim, 'the ledger has another entry there')
      }
      if (claim.hash !== entry.hash) left.push(claim)
      else if (!binds(entry, claim)) return faultOf(claim, 'the entry paid for another answer')
      else this.#met.add(claim)
    }
    if (left.length > 0) this.#waiting.set(entry.seq, left)
    else this.#waiting.delete(entry.seq)
    return null
  }

  /** After the last entry: whatever still waits is not there. */
  unmet(): Fault | null {
    const [first] = [...this.#waiting.values()].flat().sort((a, b) => a.seq - b.seq)
    return first ? faultOf(first, 'the ledger has no such entry') : null
  }
}

function binds({ details }: Entry, { resultSha256 }: Claim): boolean {
  if (resultSha256 === null) return true
  return 'result_sha256' in details && details.result_sha256 === resultSha256
}

function faultOf({ kind, accountId, seq, name }: Claim, why: string): Fault {
  return { kind, accountId, seq, text: `${name}: ${why}` }
}
