import type { EnrichedTransaction, Expansion } from '../../enrichment/transaction.ts'
import { expansions, tellsSomething } from '../../enrichment/transaction.ts'

export function isExpansion(name: string): name is Expansion {
  return expansions.some((expansion) => expansion === name)
}

/** Said of a batch or chunk of which nothing is to be paid: the first that holds for a line. */
export const freeReasons = ['below_min_confidence', 'nothing_to_charge'] as const

/** Why a line is free: it tells nothing, or too little for its caller. Null where it is paid. */
export function freeReasonOf(
  answer: Pick<EnrichedTransaction, 'merchant' | 'category' | 'confidence'>,
  { min_confidence: floor }: { readonly min_confidence: number | null },
): (typeof freeReasons)[number] | null {
  if (!tellsSomething(answer)) return 'nothing_to_charge'
  return floor === null || answer.confidence >= floor ? null : 'below_min_confidence'
}

/** Below the caller's floor the name is given, but nothing that stands or falls with it. */
export function unrecognised<T extends object>(answer: T): T {
  const none = 'merchant_id' in answer ? { merchant_id: null } : {}
  return { ...answer, website: null, logo_url: null, ...none }
}
