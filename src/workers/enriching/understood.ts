import type { EnrichedTransaction, Expansion } from '../../enrichment/transaction.ts'
import type { freeReasonOf } from './free-answers.ts'
import { isExpansion } from './free-answers.ts'

interface Expanding {
  readonly expand: readonly string[]
}

/** The id tells whether a line was recognised, whether it is shown or not. */
export function wantedOf({ expand }: Expanding): readonly Expansion[] {
  return [...new Set<Expansion>([...expand.filter(isExpansion), 'merchant_id'])]
}

export function shown(answer: EnrichedTransaction, { expand }: Expanding): object {
  if (expand.includes('merchant_id')) return answer
  const { merchant_id: _, ...without } = answer
  return without
}

/** Its merchant is known; or it surely names none, or its account explained it. */
export function isUnderstood(
  found: EnrichedTransaction,
  free: ReturnType<typeof freeReasonOf>,
): boolean {
  const nobody = found.merchant === null && found.confidence >= 0.5 && free !== 'nothing_to_charge'
  return (found.merchant_id ?? null) !== null || nobody || found.confidence === 1
}
