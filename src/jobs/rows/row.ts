import { z } from 'zod'
import { readTold } from '../../messages/faults.ts'
import {
  companyQuestionSchema,
  domainText,
  emailText,
  isPlainTransaction,
  isSmall,
  ownIdSchema,
  transactionSchema,
} from '../../messages/items.ts'
import { readDate } from '../../statements/columns/dates.ts'
import type { Field, JobType, Reading, Table } from '../reading.ts'
import { parseAmount } from './amount.ts'
import type { OwnColumns } from './own-cells.ts'
import { ownCells } from './own-cells.ts'

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
  /** A transaction as it was read, which comes back beside its answer. */
  readonly given?: GivenRow
}

export interface GivenRow {
  readonly description: string | null
  readonly amount: number | null
  /** YYYY-MM-DD. */
  readonly date: string | null
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
  readonly code: 'invalid_request' | 'not_found' | 'cancelled' | 'internal_error'
  readonly message: string
  readonly pointer?: string
}

/** Texts are messages: they stand where a line was no row. */
export type StagedRow =
  | Readonly<Record<string, unknown>>
  | StagedStatementRow
  | readonly string[]
  | string

/** Description, amount, date, id, error, the cells of a table, and the currency. */
type StagedStatementRow = readonly [
  string,
  string | null,
  string | null,
  string | null,
  string | null,
  (readonly string[] | null)?,
  string?,
]

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
  if (isObject(staged)) return readObject(reading, staged)
  return isCells(reading, staged) ? readCells(reading, staged) : readStatementRow(reading, staged)
}

function isObject(staged: Exclude<StagedRow, string>): staged is Readonly<Record<string, unknown>> {
  return !Array.isArray(staged)
}

function isCells(
  { statement }: Reading,
  _staged: StagedStatementRow | readonly string[],
): _staged is readonly string[] {
  return statement === null
}

function readObject({ type }: Reading, staged: Readonly<Record<string, unknown>>): Row {
  const parsed = readTold(schemas[type], staged)
  const given = type === 'transaction' ? { given: givenOf(staged) } : {}
  const kept = { ...idOf(staged.id), ...ownOf(staged, known[type]), ...given }
  if (kept.columns && !isSmall(kept.columns)) {
    return { ...idOf(staged.id), ...bad('must have at most 16 KiB of own members') }
  }
  if (parsed.success) return { ...kept, question: parsed.data }
  return { ...kept, ...badBy(parsed.error) }
}

function givenOf({ description, amount, date }: Readonly<Record<string, unknown>>): GivenRow {
  return {
    description: typeof description === 'string' ? description.toWellFormed() : null,
    amount: typeof amount === 'number' ? amount : null,
    date: typeof date === 'string' && /^\d{4}-/.test(date) ? readDate(date, 'ymd') : null,
  }
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

/** A row as its statement's reader read it; only its bounds are left to be looked at. */
function readStatementRow({ statement }: Reading, staged: StagedStatementRow): Row {
  const [description, decimal, date, id, error, cells, currency] = staged
  const amount = decimal === null ? null : Number(decimal)
  const columns = toldBeside(statement, cells, currency)
  const given = { description: description.toWellFormed(), amount, date }
  const kept = { ...(id ? idOf(id) : {}), ...(columns ? { columns } : {}), given }
  if (error !== null) {
    const [, field, text] = /^(description|amount) (.*)$/.exec(error) ?? []
    return { ...kept, ...(field ? bad(text ?? '', `/${field}`) : bad(error)) }
  }
  const question = amount === null ? { description } : { description, amount }
  if (isPlainTransaction(description, amount)) return { ...kept, question }
  const parsed = readTold(schemas.transaction, question)
  return parsed.success ? { ...kept, question: parsed.data } : { ...kept, ...badBy(parsed.error) }
}

function toldBeside(
  statement: Reading['statement'],
  cells: readonly string[] | null | undefined,
  currency: string | undefined,
): Readonly<Record<string, string>> | null {
  if (statement?.header && cells) return ownCells(statement, cells)
  return currency ? { currency } : null
}

function badBy(error: z.core.$ZodError): Row & { readonly error: RowError } {
  const [issue] = error.issues
  const message = (issue?.message ?? 'is not valid').replace(/[^\x20-\x7e]+/g, ' ')
  return bad(message, issue?.path.map((step) => `/${String(step)}`).join(''))
}

function readCells({ type, table }: Reading, cells: readonly string[]): Row {
  if (!table) throw new Error('a row of cells in a job that has no table')
  const columns = ownCells(tableOf(table), cells)
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
  return { ...kept, ...badBy(parsed.error) }
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

const toldIn = new WeakMap<Table, OwnColumns>()

function tableOf(table: Table): OwnColumns {
  const known = toldIn.get(table) ?? { header: table.header, told: Object.values(table.columns) }
  toldIn.set(table, known)
  return known
}

/** Null when the table has no such column; '' when the row ends before it. */
function cell(table: Table, cells: readonly string[], field: Field): string | null {
  const at = table.columns[field]
  return at === undefined ? null : (cells[at] ?? '')
}

function bad(message: string, pointer = ''): Row & { readonly error: RowError } {
  return { question: null, error: { code: 'invalid_request', message, pointer } }
}
