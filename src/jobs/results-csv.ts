import type { z } from 'zod'
import { lookUpExpansions } from '../enrichment/answer-sources.ts'
import { companySchema } from '../enrichment/company.ts'
import { domainSchema } from '../enrichment/domain.ts'
import { personSchema } from '../enrichment/person.ts'
import { socialSchema } from '../enrichment/social.ts'
import { csvCell, csvRow } from '../statements/csv/write-row.ts'
import type { JobType, Reading } from './reading.ts'
import type { ResultChunk } from './results.ts'

/**
 * Results as a table that spreadsheets open: the caller's own columns as they were sent, then what
 * was found. UTF-8 with a byte order mark, or Excel takes it for something else; and no cell may
 * become a formula there, whatever somebody wrote into a payment's text.
 */
export interface CsvWriter {
  readonly head: string
  rows(chunk: ResultChunk): string
}

const answersOf: { readonly [T in JobType]: readonly string[] } = {
  transaction: [
    'merchant',
    'category',
    'subcategory',
    'logo_url',
    'website',
    'mcc_code',
    'confidence',
  ],
  company: columnsOf(companySchema),
  domain: columnsOf(domainSchema),
  social: columnsOf(socialSchema),
  person: columnsOf(personSchema),
}

/** Fields that only `expand` adds are columns where it is asked for. */
function columnsOf({ shape }: z.ZodObject): readonly string[] {
  const added = new Set<string>(lookUpExpansions)
  return Object.keys(shape).filter((name) => !added.has(name))
}

/** Rows that were sent as objects have their members as columns. */
const askedOf: { readonly [T in JobType]: readonly string[] } = {
  transaction: ['id', 'description', 'amount'],
  company: ['id', 'name', 'domain'],
  domain: ['id', 'domain'],
  social: ['id', 'domain'],
  person: ['id', 'email'],
}

/** A transaction as it was read: behind what callers have counted on since there were jobs. */
const givenNames = ['description', 'amount', 'date']

export function openCsvWriter({ type, expand, table, statement }: Reading): CsvWriter {
  const isTable = table !== null || statement !== null
  const own = table?.header ?? statement?.header ?? (statement ? ['id'] : askedOf[type])
  const taken = new Set(own.map((name) => name.trim().toLowerCase()))
  const free = (name: string) => (taken.has(name) ? `enriched_${name}` : name)
  const given =
    type === 'transaction' ? givenNames.filter((name) => isTable || !own.includes(name)) : []
  const answers = [...answersOf[type], ...expand]
  const extra = isTable ? given : ['metadata', 'columns', ...given]
  const names = [free('row'), ...own, ...[...answers, 'error', ...extra].map(free)]
  return {
    head: `\ufeff${csvRow(names.map(csvCell))}`,
    rows: ({ lines, staged }) =>
      lines
        .map((line, index) => {
          const result: Readonly<Record<string, unknown>> = JSON.parse(line)
          const sent = ownCells(JSON.parse(staged[index] ?? '""'), own, statement !== null)
          const found = answers.map((name) => csvCell(result[name]))
          const error = csvCell(messageOf(result.error))
          const more = extra.map((name) => csvCell(result[name]))
          return csvRow([csvCell(result.row), ...sent, ...found, error, ...more])
        })
        .join(''),
  }
}

/** A statement's row holds its cells, and a format without a table its own id. */
function ownCells(staged: unknown, own: readonly string[], isStatement: boolean) {
  if (Array.isArray(staged)) {
    const cells: unknown = isStatement ? (staged[5] ?? [staged[3]]) : staged
    return own.map((_, at) => csvCell(Array.isArray(cells) ? cells[at] : ''))
  }
  const members = typeof staged === 'object' && staged !== null ? staged : {}
  return own.map((name) => csvCell(Reflect.get(members, name)))
}

/** "amount must be a number": in a table nobody sees a pointer. */
function messageOf(error: unknown): string {
  if (typeof error !== 'object' || !error || !('message' in error)) return ''
  const field = 'pointer' in error ? String(error.pointer).slice(1) : ''
  return field === '' ? String(error.message) : `${field} ${String(error.message)}`
}
