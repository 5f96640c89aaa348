import type { Company } from '../../company-record.ts'
import { joinHash, mayHold } from '../knowledge/key-filter.ts'
import type { Knowledge } from '../knowledge/knowledge.ts'
import { limit } from '../knowledge/limits.ts'
import { wordClass, wordPattern } from '../knowledge/tables/word-classes.ts'
import { wordsByKey } from '../knowledge/tables/word-pairs.ts'
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
    if (number) count += behindNumber
    else count += weightOf(knowledge, tokens, company, at, token)
  }
  return count
}

/** Trades without branches: behind them stands no town that nobody has heard of. */
const withoutBranches = wordPattern('trades_without_branches')

/** As much a word beside a brand leaves unexplained. */
const behindNumber = limit('restBehindNumber')
const ownTrade = limit('restOwnTrade')
const filler = limit('restFiller')
const fillerOfTrade = limit('restFillerOfTrade')
const place = limit('restPlace')
const shortWord = limit('restShortWord')
const ordinaryWord = limit('restOrdinaryWord')
const strangeWord = limit('restStrangeWord')
const strangeWithoutBranches = limit('restStrangeWithoutBranches')

function weightOf(
  knowledge: Knowledge,
  tokens: readonly Token[],
  company: Company,
  at: number,
  { key, word }: Token,
): number {
  if (word.isLegal || company.key.includes(key)) return 0
  const trade = word.ownTrade
  if (trade !== undefined && sameTrade(trade, company.category)) return ownTrade
  if (word.isFiller) return trade === undefined ? filler : fillerOfTrade
  if (isPlace(knowledge, tokens, at)) return place
  // Scheme and reference codes of three letters stand beside every name.
  if (key.length < 4) return shortWord
  if (word.isOrdinary) return ordinaryWord
  return withoutBranches.test(company.category ?? '') ? strangeWithoutBranches : strangeWord
}

/** "Pet Barn", "Corner Bakery": each of its words stands in many names. */
export function isPlain(tokens: readonly Token[], from: number, to: number): boolean {
  for (let at = from; at < to; at += 1) {
    const token = tokens[at]
    if (token !== undefined && !isPlainWord(token)) return false
  }
  return true
}

function isPlainWord({ kind, word }: Token): boolean {
  if (kind !== 'word' || word.isFiller || word.isOrdinary) return true
  return word.place !== undefined || word.begunTrade !== undefined
}

export function isPlace({ places }: Knowledge, tokens: readonly Token[], at: number): boolean {
  const own = tokens[at]?.word
  if (own === undefined) return false
  if (own.place !== undefined) return true
  const next = tokens[at + 1]?.word
  if (next !== undefined && mayHold(places.filter, joinHash(own.hash, next))) {
    if (places.has(own.key + next.key)) return true
  }
  const previous = tokens[at - 1]?.word
  if (previous === undefined || !mayHold(places.filter, joinHash(previous.hash, own))) return false
  return places.has(previous.key + own.key)
}

const eatingTrades = wordPattern('eating_trades')
const dailyFood = wordPattern('daily_food_trades')
const dailyTrades = wordPattern('daily_trades')

export function sameTrade(a: string, b: string | null): boolean {
  if (b === null) return false
  return (
    a === b ||
    (eatingTrades.test(a) && eatingTrades.test(b)) ||
    (dailyTrades.test(a) && dailyTrades.test(b))
  )
}

/** Trades of the street, whose words stand in no address and on no invoice of an online shop. */
export const streetTrades = wordPattern('street_trades')
const manyTrades = wordPattern('many_trades')

/** Departments that shops of many trades have under their own roof. */
const departments = wordClass('departments')

/** Workshops stand beside the largest stores only. */
const atTheGarage = wordClass('garage_departments')

/** Departments that a department store does not have. */
const kitchenAndTable = wordClass('kitchen_departments')

/** Goods that grocers and corner shops sell, if at all, among other things. */
const shelvesOnly = wordClass('shelf_departments')

/** A station's shop and wash; a workshop beside a station is another business. */
const atThePump = wordClass('pump_departments')

/** Insured things are no trades: car, dental and pet policies are all an insurer's. */
const insuredTrades = wordClass('insured_things')

/** A word of another trade follows: "Marriott Lane Market" sells food and lets no rooms. */
export function isContradicted(
  tokens: readonly Token[],
  company: Company,
  from: number,
  end: number,
): boolean {
  if (tokens[from]?.before === '*') return false
  for (let at = from; at < end && tokens[at]?.before !== '  '; at += 1) {
    const token = tokens[at]
    if (token === undefined || (token.kind === 'number' && token.key.length >= 3)) return false
    const { key, isSilent, ownTrade: trade } = token.word
    // Asked first, as few words are a trade's.
    if (trade === undefined || !streetTrades.test(trade)) continue
    if (isSilent || company.key.includes(key)) continue
    if (departmentOf(company.category, key) || isGasBar(tokens, at)) continue
    if (!sameTrade(trade, company.category)) return true
  }
  return false
}

const pumpPhrases = wordsByKey('pump_phrases')

/** In Canada the pumps of a supermarket are its gas bar. */
export function isGasBar(tokens: readonly Token[], at: number): boolean {
  return pumpPhrases.get(tokens[at - 1]?.key ?? '')?.includes(tokens[at]?.key ?? '') === true
}

export const pumpTrades = wordClass('pump_trades')
const garageTrades = wordClass('garage_trades')
const withoutKitchen = wordClass('trades_without_kitchen')
const insuranceTrades = wordClass('insurance_trades')

/** Another trade's word that the brand itself may bear: a supermarket's pharmacy. */
export function departmentOf(category: string | null, key: string): boolean {
  if (category === null) return false
  if (manyTrades.test(category) && departments.has(key)) {
    if (atTheGarage.has(key)) return garageTrades.has(category)
    if (withoutKitchen.has(category)) return !kitchenAndTable.has(key)
    return !(dailyFood.test(category) && shelvesOnly.has(key))
  }
  if (pumpTrades.has(category)) return atThePump.has(key)
  return insuranceTrades.has(category) && insuredTrades.has(key)
}
