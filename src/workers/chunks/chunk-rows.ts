import { isDatabaseAway } from '../../db/pool.ts'
import type { EnrichedTransaction, Expansion } from '../../enrichment/transaction.ts'
import type { JobType, Reading } from '../../jobs/reading.ts'
import type { Row, RowError, RowQuestion, StagedRow } from '../../jobs/row.ts'
import { readRow } from '../../jobs/row.ts'
import { canonical } from '../../ledger/canonical.ts'
import type { Enriching } from '../enriching/enrichment-of.ts'
import { freeReasonOf, isExpansion, unrecognised } from '../enriching/enrichment-of.ts'
import type { LookUp } from '../enriching/look-up.ts'
import { lookUp } from '../enriching/look-up.ts'
import { plainTransactionLine } from '../enriching/transaction-line.ts'
import type { ChunkResult, Done } from './chunk-tally.ts'
import { ChunkTally } from './chunk-tally.ts'

export interface ChunkRows {
  readonly reading: Reading
  /** The number of the first row, from 1. */
  readonly firstRow: number
  readonly staged: readonly StagedRow[]
}

/** Then whoever calls synchronously gets a turn. A row takes some microseconds, rarely hundreds. */
const turnMs = 0.5
/** Look-ups that go to Postgres together. */
const lookUpsAtOnce = 10

export function enrichRows(
  knowledge: Enriching,
  rows: ChunkRows,
  giveTurn: () => Promise<void>,
): Promise<ChunkResult> {
  const { type } = rows.reading
  return type === 'transaction'
    ? enrichTransactions(knowledge, rows, giveTurn)
    : lookUpRows({ ...knowledge, type }, rows, giveTurn)
}

/** Nothing here waits for anything: a million rows are not to cost a promise each. */
async function enrichTransactions(
  knowledge: Enriching,
  { reading, firstRow, staged }: ChunkRows,
  giveTurn: () => Promise<void>,
): Promise<ChunkResult> {
  const tally = new ChunkTally()
  const asking = { knowledge, reading, wanted: wantedOf(reading) }
  let until = performance.now() + turnMs
  for (const [index, each] of staged.entries()) {
    tally.add(transaction(asking, readRow(reading, each), firstRow + index))
    if (performance.now() < until) continue
    await giveTurn()
    until = performance.now() + turnMs
  }
  return tally.result()
}

async function lookUpRows(
  knowledge: Enriching & { readonly type: Exclude<JobType, 'transaction'> },
  { reading, firstRow, staged }: ChunkRows,
  giveTurn: () => Promise<void>,
): Promise<ChunkResult> {
  const tally = new ChunkTally()
  for (let from = 0; from < staged.length; from += lookUpsAtOnce) {
    if (from > 0) await giveTurn()
    const working = staged.slice(from, from + lookUpsAtOnce).map((each, index) => {
      return foundOrNot(knowledge, readRow(reading, each), firstRow + from + index)
    })
    for (const done of await Promise.all(working)) tally.add(done)
  }
  return tally.result()
}

/** All rows of a chunk that enrichment failed on, whatever was tried: they are free. */
export function failedRows(rows: number, firstRow: number): ChunkResult {
  const tally = new ChunkTally()
  for (let index = 0; index < rows; index += 1) {
    tally.add({ ...lineOf(null, firstRow + index, { error: ours }), ...lost('failed') })
  }
  return { ...tally.result(), freeReason: 'failed' }
}

const ours: RowError = {
  code: 'internal_error',
  message: 'The enrichment failed on our side. The row was free.',
}

interface Asking {
  readonly knowledge: Enriching
  readonly reading: Reading
  readonly wanted: readonly Expansion[]
}

/** The id tells whether a line was recognised, whether it is shown or not. */
function wantedOf({ expand }: Reading): readonly Expansion[] {
  return [...new Set<Expansion>([...expand.filter(isExpansion), 'merchant_id'])]
}

