import type { EnrichedTransaction } from '../../enrichment/transaction.ts'
import type { GivenRow } from '../../jobs/rows/row.ts'
import { canonical } from '../../ledger/canonical.ts'

/** The members of a result row beside the answer. */
export interface LineExtras {
  readonly row: number
  readonly id?: string | number | undefined
  readonly columns?: Readonly<Record<string, unknown>> | undefined
  readonly given?: GivenRow | undefined
  readonly metadata?: Readonly<Record<string, unknown>> | undefined
}

/**
 * A row of the plain answer's seven fields as `canonical` writes it: what they are is known, so
 * their order is too, and a million rows need no sorting of names.
 */
export function plainTransactionLine(answer: EnrichedTransaction, extras: LineExtras): string {
  const { row, id, columns, metadata, given } = extras
  const text = JSON.stringify
  return (
    (given ? `{"amount":${text(given.amount)},` : '{') +
    `"category":${text(answer.category)}` +
    (columns ? `,"columns":${canonical(columns)}` : '') +
    `,"confidence":${answer.confidence}` +
    (given ? `,"date":${text(given.date)},"description":${text(given.description)}` : '') +
    (id === undefined ? '' : `,"id":${text(id)}`) +
    `,"logo_url":${text(answer.logo_url)},"mcc_code":${text(answer.mcc_code)}` +
    `,"merchant":${text(answer.merchant)}` +
    (metadata ? `,"metadata":${canonical(metadata)}` : '') +
    `,"row":${row},"subcategory":${text(answer.subcategory)}` +
    `,"website":${text(answer.website)}}`
  )
}
