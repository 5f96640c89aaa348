import type { Company } from '../../company-record.ts'
import { joinHash, mayHold } from '../knowledge/key-filter.ts'
import type { Knowledge } from '../knowledge/knowledge.ts'
import { limit } from '../knowledge/limits.ts'
import { wordClass, wordPattern } from '../knowledge/tables/word-classes.ts'
import type { Word } from '../knowledge/words/word.ts'
import type { Token } from '../tokens.ts'
import type { Candidate } from './candidate.ts'
import {
  departmentOf,
  isGasBar,
  isPlace,
  isPlain,
  pumpTrades,
  sameTrade,
  streetTrades,
} from './unexplained.ts'

/** Words of a landscape or an address: with a brand's word before them they name a place. */
const landscapeWords = wordClass('landscape_words')

/** With a landscape before them, a business's last word: "Kroger Corner Store". */
const businessWords = wordClass('business_words')

/** Trades of one room, which are no department of a chain. */
const ateliers = wordClass('ateliers')

/** Buildings bear names: with a brand's word before it, the name is the building's own. */
const buildings = wordClass('buildings')

/**
 * The words behind a brand may make it the name of another business: "Subway Tile", "Coles Bay
 * Oysters", "Dunkin Daves". A famous word alone is no proof.
 *
 * Highest confidence that the words beside the brand leave it.
 */
export function ceilingOf(
  knowledge: Knowledge,
  tokens: readonly Token[],
  end: number,
  { company, from, to, start, generic, curated }: Candidate,
): number {
  if (tokens[to]?.before === '*' || tokens[to]?.before === '  ') return 1
  const single = to - from === 1
  const word = single ? tokens[from]?.word.brandWord : undefined
  const famous = company.rank >= famousRank && company.key.length >= longLetters
  const common = word === 'borne' || (generic && !famous)
  const borne = single ? word === 'borne' : isPlain(tokens, from, to)
  const weak = single || (common && !curated)
  if (from > start) {
    const ofPump = pumpTrades.has(company.category ?? '')
    if (!ofPump && (borne || isPlain(tokens, from, to))) return anotherCeiling
    const strangers = weak && word !== 'coined'
    if (strangers && followsTrade(tokens, start, from, company)) return anotherCeiling
  }
  if (single && common && isTradeOfOthers(tokens, from, end, company)) return anotherCeiling
  const behind = from > start && weak
  let landscape = false
  let branch = false
  let ceiling = 1
  for (let at = to; at < end && tokens[at]?.before !== '  '; at += 1) {
    const token = tokens[at]
    if (token === undefined || (token.kind === 'number' && token.key.length >= 2)) return ceiling
    const { key, kind, word: said } = token
    if (kind !== 'word' || said.isLegal || company.key.includes(key)) continue
    if (isGasBar(tokens, at)) continue
    if (key === 'and' && at + 1 < end) return anotherCeiling
    if (buildings.has(key)) return anotherCeiling
    if (at === to && weak && isTownWith(knowledge, tokens, at)) return anotherCeiling
    if (at === to && landscapeWords.has(key) && !isOfThePump(company, key)) {
      landscape = weak
      continue
    }
    if (ateliers.has(key) || (landscape && businessWords.has(key))) return anotherCeiling
    const { trade } = said
    if (trade === undefined && isPlace(knowledge, tokens, at)) {
      branch = true
      continue
    }
    if (trade !== undefined && (landscape || behind)) return anotherCeiling
    if (trade !== undefined && isOtherTrade(company, said, trade, common)) return anotherCeiling
    if (borne && trade !== undefined && isAnyOther(company, said, trade)) return anotherCeiling
    if (said.isSilent || said.isFiller || said.country !== undefined) continue
    // Behind the town stands the branch, which bears any name: "Marriott Chicago Mag Mile".
    if (branch) continue
    if (at === to && to - from === 1 && isPerson(tokens, at)) return personCeiling
    if (trade === undefined && isTelling(said)) return anotherCeiling
    const strange = weak && trade === undefined && key.length >= strangeLettersMin
    if (strange && word !== 'coined') ceiling = strangeCeiling
  }
  return ceiling
}

/** "Kiosk Marriott": a trade that is not the brand's stands before its word. */
function followsTrade(
  tokens: readonly Token[],
  start: number,
  from: number,
  { category }: Company,
): boolean {
  return tokens.slice(start, from).some(({ word: { trade, isSilent } }) => {
    return trade !== undefined && trade !== category && !isSilent
  })
}

/** "Garage Phoenix" repairs cars, while Garage sells clothes. */
function isTradeOfOthers(
  tokens: readonly Token[],
  at: number,
  end: number,
  { category }: Company,
): boolean {
  const trade = tokens[at]?.word.trade
  return (
    trade !== undefined && trade !== category && at + 1 < end && tokens[at + 1]?.kind === 'word'
  )
}

/** Beside words that many bear, the trade must be the brand's own. */
function isAnyOther(
  { category }: Company,
  { key, isSilent, isFiller }: Word,
  trade: string,
): boolean {
  if (isSilent || isFiller || trade === category) return false
  return !departmentOf(category, key)
}

/** Few more than half of these brands are meant. */
export const anotherCeiling = limit('anotherName')
/** "Dave Whittaker" is somebody and no app. */
const personCeiling = limit('personBeside')
/** A word that nobody knows is a street or a town oftener than a name. */
const strangeCeiling = limit('strangeWord')
const strangeLettersMin = 4

/** A given name, one word that is no place, and nothing more but the place. */
function isPerson(tokens: readonly Token[], at: number): boolean {
  const next = tokens[at + 1]
  if (tokens[at - 1]?.word.isGiven !== true) return false
  return next?.kind !== 'word' || next.word.place !== undefined
}

/** A word that stands in names and hardly in the names of streets and towns. */
function isTelling({ key, isOrdinary }: Word): boolean {
  return isOrdinary || (key.length >= craftLettersMin && craftWord.test(key))
}

const craftLettersMin = 5
const serviceTrades = wordPattern('service_trades')
const brewingTrades = wordPattern('brewing_trades')

/** Endings of English words of trades: "woodworks", "stonemasons", "photography". */
const craftWord = wordPattern('craft_endings')

const famousRank = limit('famousRank')
const longLetters = limit('longName')

/** "Coles Bay", "Apple Valley": the brand's word is the first half of a town's name. */
function isTownWith({ places }: Knowledge, tokens: readonly Token[], at: number): boolean {
  const previous = tokens[at - 1]?.word
  const own = tokens[at]?.word
  if (previous === undefined || own === undefined) return false
  return mayHold(places.filter, joinHash(previous.hash, own)) && places.has(previous.key + own.key)
}

const pumpLandscapes = wordClass('pump_landscapes')

/** "Shell Station Market": a station of fuel is no landscape. */
function isOfThePump({ category }: Company, key: string): boolean {
  return pumpTrades.has(category ?? '') && pumpLandscapes.has(key)
}

/** A brand of common words is not proved by a trade's word beside it: "Next Level Gym". */
function isOtherTrade(
  { category }: Company,
  { key, isSilent }: Word,
  trade: string,
  common: boolean,
): boolean {
  if (isSilent || !(streetTrades.test(trade) || serviceTrades.test(trade))) return false
  if (common) return true
  if (departmentOf(category, key)) return false
  // A restaurant need not brew: "Golden Corral Brewing Company".
  return !sameTrade(trade, category) || (brewingTrades.test(trade) && trade !== category)
}
