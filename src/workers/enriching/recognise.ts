import { LRUCache } from 'lru-cache'
import { amountLike } from '../../catalog/matcher/brands/score.ts'
import { hashOn } from '../../catalog/matcher/knowledge/key-filter.ts'
import type { ShapeOf } from '../../catalog/matcher/reading/shape.ts'
import { applyFeedback } from '../../enrichment/feedback/feedback.ts'
import type { OwnFeedback } from '../../enrichment/feedback/own-feedback.ts'
import type {
  EnrichedTransaction,
  Expansion,
  TransactionQuery,
} from '../../enrichment/transaction.ts'

/** A bank line to what is known of it: a pure function of the catalog. */
export type Recognise = (
  query: TransactionQuery,
  expand: readonly Expansion[],
) => EnrichedTransaction

/** The same for an account that knows some of its lines better. */
export function correcting(
  recognise: Recognise,
  own: OwnFeedback | null,
  baseUrl: string,
): Recognise {
  if (own === null) return recognise
  return (query, expand) => {
    const answer = recognise(query, expand)
    const feedback = own.find(query.description)
    return feedback === null ? answer : applyFeedback(answer, feedback, { baseUrl, expand })
  }
}

const linesRemembered = 40_000
/** Longer ones are nobody's rent: what is remembered stays below some tens of megabytes. */
const lengthRemembered = 200
const linesSeen = 100_000

/**
 * Rows and calls repeat themselves: rent, salary, the same bakery with another receipt. A line
 * that came twice lately, but for numbers that mean nothing, is not recognised a third time; of one
 * that comes once, to keep the answer would cost the collector more than the answer did.
 */
export function remembering(recognise: Recognise, shapeOf: ShapeOf): Recognise {
  const answers = new LRUCache<string, EnrichedTransaction>({
    maxSize: linesRemembered,
    sizeCalculation: () => 1,
  })
  const cameBefore = openSeen(linesSeen)
  return (query, expand) => {
    if (query.description.length > lengthRemembered) return recognise(query, expand)
    const amount = amountLike(query.amount ?? null)
    const key = `${amount} ${expand.join(' ')}\n${shapeOf(query.description)}`
    const known = answers.get(key)
    if (known) return known
    const answer = recognise({ description: query.description, amount }, expand)
    if (cameBefore(key) && !isNumbered(answer)) answers.set(key, answer)
    return answer
  }
}

/** "Studio 54": such a name is another one with another number. */
function isNumbered({ merchant }: EnrichedTransaction): boolean {
  return merchant !== null && /\d/.test(merchant)
}

const bitsPerLine = 16

/** Whether a text came before; one in some dozens is taken for another. Forgets all when full. */
function openSeen(max: number): (text: string) => boolean {
  const bits = new Uint8Array((max * bitsPerLine) / 8)
  let count = 0
  return (text) => {
    const place = (hashOn(0, text) >>> 0) % (max * bitsPerLine)
    const [byte, bit] = [place >> 3, 1 << (place & 7)]
    const seen = ((bits[byte] ?? 0) & bit) !== 0
    if (seen) return true
    if (count >= max) {
      bits.fill(0)
      count = 0
    }
    bits[byte] = (bits[byte] ?? 0) | bit
    count += 1
    return false
  }
}
