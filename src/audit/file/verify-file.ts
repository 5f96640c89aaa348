import { availableParallelism } from 'node:os'
import type { ChainHead } from '../chains.ts'
import { newDigestSeed } from '../digest-set.ts'
import type { Verified } from './checked-lines.ts'
import { CheckedLines, faultIn } from './checked-lines.ts'
import type { Claim } from './claims.ts'
import { secondHalfOf } from './lines.ts'
import type { CheckHalf } from './second-half.ts'
import { checkInThread } from './second-half.ts'

/** How the second half of a file is checked, and from which size on. */
export interface Halves {
  readonly check: CheckHalf
  readonly fromBytes: number
}

/** A thread for a smaller file takes longer to start than it saves. */
const usualHalves: Halves = { check: checkInThread, fromBytes: 33_554_432 }

/**
 * Checks an export offline: one account's ledger, or many accounts' in any mixture, each in its
 * order. It ends at the first fault. Nothing here is shared with the workers but the schema of an
 * entry, and what is held in memory is the heads, the claims and a digest of each command.
 *
 * The second half of a large file is meanwhile checked by a thread. It has no say against a line:
 * only where it finds all right, and its beginnings are the ends of the first half, is it believed.
 * Otherwise the second half is checked as if there were no thread.
 */
export async function verifyFile(
  file: string,
  claims: readonly Claim[],
  halves = availableParallelism() > 1 ? usualHalves : null,
): Promise<Verified> {
  const half = halves ? await secondHalfOf(file, halves.fromBytes) : null
  const seed = newDigestSeed()
  const lines = new CheckedLines(claims, { seed })
  if (!halves || !half) return lines.ended(await faultIn(lines, file))
  const second = halves.check({ file, span: half, claims, seed })
  try {
    const fault = await faultIn(lines, file, { from: 0, to: half.from })
    if (fault) return lines.ended(fault)
    const found = await second.found
    if (found && lines.continueWith(found)) return lines.ended(null)
  } finally {
    await second.stop()
  }
  return lines.ended(await faultIn(lines, file, half))
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
