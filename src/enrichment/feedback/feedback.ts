import { nameWords } from '../../catalog/name-key.ts'
import { namesOfCategory } from '../../catalog/taxonomy.ts'
import type { EnrichedTransaction, Expansion } from '../transaction.ts'

/** An account's word on one of its lines. */
export interface Feedback {
  readonly id: string
  readonly description: string
  /** Undefined where it is not corrected; null: there is none. */
  readonly merchant: string | null | undefined
  /** A code of the taxonomy. */
  readonly category: string | undefined
  readonly website: string | null | undefined
}

export interface Showing {
  readonly baseUrl: string
  readonly expand: readonly Expansion[]
}

/**
 * The answer with what the account knows better. Another merchant takes the website and the id of
 * the former one away, and the account's own word is as sure as one can be.
 */
export function applyFeedback(
  answer: EnrichedTransaction,
  feedback: Feedback,
  showing: Showing,
): EnrichedTransaction {
  const { merchant, website } = feedback
  const other = merchant !== undefined && merchant !== answer.merchant
  const site =
    merchant === null ? null : (website ?? (website === null || other ? null : answer.website))
  const names = feedback.category === undefined ? null : namesOfCategory(feedback.category)
  const corrected = {
    ...answer,
    ...(merchant === undefined ? {} : { merchant, confidence: 1 }),
    ...(names
      ? { category: names.category, subcategory: names.subcategory, mcc_code: names.mcc }
      : {}),
    website: site,
    logo_url: site === null ? null : `${showing.baseUrl}/logo/${site}`,
  }
  const merchantId = other ? ownMerchantId(merchant) : answer.merchant_id
  const all = {
    merchant_id: merchantId,
    reasons: [`feedback:${feedback.id}`, ...(answer.reasons ?? [])],
    category_confidence: names ? 1 : answer.category_confidence,
  }
  const shown = Object.entries(all).filter(([field]) =>
    showing.expand.some((name) => name === field),
  )
  return { ...corrected, ...Object.fromEntries(shown) }
}

/** Lines that were corrected to one name belong together. */
function ownMerchantId(merchant: string | null): string | null {
  return merchant === null ? null : `mer_own_${nameWords(merchant).join('_')}`
}