function transaction(asking: Asking, read: Row, row: number): Done {
  if (read.question === null) return badRow(read, row)
  try {
    return recognised(asking, { read, row, question: read.question })
  } catch (error) {
    return brokenRow(read, row, error)
  }
}

interface AskedRows {
  readonly read: Row
  readonly row: number
  readonly question: RowQuestion
}

function recognised(
  { knowledge, reading, wanted }: Asking,
  { read, row, question }: AskedRows,
): Done {
  const description = (question.description ?? '').toWellFormed()
  const found = knowledge.recognise({ description, amount: question.amount ?? null }, wanted)
  const free = freeReasonOf(found, reading)
  const answer = free === null ? found : unrecognised(found)
  // Understood, too, is a line that surely names no merchant, and one that its account explained.
  const nobody = found.merchant === null && found.confidence >= 0.5 && free !== 'nothing_to_charge'
  const matched = (found.merchant_id ?? null) !== null || nobody || found.confidence === 1
  const line =
    reading.expand.length === 0
      ? plainTransactionLine(answer, { row, metadata: question.metadata, ...read })
      : lineOf(read, row, shown(answer, reading)).line
  const outcome = free === null ? (matched ? 'matched' : 'unmatched') : outcomeOf[free]
  return { line, outcome, unmatched: matched ? null : description }
}

const outcomeOf = { below_min_confidence: 'below', nothing_to_charge: 'untold' } as const

function shown(answer: EnrichedTransaction, { expand }: Reading): object {
  if (expand.includes('merchant_id')) return answer
  const { merchant_id: _, ...without } = answer
  return without
}

async function foundOrNot(
  knowledge: Enriching & { readonly type: Exclude<JobType, 'transaction'> },
  read: Row,
  row: number,
): Promise<Done> {
  if (read.question === null) return badRow(read, row)
  try {
    const asked = lookUpOf(knowledge.type, read.question)
    const found = await lookUp(knowledge, asked)
    if (found) return { ...lineOf(read, row, found), outcome: 'matched', unmatched: null }
    const error: RowError = { code: 'not_found', message: 'Nothing is known. The row was free.' }
    const said = 'email' in asked ? asked.email : (asked.domain ?? ('name' in asked && asked.name))
    return { ...lineOf(read, row, { error }), outcome: 'not_found', unmatched: said || '' }
  } catch (error) {
    return brokenRow(read, row, error)
  }
}

function lookUpOf(type: Exclude<JobType, 'transaction'>, question: RowQuestion): LookUp {
  const domain = question.domain?.toWellFormed() ?? ''
  if (type === 'domain') return { type: 'EnrichDomain', domain }
  if (type === 'social') return { type: 'EnrichSocial', domain }
  if (type === 'person')
    return { type: 'EnrichPerson', email: question.email?.toWellFormed() ?? '' }
  const name = question.name?.toWellFormed() || null
  return { type: 'EnrichCompany', name, domain: domain || null }
}

function badRow(read: Row, row: number): Done {
  return { ...lineOf(read, row, { error: read.error }), ...lost('bad') }
}

/** Postgres being away is no fault of the row: the chunk is tried again. */
function brokenRow(read: Row, row: number, broken: unknown): Done {
  if (isDatabaseAway(broken)) throw broken
  return { ...lineOf(read, row, { error: ours }), ...lost('failed'), broken }
}

function lost(outcome: 'bad' | 'failed') {
  return { outcome, unmatched: null } as const
}

/** An answer with its row and what the caller sent along. */
function lineOf(read: Row | null, row: number, answer: object): { readonly line: string } {
  const { id, columns, question } = read ?? { question: null }
  const metadata = question?.metadata
  const line = canonical({
    ...answer,
    row,
    ...(id === undefined ? {} : { id }),
    ...(metadata ? { metadata } : {}),
    ...(columns ? { columns } : {}),
  })
  return { line }
}
