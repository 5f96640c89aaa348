import type { ChainHead, ChainsStart, Fault, LaterChains } from '../chains.ts'
import { Chains } from '../chains.ts'
import { readEntry } from '../read-entry.ts'
import type { Claim } from './claims.ts'
import { Claims } from './claims.ts'
import type { FileSpan } from './lines.ts'
import { blocksOf, lineBreak, textOf } from './lines.ts'
import { PlainReader } from './plain-reader.ts'

export interface Verified {
  readonly fault: Fault | null
  readonly entries: number
  readonly heads: ReadonlyMap<string, ChainHead>
  readonly claimsMet: number
}

/** The second half of a file, found right as far as it can be seen by itself. */
export interface LaterLines extends LaterChains {
  /** The claims that it met, by their place among all. */
  readonly met: readonly number[]
}

/** Takes the lines of an export, block by block. */
export class CheckedLines {
  readonly #chains: Chains
  readonly #plain = new PlainReader()
  readonly #claims: Claims
  #number = 0

  constructor(claimed: readonly Claim[], chains: ChainsStart) {
    this.#chains = new Chains(chains)
    this.#claims = new Claims(claimed)
  }

  /** The first fault in the next lines. */
  faultIn(block: Buffer): Fault | null {
    for (let from = 0; from <= block.length; ) {
      const end = block.indexOf(lineBreak, from)
      const to = end < 0 ? block.length : end
      this.#number += 1
      const fault = from === to ? null : this.#faultAt(block, from, to)
      if (fault) return fault
      from = to + 1
    }
    return null
  }

  ended(fault: Fault | null): Verified {
    const { entries, heads } = this.#chains
    return { fault: fault ?? this.#claims.unmet(), entries, heads, claimsMet: this.#claims.met }
  }

  /** A half that starts anywhere, in which no fault was found. */
  found(): LaterLines {
    const { openings, heads, entries, settled } = this.#chains
    return { openings, heads, entries, settled: settled.words, met: this.#claims.metPlaces }
  }

  /** Whether that half goes on where these lines end; these are then all lines. */
  continueWith(half: LaterLines): boolean {
    if (!this.#chains.continueWith(half)) return false
    this.#claims.meet(half.met)
    return true
  }

  /** Only the general reader says what is wrong. */
  #faultAt(block: Buffer, from: number, to: number): Fault | null {
    const plain = this.#plain.intactEntry(block, from, to)
    if (plain && !this.#claims.waitFor(plain.seq) && !this.#chains.addIntact(plain)) return null
    const text = textOf(block.subarray(from, to))
    const entry = readEntry(text)
    if (typeof entry === 'string') {
      const where = { accountId: null, seq: seqIn(text) }
      return { kind: 'not an entry', text: `line ${this.#number}: ${entry}`, ...where }
    }
    const fault = this.#chains.add(entry, text) ?? this.#claims.see(entry)
    if (!fault && !plain) this.#plain.learn(entry, text)
    return fault
  }
}

/** The first fault of a file, or of a part of it. */
export async function faultIn(
  lines: CheckedLines,
  file: string,
  span?: FileSpan,
): Promise<Fault | null> {
  for await (const block of blocksOf(file, span)) {
    const fault = lines.faultIn(block)
    if (fault) return fault
  }
  return null
}

/** Even a line that is no entry may say which one it was to be. */
function seqIn(line: string): number | null {
  const [, seq] = /"seq":\s*(\d{1,15})\b/.exec(line) ?? []
  return seq === undefined ? null : Number(seq)
}
