import type { Row, RowError } from '../../jobs/rows/row.ts'
import { canonical } from '../../ledger/canonical.ts'
import type { Done } from './chunk-tally.ts'

export const ours: RowError = {
  code: 'internal_error',
  message: 'The enrichment failed on our side. The row was free.',
}

export const unasked: RowError = {
  code: 'cancelled',
  message: 'The job was cancelled before the website answered. The row was free.',
}

export function badRow(read: Row, row: number): Done {
  return { ...lineOf(read, row, { error: read.error }), ...lost('bad') }
}

export function lost(outcome: 'bad' | 'failed') {
  return { outcome, unmatched: null } as const
}

/** An answer with its row and what the caller sent along. */
export function lineOf(read: Row | null, row: number, answer: object): { readonly line: string } {
  const { id, columns, question, given } = read ?? { question: null }
  const metadata = question?.metadata
  const line = canonical({
    ...answer,
    row,
    ...(id === undefined ? {} : { id }),
    ...(metadata ? { metadata } : {}),
    ...(columns ? { columns } : {}),
    ...given,
  })
  return { line }
}
