import type { Fault, Head } from './chains.ts'
import { Chains } from './chains.ts'
import type { Claim } from './claims.ts'
import { Claims } from './claims.ts'
import { linesOf } from './lines.ts'
import { readEntry } from './read-entry.ts'

export interface Verified {
  readonly fault: Fault | null
  readonly entries: number
  readonly heads: ReadonlyMap<string, Head>
  readonly claimsMet: number
}

/**
 * Checks an export offline: one account's ledger, or many accounts' in any mixture, each in its
 * order. It ends at the first fault. Nothing here is shared with the workers but the schema of an
 * entry, and what is held in memory is the heads, the claims and a digest of each command.
 */
export async function verifyFile(file: string, claimed: readonly Claim[]): Promise<Verified> {
  const chains = new Chains()
  const claims = new Claims(claimed)
  let line = 0
  const ended = (fault: Fault | null): Verified => {
    const { entries, heads } = chains
    return { fault, entries, heads, claimsMet: claims.met }
  }
  for await (const lines of linesOf(file)) {
    for (const text of lines) {
      line += 1
      if (text === '') continue
      const entry = readEntry(text)
      if (typeof entry === 'string') {
        const where = { accountId: null, seq: seqIn(text) }
        return ended({ kind: 'not an entry', text: `line ${line}: ${entry}`, ...where })
      }
      const fault = chains.add(entry, text) ?? claims.see(entry)
      if (fault) return ended(fault)
    }
  }
  return ended(claims.unmet())
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
  const sum = (of: (head: Head) => number) => all.reduce((total, head) => total + of(head), 0)
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
