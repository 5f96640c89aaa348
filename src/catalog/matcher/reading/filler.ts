import { wordClass } from '../knowledge/tables/word-classes.ts'
import { keyByWord } from '../knowledge/tables/word-pairs.ts'

/**
 * Words that may stand beside a brand without making it another: the branch, the legal form, the
 * goods, the way of paying.
 */
export const legalWords = wordClass('legal_forms')

/** Legal forms of one country; the others are those of many. */
const seats = keyByWord('form_seats')

/** "Ikea Germany GmbH" is the German company of a brand of the world. */
export function seatOf(keys: readonly string[]): string | null {
  const form = keys.find((key) => seats.has(key))
  return form === undefined ? null : (seats.get(form) ?? null)
}

export const fillerWords = wordClass('filler_words')
