import type { BalanceAnswer, EntryAnswer } from '../../state/answers.ts'
import { readBalance } from '../../state/balance.ts'
import { call } from '../../state/call.ts'
import type { EntryFinding } from '../../state/proof.ts'
import { canProve, proveEntries } from '../../state/proof.ts'

const entriesPerPage = 50

/** Oldest first: an unbroken run that ends at the newest entry. */
export interface LedgerRun {
  readonly entries: readonly EntryAnswer[]
  readonly head: BalanceAnswer['ledger']
  readonly findings: ReadonlyMap<number, EntryFinding['finding']>
}

export async function newestRun(): Promise<LedgerRun> {
  const { ledger: head } = await readBalance()
  return runOf(await readBefore(head.seq + 1), head)
}

export async function longerRun({ entries, head }: LedgerRun): Promise<LedgerRun> {
  const [first] = entries
  if (!first) return newestRun()
  return runOf([...(await readBefore(first.seq)), ...entries], head)
}

async function runOf(
  entries: readonly EntryAnswer[],
  head: BalanceAnswer['ledger'],
): Promise<LedgerRun> {
  const findings = canProve() ? await proveEntries(entries) : []
  return { entries, head, findings: new Map(findings.map(({ seq, finding }) => [seq, finding])) }
}

/** The entries before a seq: at most a page of them, and none before the first. */
async function readBefore(seq: number): Promise<readonly EntryAnswer[]> {
  const after = Math.max(0, seq - 1 - entriesPerPage)
  const limit = seq - 1 - after
  if (limit < 1) return []
  const path = `/ledger?after=${after}&limit=${limit}`
  const { json } = await call<{ data: readonly EntryAnswer[] }>('GET', path)
  return json.data
}
