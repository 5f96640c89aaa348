import type { Company } from '../../company-record.ts'
import { tradeWord } from '../knowledge/category-words.ts'
import { hashOn, mayHold } from '../knowledge/key-filter.ts'
import type { Knowledge } from '../knowledge/knowledge.ts'
import { fillerWords, legalWords } from '../reading/filler.ts'
import type { Token } from '../tokens.ts'

/**
 * The words beside a brand say nothing, since a branch or a product is always there, or they say
 * that another business bears the brand's word in its name.
 */
export function countUnexplained(
  knowledge: Knowledge,
  tokens: readonly Token[],
  company: Company,
  from: number,
  to: number,
): number {
  let count = 0
  let number = false
  for (let at = from; at < to; at += 1) {
    const token = tokens[at]
    if (token === undefined) break
    if (token.kind !== 'word') {
      number = number || token.key.length >= 3
      continue
    }
    // Behind a store number stands a place, hardly ever a part of the name.
    if (number) count += 0.2
    else count += weightOf(knowledge, tokens, company, at)
  }
  return count
}

/** Trades without branches: behind them stands no town that nobody has heard of. */
const withoutBranches =
  /^(ENTERTAINMENT_(TV|MUSIC|VIDEO)|GENERAL_SERVICES_(OTHER|INS)|TRANSFER|LOAN|RENT|TRAVEL_FLI)|_MARKETPLACES$/

function weightOf(
  knowledge: Knowledge,
  tokens: readonly Token[],
  company: Company,
  at: number,
): number {
  const key = tokens[at]?.key ?? ''
  if (legalWords.has(key) || company.key.includes(key)) return 0
  const category = knowledge.categoryWords.whole.get(key)
  if (category !== undefined && sameTrade(category, company.category)) return 0.1
  if (fillerWords.has(key)) return category === undefined ? 0.15 : 0.4
  if (isPlace(knowledge, tokens, at)) return 0.3
  // Scheme and reference codes of three letters stand beside every name.
  if (key.length < 4) return 0.5
  if (isOrdinary(knowledge, key)) return 4
  return withoutBranches.test(company.category ?? '') ? 3 : 1
}

/** A word of many names, or a person's: it makes another name, while a strange word is a town. */
export function isOrdinary({ commonWords, givenNames }: Knowledge, key: string): boolean {
  if (commonWords.has(key) || givenNames.has(key)) return true
  return key.endsWith('s') && givenNames.has(key.slice(0, -1))
}

/** "Pet Barn", "Corner Bakery": each of its words stands in many names. */
export function isPlain(
  knowledge: Knowledge,
  tokens: readonly Token[],
  from: number,
  to: number,
): boolean {
  return tokens.slice(from, to).every(({ key, kind }) => {
    if (kind !== 'word' || fillerWords.has(key) || isOrdinary(knowledge, key)) return true
    if (knowledge.places.has(key)) return true
    return tradeWord(knowledge.categoryWords, key) !== undefined
  })
}

export function isPlace({ places }: Knowledge, tokens: readonly Token[], at: number): boolean {
  const key = tokens[at]?.key ?? ''
  const next = tokens[at + 1]?.key ?? ''
  const previous = tokens[at - 1]?.key ?? ''
  if (places.has(key)) return true
  const joined = hashOn(hashOn(0, key), next)
  if (mayHold(places.filter, joined) && places.has(key + next)) return true
  return mayHold(places.filter, hashOn(hashOn(0, previous), key)) && places.has(previous + key)
}

const eatingTrades = /^FOOD_AND_DRINK_(RESTAURANT|FAST_FOOD|COFFEE|OTHER|BEER)/
const dailyFood = /_GROCERIES$|_CONVENIENCE_STORES$/
const dailyTrades = /^(FOOD_AND_DRINK_GROCERIES|GENERAL_MERCHANDISE_(SUPER|DISCOUNT|CONV))/

