import { isDatabaseAway } from '../db/pool.ts'
import type { JobType, Reading } from '../jobs/reading.ts'
import type { Question, Row, RowError, Staged } from '../jobs/row.ts'
import { readRow } from '../jobs/row.ts'
import { canonical, sha256 } from '../ledger/canonical.ts'
import type { ChunkEnriched } from '../messages/enrichments.ts'
import type { Enriching } from './enrichment-of.ts'
import { answerOf, isPaid, unrecognised } from './enrichment-of.ts'
import type { LookUp } from './look-up.ts'
import { lookUp } from './look-up.ts'

/** What a chunk came to. `lines` are its result rows in canonical JSON, which the hash is over. */
export interface ChunkResult {
  readonly lines: readonly string[]
  readonly sha256: string
  readonly matched: number
  readonly failed: number
  /** Rows that are to be paid for. */
  readonly items: number
  readonly freeReason: ChunkEnriched['free_reason']
  /** Lines that were not recognised, with how often. */
  readonly unmatched: ReadonlyMap<string, number>
  /** The first of our own failures, which made a row's error. */
  readonly broken: unknown
}

export interface ChunkRows {
  readonly reading: Reading
  /** The number of the first row, from 1. */
  readonly firstRow: number
  readonly staged: readonly Staged[]
}

/** A few rows take less than a millisecond; then whoever calls synchronously gets a turn. */
const rowsPerTurn = 10

export async function enrichRows(
  knowledge: Enriching,
  { reading, firstRow, staged }: ChunkRows,
  giveTurn: () => Promise<void>,
): Promise<ChunkResult> {
  const done: Done[] = []
  for (let from = 0; from < staged.length; from += rowsPerTurn) {
    if (from > 0) await giveTurn()
    const some = staged.slice(from, from + rowsPerTurn)
    const working = some.map((each, index) => {
      return enrichRow(knowledge, reading, { staged: each, row: firstRow + from + index })
    })
    // Only look-ups wait for anything: what nobody waits for is not to cost a turn of promises.
    done.push(
      ...(reading.type === 'transaction' ? (working as Done[]) : await Promise.all(working)),
    ) // as: see enrichRow.
  }
  return resultOf(done)
}

/** All rows of a chunk that enrichment failed on, whatever was tried: they are free. */
export function failedRows(rows: number, firstRow: number): ChunkResult {
  const message = 'The enrichment failed on our side. The row was free.'
  const error = { code: 'internal_error', message } as const
  const done = Array.from({ length: rows }, (_, index): Done => {
    return { line: canonical({ row: firstRow + index, error }), outcome: 'failed', unmatched: null }
  })
  return { ...resultOf(done), freeReason: 'failed' }
}

type Outcome = 'matched' | 'unmatched' | 'below' | 'not_found' | 'bad' | 'failed'

interface Done {
  readonly line: string
  readonly outcome: Outcome
  readonly unmatched: string | null
  readonly broken?: unknown
}

interface Placed {
  readonly staged: Staged
  readonly row: number
}

/** A promise for look-ups only. */
function enrichRow(
  knowledge: Enriching,
  reading: Reading,
  { staged, row }: Placed,
): Done | Promise<Done> {
  const read = readRow(reading, staged)
  if (read.question === null) {
    return { ...lineOf(read, row, { error: read.error }), outcome: 'bad', unmatched: null }
  }
  if (reading.type !== 'transaction') return foundOrNot(knowledge, reading.type, { read, row })
  try {
    return transaction(knowledge, reading, { read, row, question: read.question })
  } catch (error) {
    return brokenRow(read, row, error)
  }
}

interface Asked {
  readonly read: Row
  readonly row: number
}

