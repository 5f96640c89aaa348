import { amountLike } from '../catalog/matcher/score.ts'
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

const linesRemembered = 10_000

/**
 * The rows of a file repeat themselves: rent, salary, the same bakery. What was recognised lately
 * is not recognised again. Two generations bound the memory, and what is still in use survives.
 */
export function remembering(recognise: Recognise): Recognise {
  let young = new Map<string, EnrichedTransaction>()
  let old = new Map<string, EnrichedTransaction>()
  return (query, expand) => {
    const amount = amountLike(query.amount ?? null)
    const key = `${amount} ${expand.join(' ')}\n${query.description}`
    const known = young.get(key)
    if (known) return known
    const answer = old.get(key) ?? recognise({ description: query.description, amount }, expand)
    if (young.size >= linesRemembered) {
      old = young
      young = new Map()
    }
    young.set(key, answer)
    return answer
  }
}