export function sameTrade(a: string, b: string | null): boolean {
  if (b === null) return false
  return (
    a === b ||
    (eatingTrades.test(a) && eatingTrades.test(b)) ||
    (dailyTrades.test(a) && dailyTrades.test(b))
  )
}

/** Trades of the street, whose words stand in no address and on no invoice of an online shop. */
export const streetTrades =
  /^(FOOD|MEDICAL|PERSONAL|HOME|GENERAL_SERVICES_AUTO|ENTERTAINMENT_(OTHER|MUSIC|SPORTING)|GENERAL_MERCHANDISE_(CLO|SPORT|BOOK|PET|GIFT|TOB|OTHER))/
const manyTrades = /^GENERAL_MERCHANDISE_(SUPER|DEPART|DISCOUNT|CONV)|_GROCERIES$|_FURN/

/** Departments that shops of many trades have under their own roof. */
const departments = new Set(
  (
    'cafe coffee pharmacy optical vision opticians bakery deli restaurant garden florist flowers ' +
    'photo tire tires auto liquor wine fuel gas petrol market food foods grocery produce jewelry ' +
    'home electronics books toys pets pet kids baby mart carwash wash drogerie apotheke backshop'
  ).split(' '),
)

/** Workshops stand beside the largest stores only. */
const atTheGarage = new Set('tire tires auto'.split(' '))

/** Departments that a department store does not have. */
const kitchenAndTable = new Set(
  (
    'bakery deli garden liquor wine fuel gas petrol market produce carwash wash drogerie apotheke ' +
    'pharmacy florist flowers books pet pets'
  ).split(' '),
)

/** Goods that grocers and corner shops sell, if at all, among other things. */
const shelvesOnly = new Set('books toys pet pets kids baby jewelry electronics home'.split(' '))

/** A station's shop and wash; a workshop beside a station is another business. */
const atThePump = new Set('food foods mart market cafe coffee deli carwash wash bistro'.split(' '))

/** Insured things are no trades: car, dental and pet policies are all an insurer's. */
const insuredTrades = new Set(
  'kfz auto motor car dental pet home health medical travel vet legal vision optical'.split(' '),
)

/** These stand beside brands of every trade. */
export const silentWords = new Set('shop store music online web app services club'.split(' '))

/** A word of another trade follows: "Marriott Lane Market" sells food and lets no rooms. */
export function isContradicted(
  knowledge: Knowledge,
  tokens: readonly Token[],
  company: Company,
  from: number,
  end: number,
): boolean {
  if (tokens[from]?.before === '*') return false
  for (let at = from; at < end && tokens[at]?.before !== '  '; at += 1) {
    const key = tokens[at]?.key ?? ''
    if (tokens[at]?.kind === 'number' && key.length >= 3) return false
    if (silentWords.has(key) || company.key.includes(key)) continue
    if (departmentOf(company.category, key) || isGasBar(tokens, at)) continue
    const category = knowledge.categoryWords.whole.get(key)
    if (category === undefined || !streetTrades.test(category)) continue
    if (!sameTrade(category, company.category)) return true
  }
  return false
}

/** In Canada the pumps of a supermarket are its gas bar. */
export function isGasBar(tokens: readonly Token[], at: number): boolean {
  return tokens[at]?.key === 'bar' && tokens[at - 1]?.key === 'gas'
}

/** Another trade's word that the brand itself may bear: a supermarket's pharmacy. */
export function departmentOf(category: string | null, key: string): boolean {
  if (manyTrades.test(category ?? '') && departments.has(key)) {
    if (atTheGarage.has(key)) return category === 'GENERAL_MERCHANDISE_SUPERSTORES'
    if (category === 'GENERAL_MERCHANDISE_DEPARTMENT_STORES') return !kitchenAndTable.has(key)
    return !(dailyFood.test(category ?? '') && shelvesOnly.has(key))
  }
  if (category === 'TRANSPORTATION_GAS') return atThePump.has(key)
  return category === 'GENERAL_SERVICES_INSURANCE' && insuredTrades.has(key)
}
