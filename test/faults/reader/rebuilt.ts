import type { Entry } from './chain.ts'
import { nameOf, numberOf } from './chain.ts'
import type { Evidence, Verdict } from './evidence.ts'
import { entriesOf } from './money.ts'

/** I6: the views equal what the log gives when it is folded anew from offset 0. */
export function viewsEqualTheLog(evidence: Evidence): Verdict {
  const faults = [
    ...faultsOfBalances(evidence),
    ...faultsOfEntries(evidence),
    ...faultsOfResults(evidence),
    ...faultsOfUsage(evidence),
    ...faultsOfOffsets(evidence),
  ]
  const { entries, results } = evidence.views
  return { invariant: 'I6', faults, figure: `${entries.length} entries, ${results.size} answers` }
}

function faultsOfBalances({ chains, views }: Evidence): string[] {
  const faults: string[] = []
  for (const [id, chain] of chains.accounts) {
    const head = chain.at(-1)
    const row = views.balances.get(id)
    const same =
      row?.hash === head?.hash &&
      Number(row?.seq) === head?.seq &&
      Number(row?.free_calls) === head?.free_calls_remaining &&
      Number(row?.reserved_cents) === head?.reserved_cents
    if (!same) faults.push(`balances: ${id} is at ${row?.seq}, its chain at ${head?.seq}`)
  }
  if (views.balances.size !== chains.accounts.size) faults.push('balances of no account')
  return faults
}

function faultsOfEntries({ chains, views }: Evidence): string[] {
  const shown = new Map(views.entries.map((row) => [`${row.account_id}#${row.seq}`, row.hash]))
  const faults = entriesOf(chains)
    .filter((entry) => shown.get(nameOf(entry)) !== entry.hash)
    .map((entry) => `entries: ${nameOf(entry)} is missing or another`)
  const count = entriesOf(chains).length
  if (shown.size !== count) faults.push(`entries: ${shown.size} are shown of ${count}`)
  return faults
}

/** The first enrichment of a command is the one whose answer stays. */
function faultsOfResults({ log, views }: Evidence): string[] {
  const first = new Map<string, Readonly<Record<string, unknown>>>()
  for (const { message } of log.enrichments) {
    const id = String(message?.command_id)
    if (message && typeof message.body === 'string' && !first.has(id)) first.set(id, message)
  }
  const faults: string[] = []
  for (const [id, { body, status, result_sha256: digest }] of first) {
    const row = views.results.get(id)
    const same = row?.body === body && row?.status === status && row?.result_sha256 === digest
    if (!same) faults.push(`results: ${id} is missing or another`)
  }
  if (views.results.size !== first.size) {
    faults.push(`results: ${views.results.size} of ${first.size}`)
  }
  return faults
}

const usageTypes: Readonly<Record<string, string>> = {
  enrich: 'transaction',
  batch: 'transaction_batch',
}

function faultsOfUsage({ chains, views }: Evidence): string[] {
  const sums = new Map<string, [number, number, number, number, number]>()
  for (const entry of entriesOf(chains)) {
    const added = usageOf(entry)
    if (!added) continue
    const call = String(entry.details.call)
    const key = `${entry.account_id} ${entry.at.slice(0, 13)} ${usageTypes[call] ?? call}`
    const before = sums.get(key) ?? [0, 0, 0, 0, 0]
    added.forEach((value, index) => {
      before[index] = (before[index] ?? 0) + value
    })
    sums.set(key, before)
  }
  const faults = [...sums]
    .filter(([key, sum]) => views.usage.get(key) !== sum.join())
    .map(([key, sum]) => `usage: ${key} is ${views.usage.get(key)}, not ${sum.join()}`)
  if (views.usage.size !== sums.size) faults.push(`usage: ${views.usage.size} of ${sums.size}`)
  return faults
}

/** Calls, items, cents, free calls and errors that an entry adds. */
function usageOf(entry: Entry): readonly number[] | null {
  const paid = ['items', 'charged_cents', 'free_calls_used'].map((name) => numberOf(entry, name))
  if (entry.type === 'CallCharged') return [1, ...paid, 0]
  if (entry.type === 'ChargeRefused') return [0, 0, 0, 0, 1]
  if (entry.type !== 'CallNotCharged') return null
  const failed = entry.details.reason === 'not_found' || entry.details.reason === 'failed'
  return [0, 0, 0, 0, failed ? 1 : 0]
}

/** The stored offset is the last applied one + 1. */
function faultsOfOffsets({ log, views }: Evidence): string[] {
  const ends = new Map<string, number>()
  for (const record of [...log.enrichments, ...log.ledger]) {
    ends.set(`${record.topic}/${record.partition}`, record.offset + 1)
  }
  return [...ends]
    .filter(([place, end]) => views.offsets.get(place) !== end)
    .map(([place, end]) => `offset of ${place}: ${views.offsets.get(place)}, not ${end}`)
}
