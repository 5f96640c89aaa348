import type { Company } from '../../company-record.ts'
import { wordClass, wordPattern } from '../knowledge/tables/word-classes.ts'
import { keyByWord } from '../knowledge/tables/word-pairs.ts'

/** One brand, several trades: a supermarket's petrol station and pharmacy, told by a word. */
export interface Variant {
  readonly category: string
  readonly mcc: string
}

const variantByWord = variants('department_variants')

/** The key of a row is a category and its MCC. */
function variants(relation: string): ReadonlyMap<string, Variant> {
  return new Map(
    [...keyByWord(relation)].map(([word, key]): [string, Variant] => {
      const [category = '', mcc = ''] = key.split(' ')
      return [word, { category, mcc }]
    }),
  )
}

/** Shops of many departments; elsewhere the word is a part of the name or of the address. */
const manyDepartments = wordPattern('variant_trades')

/** Small shops of chains that run large ones: Carrefour City, Walmart Neighborhood Market. */
const formatByWord = variants('format_variants')
const formatTrades = wordPattern('format_trades')
/** A card beside a bank's name. */
const cardByWord = variants('card_variants')
const casinoTrades = wordPattern('casino_trades')
const casinoStays = wordClass('casino_stays')
const lodgingTrades = wordPattern('lodging_trades')

export function variantOf(company: Company, keys: readonly string[]): Variant | null {
  const category = company.category ?? ''
  const ofBank = company.kind === 'bank' ? behindFirst(cardByWord, keys) : undefined
  if (ofBank !== undefined) return ofBank
  if (formatTrades.test(category) && !keys.some((key) => variantByWord.has(key))) {
    const format = behindFirst(formatByWord, keys)
    if (format !== undefined) return format
  }
  if (!manyDepartments.test(category)) {
    const stay = casinoTrades.test(category) ? keys.find((key) => casinoStays.has(key)) : undefined
    return variantByWord.get(stay ?? '') ?? null
  }
  for (const key of keys) {
    const variant = variantByWord.get(key)
    if (variant !== undefined && !lodgingTrades.test(variant.category)) return variant
  }
  return null
}

/** The first word is the brand's. */
function behindFirst(
  byWord: ReadonlyMap<string, Variant>,
  keys: readonly string[],
): Variant | undefined {
  const word = keys.find((key, at) => at > 0 && byWord.has(key))
  return byWord.get(word ?? '')
}
