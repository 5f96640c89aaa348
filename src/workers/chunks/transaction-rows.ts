import type { Expansion } from '../../enrichment/transaction.ts'
import type { Reading } from '../../jobs/reading.ts'
import type { Row, RowQuestion } from '../../jobs/rows/row.ts'
import { readRow } from '../../jobs/rows/row.ts'
import { freeReasonOf, unrecognised } from '../enriching/free-answers.ts'
import { plainTransactionLine } from '../enriching/transaction-line.ts'
import type { Recognising } from '../enriching/transactions.ts'
import { isUnderstood, shown, wantedOf } from '../enriching/understood.ts'
import { badRow, lineOf, lost, ours } from './chunk-lines.ts'
import type { ChunkRows } from './chunk-look-ups.ts'
import type { ChunkResult, Done } from './chunk-tally.ts'
import { ChunkTally } from './chunk-tally.ts'

/** Then whoever calls synchronously gets a turn. A row takes some microseconds, rarely hundreds. */
const turnMs = 0.5

/** Nothing here waits for anything: a million rows are not to cost a promise each. */
export async function enrichTransactions(
  knowledge: Recognising,
  { reading, firstRow, staged }: Omit<ChunkRows, 'owner'>,
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

interface Asking {
  readonly knowledge: Recognising
  readonly reading: Reading
  readonly wanted: readonly Expansion[]
}

function transaction(asking: Asking, read: Row, row: number): Done {
  if (read.question === null) return badRow(read, row)
  try {
    return recognised(asking, { read, row, question: read.question })
  } catch (error) {
    return { ...lineOf(read, row, { error: ours }), ...lost('failed'), broken: error }
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
  const matched = isUnderstood(found, free)
  const line =
    reading.expand.length === 0
      ? plainTransactionLine(answer, { row, metadata: question.metadata, ...read })
      : lineOf(read, row, shown(answer, reading)).line
  const outcome = free === null ? (matched ? 'matched' : 'unmatched') : outcomeOf[free]
  return { line, outcome, unmatched: matched ? null : description }
}

const outcomeOf = { below_min_confidence: 'below', nothing_to_charge: 'untold' } as const
