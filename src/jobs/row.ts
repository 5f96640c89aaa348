import { z } from 'zod'
import { readTold } from '../messages/faults.ts'
import {
  companyQuestionSchema,
  domainText,
  emailText,
  isPlainTransaction,
  isSmall,
  ownIdSchema,
  transactionSchema,
} from '../messages/items.ts'
import { parseAmount } from './amount.ts'
import type { Field, JobType, Reading, Table } from './reading.ts'

/**
 * A staged row, read again whenever it is needed: validated when it is staged, to know what the job
 * costs, and when it is worked. A row that cannot be read keeps its place and says why.
 */
export interface Row {
  readonly id?: string | number
  /** The caller's own columns: all that the type does not know. */
  readonly columns?: Readonly<Record<string, unknown>>
  readonly question: RowQuestion | null
  readonly error?: RowError
}

/** A row's question: the members that its type knows. */
export interface RowQuestion {
  readonly description?: string | undefined
  readonly amount?: number | null | undefined
  readonly name?: string | null | undefined
  readonly domain?: string | null | undefined
  readonly email?: string | undefined
  readonly metadata?: Readonly<Record<string, unknown>> | undefined
}

export interface RowError {
  readonly code: 'invalid_request' | 'not_found' | 'internal_error'
  readonly message: string
  readonly pointer?: string
}

/** Texts are messages: they stand where a line was no row. */
export type StagedRow = Readonly<Record<string, unknown>> | readonly string[] | string

const echoed = { id: ownIdSchema.optional(), metadata: transactionSchema.shape.metadata }
const schemas: { readonly [T in JobType]: z.ZodType<RowQuestion> } = {
  transaction: transactionSchema,
  company: companyQuestionSchema.safeExtend(echoed),
  domain: z.object({ domain: domainText, ...echoed }),
  social: z.object({ domain: domainText, ...echoed }),
  person: z.object({ email: emailText, ...echoed }),
}

const known: { readonly [T in JobType]: ReadonlySet<string> } = {
  transaction: new Set(['description', 'amount', 'id', 'metadata']),
  company: new Set(['name', 'domain', 'id', 'metadata']),
  domain: new Set(['domain', 'id', 'metadata']),
  social: new Set(['domain', 'id', 'metadata']),
  person: new Set(['email', 'id', 'metadata']),
}

export function readRow(reading: Reading, staged: StagedRow): Row {
  if (typeof staged === 'string') return bad(staged)
  return isTable(staged) ? readCells(reading, staged) : readObject(reading, staged)
}

function isTable(staged: Exclude<StagedRow, string>): staged is readonly string[] {
  return Array.isArray(staged)
}

function readObject({ type }: Reading, staged: Readonly<Record<string, unknown>>): Row {
  const parsed = readTold(schemas[type], staged)
  const kept = { ...idOf(staged.id), ...ownOf(staged, known[type]) }
  if (kept.columns && !isSmall(kept.columns)) {
    return { ...idOf(staged.id), ...bad('must have at most 16 KiB of own members') }
  }
  if (parsed.success) return { ...kept, question: parsed.data }
  const [issue] = parsed.error.issues
  const message = (issue?.message ?? 'is not valid').replace(/[^\x20-\x7e]+/g, ' ')
  return { ...kept, ...bad(message, issue?.path.map((step) => `/${String(step)}`).join('')) }
}

function idOf(given: unknown): { readonly id?: string | number } {
  if (typeof given === 'string' && given.length <= 256) return { id: given.toWellFormed() }
  return typeof given === 'number' ? { id: given } : {}
}

function ownOf(
  staged: Readonly<Record<string, unknown>>,
  without: ReadonlySet<string>,
): { readonly columns?: Readonly<Record<string, unknown>> } {
  const own = Object.keys(staged).filter((name) => !without.has(name))
  if (own.length === 0) return {}
  return { columns: Object.fromEntries(own.map((name) => [name, staged[name]])) }
}

const cellsLength = 16_384

function readCells({ type, table }: Reading, cells: readonly string[]): Row {
  if (!table) throw new Error('a row of cells in a job that has no table')
  const columns = ownCells(table, cells)
  const id = cell(table, cells, 'id')
  const kept = { ...(id ? idOf(id) : {}), ...(columns ? { columns } : {}) }
  const length = cells.reduce((sum, text) => sum + text.length, 0)
  if (length > cellsLength) return bad('must be at most 16 KiB long')
  if (cells.length > table.header.length) {
    return { ...kept, ...bad(`has ${cells.length} cells, the header ${table.header.length}`) }
  }
  const question: Record<string, unknown> = {}
  for (const field of ['description', 'name', 'domain', 'email'] as const) {
    const text = cell(table, cells, field)
    if (text !== null) question[field] = text === '' && type === 'company' ? null : text
  }
  const amount = amountOf(table, cells)
  if (amount === undefined) return { ...kept, ...bad('must be a number', '/amount') }
  if (amount !== null) question.amount = amount
  if (type === 'transaction' && isPlainTransaction(question.description, amount)) {
    return { ...kept, question }
  }
  const parsed = readTold(schemas[type], question)
  if (parsed.success) return { ...kept, question: parsed.data }
  const [issue] = parsed.error.issues
  const message = (issue?.message ?? 'is not valid').replace(/[^\x20-\x7e]+/g, ' ')
  return { ...kept, ...bad(message, issue?.path.map((step) => `/${String(step)}`).join('')) }
}

function amountOf(table: Table, cells: readonly string[]): number | null | undefined {
  const comma = table.decimal_comma
  const amount = cell(table, cells, 'amount')
  if (amount !== null) return parseAmount(amount, comma)
  const debit = parseAmount(cell(table, cells, 'debit') ?? '', comma)
  const credit = parseAmount(cell(table, cells, 'credit') ?? '', comma)
  if (debit === undefined || credit === undefined) return undefined
  if (debit) return 0 - Math.abs(debit)
  return credit === null ? debit : Math.abs(credit)
}

/** Null when the table has no such column; '' when the row ends before it. */
function cell(table: Table, cells: readonly string[], field: Field): string | null {
  const at = table.columns[field]
  return at === undefined ? null : (cells[at] ?? '')
}

function ownCells(table: Table, cells: readonly string[]): Record<string, string> | null {
  const names = ownNames(table)
  if (names.length === 0) return null
  // Any name may head a column: without a prototype `__proto__` is one like others.
  const own: Record<string, string> = names.some(({ name }) => name === '__proto__')
    ? Object.create(null)
    : {}
  for (const { name, at } of names) own[name] = cells[at] ?? ''
  return own
}

interface OwnColumn {
  readonly name: string
  readonly at: number
}

const ownNamesOf = new WeakMap<Table, readonly OwnColumn[]>()

/** Columns that mean nothing to us, under names of their own: a second "Note" is "Note_2". */
function ownNames(table: Table): readonly OwnColumn[] {
  const known = ownNamesOf.get(table)
  if (known) return known
  const used = new Set<number>(Object.values(table.columns))
  const seen = new Map<string, number>()
  const names: OwnColumn[] = []
  for (const [at, header] of table.header.entries()) {
    const base = header === '' ? `column_${at + 1}` : header
    const times = (seen.get(base) ?? 0) + 1
    seen.set(base, times)
    if (!used.has(at)) names.push({ name: times === 1 ? base : `${base}_${times}`, at })
  }
  ownNamesOf.set(table, names)
  return names
}

function bad(message: string, pointer = ''): Row & { readonly error: RowError } {
  return { question: null, error: { code: 'invalid_request', message, pointer } }
}
