import type { JobAnswer } from '../../state/job-answers.ts'
import { count } from '../../state/words.ts'

/** The names of the files that this browser made jobs of; other jobs are told by what they hold. */
const place = 'enrich.job-names'
const namesMax = 200

export function nameJob(id: string, name: string): void {
  const names = [[id, name] as const, ...Object.entries(readNames())].slice(0, namesMax)
  localStorage.setItem(place, JSON.stringify(Object.fromEntries(names)))
}

export function nameOf(id: string): string | null {
  return readNames()[id] ?? null
}

export function titleOf(job: JobAnswer): string {
  return nameOf(job.id) ?? aboutOf(job)
}

export const formatNames: Readonly<Record<string, string>> = {
  csv: 'CSV',
  xlsx: 'Excel workbook',
  ofx: 'OFX',
  qif: 'QIF',
  camt053: 'CAMT.053',
  mt940: 'MT940',
  json: 'JSON',
  ndjson: 'NDJSON',
}

const rowNames: Readonly<Record<string, readonly [one: string, many: string]>> = {
  transaction: ['transaction', 'transactions'],
  company: ['company', 'companies'],
  domain: ['domain', 'domains'],
  social: ['social profile', 'social profiles'],
  person: ['person', 'people'],
}

/** `1,500 transactions, CSV`. */
export function aboutOf({ type, total, source }: JobAnswer): string {
  const rows = count(total, ...(rowNames[type] ?? ['row', 'rows']))
  return source === null ? rows : `${rows}, ${formatNames[source.format] ?? source.format}`
}

function readNames(): Readonly<Record<string, string>> {
  try {
    return JSON.parse(localStorage.getItem(place) ?? '{}')
  } catch {
    return {}
  }
}
