import type { EntryFinding } from '../../../../client/proof.ts'
import { canProve, proveEntries } from '../../../../client/proof.ts'
import type { BalanceAnswer, EntryAnswer } from '../../state/answers.ts'
import { readBalance } from '../../state/balance.ts'
import { call } from '../../state/call.ts'
import { linesOf } from './fold-jobs.ts'

const firstRead = 100
/** Further reads are longer: the chunks of a large job fill hundreds of entries and one line. */
const furtherRead = 1_000
const readsMax = 5
const linesWanted = 20

export interface LedgerAsked {
  readonly type: string
  readonly from: string
  readonly to: string
  /** The id of a request or of a job. */
  readonly about: string
}

/** Entries that were read, the newest first, with this browser's findings about them. */
export interface LedgerRun {
  readonly entries: readonly EntryAnswer[]
  readonly head: BalanceAnswer['ledger']
  readonly findings: ReadonlyMap<number, EntryFinding['finding']>
  readonly next: string | null
}

export function askedOf(query: URLSearchParams): LedgerAsked {
  const of = (name: string) => query.get(name) ?? ''
  return { type: of('type'), from: of('from'), to: of('to'), about: of('about') }
}

export function isFiltered(asked: LedgerAsked): boolean {
  return Object.values(asked).some((value) => value !== '')
}

export function ledgerPath({ type, from, to, about }: LedgerAsked): string {
  const id: Readonly<Record<string, string>> = about.startsWith('job_')
    ? { job_id: about }
    : { request_id: about }
  const given = Object.entries({ type, from, to, ...id }).filter(([, value]) => value !== '')
  return `/ledger?${new URLSearchParams([['order', 'desc'], ...given])}`
}

export async function firstRun(asked: LedgerAsked, signal: AbortSignal): Promise<LedgerRun> {
  const { ledger: head } = await readBalance()
  return read({ entries: [], head, findings: new Map(), next: null }, asked, signal)
}

/** Goes on until there is something to see: a job's entries are one line, however many. */
export async function read(
  before: LedgerRun,
  asked: LedgerAsked,
  signal?: AbortSignal,
): Promise<LedgerRun> {
  const lines = linesOf(before.entries).length
  const entries = [...before.entries]
  let { next } = before
  for (let reads = 0; reads < readsMax; reads += 1) {
    const limit = entries.length === 0 ? firstRead : furtherRead
    const cursor = next === null ? '' : `&cursor=${encodeURIComponent(next)}`
    const path = `${ledgerPath(asked)}&limit=${limit}${cursor}`
    const { json } = await call<{ data: readonly EntryAnswer[]; next_cursor: string | null }>(
      'GET',
      path,
      signal ? { signal } : {},
    )
    // Written since the balance was read: the next look shows it, and checks it against that one.
    entries.push(...json.data.filter(({ seq }) => seq <= before.head.seq))
    next = json.next_cursor
    if (next === null || linesOf(entries).length >= lines + linesWanted) break
  }
  return { entries, head: before.head, findings: await findingsOf(entries), next }
}

/** A filter leaves gaps: links are checked inside each unbroken stretch. */
async function findingsOf(newestFirst: readonly EntryAnswer[]): Promise<LedgerRun['findings']> {
  const findings = new Map<number, EntryFinding['finding']>()
  if (!canProve()) return findings
  let stretch: EntryAnswer[] = []
  const prove = async () => {
    for (const { seq, finding } of await proveEntries(stretch)) findings.set(seq, finding)
  }
  for (const entry of [...newestFirst].reverse()) {
    const last = stretch.at(-1)
    if (last && last.seq + 1 !== entry.seq) {
      await prove()
      stretch = []
    }
    stretch.push(entry)
  }
  await prove()
  return findings
}
