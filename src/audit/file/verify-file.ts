import type { ChainHead, Fault } from '../chains.ts'
import { Chains } from '../chains.ts'
import { readEntry } from '../read-entry.ts'
import type { Claim } from './claims.ts'
import { Claims } from './claims.ts'
import { blocksOf, lineBreak, textOf } from './lines.ts'
import { PlainReader } from './plain-reader.ts'

export interface Verified {
  readonly fault: Fault | null
  readonly entries: number
  readonly heads: ReadonlyMap<string, ChainHead>
  readonly claimsMet: number
}

/**
 * Checks an export offline: one account's ledger, or many accounts' in any mixture, each in its
 * order. It ends at the first fault. Nothing here is shared with the workers but the schema of an
 * entry, and what is held in memory is the heads, the claims and a digest of each command.
 */
export async function verifyFile(file: string, claimed: readonly Claim[]): Promise<Verified> {
  const lines = new Lines(claimed)
  let fault: Fault | null = null
  for await (const block of blocksOf(file)) {
    fault = lines.faultIn(block)
    if (fault) break
  }
  return lines.ended(fault)
}

class Lines {
  readonly #chains = new Chains()
  readonly #plain = new PlainReader()
  readonly #claims: Claims
  #number = 0

  constructor(claimed: readonly Claim[]) {
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

/** Even a line that is no entry may say which one it was to be. */
function seqIn(line: string): number | null {
  const [, seq] = /"seq":\s*(\d{1,15})\b/.exec(line) ?? []
  return seq === undefined ? null : Number(seq)
}

/** One sentence: what was checked, or what is wrong. */
export function reportOf(verified: Verified): string {
  const { fault, entries, heads, claimsMet } = verified
  if (fault) {
    const where = fault.seq === null ? '' : ` at seq ${fault.seq}`
    const whose = fault.accountId === null ? '' : ` of ${fault.accountId}`
    return `${fault.kind}${where}${whose}: ${fault.text}`
  }
  const all = [...heads.values()]
  const sum = (of: (head: ChainHead) => number) => all.reduce((total, head) => total + of(head), 0)
  const parts = [
    `${counted(entries, 'entry', 'entries')} of ${counted(heads.size, 'account', 'accounts')}`,
    `balance ${dollars(sum(({ credits }) => credits))}`,
    `reserved ${dollars(sum(({ reserved }) => reserved))}`,
    counted(
      sum(({ freeCalls }) => freeCalls),
      'free call',
      'free calls',
    ),
  ]
  if (claimsMet > 0) parts.push(`${counted(claimsMet, 'claim', 'claims')} met`)
  const [head] = all.length === 1 ? all : []
  if (head) parts.push(`head ${head.seq};${head.hash}`)
  return `valid: ${parts.join(', ')}`
}

function counted(count: number, one: string, many: string): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`
}

function dollars(cents: number): string {
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')} USD`
}
