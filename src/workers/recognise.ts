import { applyCorrection } from '../corrections/correction.ts'
import type { OwnCorrections } from '../corrections/own-corrections.ts'
import type { EnrichedTransaction, Expansion, TransactionQuery } from '../enrichment/transaction.ts'

/** A bank line to what is known of it: a pure function of the catalog. */
export type Recognise = (
  query: TransactionQuery,
  expand: readonly Expansion[],
) => EnrichedTransaction

/** The same for an account that knows some of its lines better. */
export function correcting(
  recognise: Recognise,
  own: OwnCorrections | null,
  baseUrl: string,
): Recognise {
  if (own === null) return recognise
  return (query, expand) => {
    const answer = recognise(query, expand)
    const correction = own.find(query.description)
    return correction === null ? answer : applyCorrection(answer, correction, { baseUrl, expand })
  }
}