function transaction(
  knowledge: Enriching,
  reading: Reading,
  { read, row, question }: Asked & { readonly question: Question },
): Done {
  const description = (question.description ?? '').toWellFormed()
  const item = { description, amount: question.amount ?? null }
  const wanted = [...reading.expand, 'merchant_id']
  const { merchant_id: merchantId, ...found } = answerOf(knowledge, { expand: wanted }, item)
  const answer = reading.expand.includes('merchant_id')
    ? { ...found, merchant_id: merchantId }
    : found
  const paid = isPaid(answer, reading)
  // Understood, too, is a line that surely names no merchant, and one that its account explained.
  const nobody = answer.merchant === null && answer.confidence >= 0.5
  const matched = merchantId !== null || nobody || answer.confidence === 1
  return {
    ...lineOf(read, row, paid ? answer : unrecognised(answer)),
    outcome: paid ? (matched ? 'matched' : 'unmatched') : 'below',
    unmatched: matched ? null : description,
  }
}

async function foundOrNot(
  knowledge: Enriching,
  type: Exclude<JobType, 'transaction'>,
  { read, row }: Asked,
): Promise<Done> {
  try {
    const asked = lookUpOf(type, read.question ?? {})
    const found = await lookUp(knowledge, asked)
    if (found) return { ...lineOf(read, row, found), outcome: 'matched', unmatched: null }
    const error: RowError = { code: 'not_found', message: 'Nothing is known. The row was free.' }
    const said = 'email' in asked ? asked.email : (asked.domain ?? ('name' in asked && asked.name))
    return { ...lineOf(read, row, { error }), outcome: 'not_found', unmatched: said || '' }
  } catch (error) {
    return brokenRow(read, row, error)
  }
}

function lookUpOf(type: Exclude<JobType, 'transaction'>, question: Question): LookUp {
  const domain = question.domain?.toWellFormed() ?? ''
  if (type === 'domain') return { type: 'EnrichDomain', domain }
  if (type === 'social') return { type: 'EnrichSocial', domain }
  if (type === 'person')
    return { type: 'EnrichPerson', email: question.email?.toWellFormed() ?? '' }
  const name = question.name?.toWellFormed() || null
  return { type: 'EnrichCompany', name, domain: domain || null }
}

/** Postgres being away is no fault of the row: the chunk is tried again. */
function brokenRow(read: Row, row: number, broken: unknown): Done {
  if (isDatabaseAway(broken)) throw broken
  const message = 'The enrichment failed on our side. The row was free.'
  const error: RowError = { code: 'internal_error', message }
  return { ...lineOf(read, row, { error }), outcome: 'failed', unmatched: null, broken }
}

/** An answer with its row and what the caller sent along. */
function lineOf(read: Row, row: number, answer: object): { readonly line: string } {
  const { id, columns } = read
  const metadata = read.question?.metadata
  const line = canonical({
    ...answer,
    row,
    ...(id === undefined ? {} : { id }),
    ...(metadata ? { metadata } : {}),
    ...(columns ? { columns } : {}),
  })
  return { line }
}

function resultOf(done: readonly Done[]): ChunkResult {
  const lines = done.map(({ line }) => line)
  const count = (...wanted: readonly Outcome[]) =>
    done.reduce((sum, { outcome }) => (wanted.includes(outcome) ? sum + 1 : sum), 0)
  const unmatched = new Map<string, number>()
  for (const { unmatched: line } of done) {
    if (line) unmatched.set(line, (unmatched.get(line) ?? 0) + 1)
  }
  return {
    lines,
    sha256: sha256(`[${lines.join(',')}]`),
    matched: count('matched'),
    failed: count('bad', 'not_found', 'failed'),
    items: count('matched', 'unmatched'),
    freeReason: reasonOf(count),
    unmatched,
    broken: done.find(({ broken }) => broken)?.broken ?? null,
  }
}

/** Said of a chunk of which nothing is to be paid. */
function reasonOf(count: (...wanted: readonly Outcome[]) => number): ChunkResult['freeReason'] {
  if (count('below') > 0) return 'below_min_confidence'
  if (count('not_found') > 0) return 'not_found'
  return 'nothing_to_charge'
}
