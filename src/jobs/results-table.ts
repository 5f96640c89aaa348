import type { z } from 'zod'
import { lookUpExpansions } from '../enrichment/answer-sources.ts'
import { companySchema } from '../enrichment/company.ts'
import { domainSchema } from '../enrichment/domain.ts'
import { personSchema } from '../enrichment/person.ts'
import { socialSchema } from '../enrichment/social.ts'
import type { JobType, Reading } from './reading.ts'
import type { ResultChunk } from './results.ts'

/**
 * Results as a table, for whichever spreadsheet: the caller's own columns as they were sent, then
 * what was found.
 */
export interface ResultTable {
  readonly names: readonly string[]
  rows(chunk: ResultChunk): readonly (readonly unknown[])[]
}

/** Writes a table as it comes. */
export interface ResultWriter {
  readonly head: string
  rows(chunk: ResultChunk): string
  readonly tail: string
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

export function openResultTable({ type, expand, table, statement }: Reading): ResultTable {
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
    names,
    rows: ({ lines, staged }) =>
      lines.map((line, index) => {
        const result: Readonly<Record<string, unknown>> = JSON.parse(line)
        const sent = ownCells(JSON.parse(staged[index] ?? '""'), own, statement !== null)
        const found = answers.map((name) => result[name])
        const more = extra.map((name) => result[name])
        return [result.row, ...sent, ...found, messageOf(result.error), ...more]
      }),
  }
}

/** A statement's row holds its cells, and a format without a table its own id. */
function ownCells(
  staged: unknown,
  own: readonly string[],
  isStatement: boolean,
): readonly unknown[] {
  if (Array.isArray(staged)) {
    const cells: unknown = isStatement ? (staged[5] ?? [staged[3]]) : staged
    return own.map((_, at) => (Array.isArray(cells) ? cells[at] : ''))
  }
  const members = typeof staged === 'object' && staged !== null ? staged : {}
  return own.map((name) => Reflect.get(members, name))
}

/** "amount must be a number": in a table nobody sees a pointer. */
function messageOf(error: unknown): string {
  if (typeof error !== 'object' || !error || !('message' in error)) return ''
  const field = 'pointer' in error ? String(error.pointer).slice(1) : ''
  return field === '' ? String(error.message) : `${field} ${String(error.message)}`
}
