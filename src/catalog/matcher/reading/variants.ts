import type { Company } from '../../company-record.ts'

/** One brand, several trades: a supermarket's petrol station and pharmacy, told by a word. */
export interface Variant {
  readonly category: string
  readonly mcc: string
}

const variantByWord: ReadonlyMap<string, Variant> = new Map(
  (
    [
      ['TRANSPORTATION_GAS', '5542', 'gas fuel petrol tankstelle tank fuels gasoline carburant'],
      ['MEDICAL_PHARMACIES_AND_SUPPLEMENTS', '5912', 'pharmacy rx pharm drugstore'],
      ['MEDICAL_EYE_CARE', '8043', 'optical vision opticians'],
      ['TRAVEL_LODGING', '7011', 'hotel hotels'],
    ] as const
  ).flatMap(([category, mcc, words]) =>
    words.split(' ').map((word): [string, Variant] => [word, { category, mcc }]),
  ),
)

/** Shops of many departments; elsewhere the word is a part of the name or of the address. */
const manyDepartments =
  /^(FOOD_AND_DRINK_GROCERIES|GENERAL_MERCHANDISE_(SUPERSTORES|DEPARTMENT|DISCOUNT|CONV))/

/** Small shops of chains that run large ones: Carrefour City, Walmart Neighborhood Market. */
const smallFormats = new Set('city express market contact local proxi neighborhood mkt'.split(' '))
const groceries: Variant = { category: 'FOOD_AND_DRINK_GROCERIES', mcc: '5411' }

const cardWords = new Set('visa mastercard mc amex'.split(' '))
const cardPayment: Variant = { category: 'LOAN_PAYMENTS_CREDIT_CARD_PAYMENT', mcc: '6012' }

export function variantOf(company: Company, keys: readonly string[]): Variant | null {
  if (company.kind === 'bank' && keys.some((key, at) => at > 0 && cardWords.has(key))) {
    return cardPayment
  }
  if (company.category === 'GENERAL_MERCHANDISE_SUPERSTORES') {
    const fuel = keys.some((key) => variantByWord.has(key))
    if (!fuel && keys.some((key, at) => at > 0 && smallFormats.has(key))) return groceries
  }
  if (company.category === null || !manyDepartments.test(company.category)) {
    const stays = company.category?.startsWith('ENTERTAINMENT_CASINOS') && keys.includes('hotel')
    return stays ? (variantByWord.get('hotel') ?? null) : null
  }
  for (const key of keys) {
    const variant = variantByWord.get(key)
    if (variant !== undefined && variant.category !== 'TRAVEL_LODGING') return variant
  }
  return null
}
