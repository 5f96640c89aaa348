import { type BestBrand, bestBrand } from '../brands/best-brand.ts'
import { nameMax } from '../brands/confidence.ts'
import { guessTrade } from '../brands/guess-trade.ts'
import { streetTrades } from '../brands/unexplained.ts'
import type { BankLine } from '../knowledge/bank-lines.ts'
import { round } from '../knowledge/calibration.ts'
import { limit } from '../knowledge/limits.ts'
import { companyOf, isCurated, isGeneric } from '../knowledge/line-index.ts'
import { wordClass, wordPattern } from '../knowledge/tables/word-classes.ts'
import type { LineMatch } from '../line-match.ts'
import type { TokenSpan } from '../reading/clean-name.ts'
import { noiseAt } from '../reading/lead.ts'
import type { LineReading } from '../reading/reading.ts'
import { wholeName } from '../reading/whole-name.ts'
import { brandAnswer, noAnswer } from './brand-answer.ts'

const railWords = wordClass('rails')
const moneyKinds = wordPattern('money_kinds')
/** Behind the rail stand references and codes before the name. */
const startsMax = 10
const spanMax = 3
const lettersMin = 4
const famousRank = limit('famousRank')

/**
 * Payments by UPI, Pix, Vipps and their like go to people and to shops alike. A line that names a
 * known brand or a word of a trade is no transfer between people.
 */
export function railAnswer(reading: LineReading, bank: BankLine): LineMatch | null {
  const { keys } = reading
  if (!keys.slice(bank.from, bank.to).some((key) => railWords.has(key))) return null
  for (let at = bank.to; at < Math.min(keys.length, bank.to + startsMax); at += 1) {
    const best = brandAt(reading, at)
    if (best !== null) return { ...brandAnswer(reading, best), reasons: ['bank_line', 'name'] }
  }
  return shopAnswer(reading, bank)
}

/** Only names that nobody else bears: a payee called Max Target is somebody. */
function brandAt(reading: LineReading, at: number): BestBrand | null {
  const { knowledge, tokens, keys } = reading
  for (let to = Math.min(keys.length, at + spanMax); to > at; to -= 1) {
    const key = keys.slice(at, to).join('')
    const claims = key.length < lettersMin ? undefined : knowledge.lineIndex.claims.get(key)
    if (claims === undefined || knowledge.brandWords.get(key) === 'borne') continue
    if (knowledge.givenNames.has(key)) continue
    const known = (typeof claims === 'number' ? [claims] : claims).some((claim) => {
      const company = knowledge.companies.at(companyOf(claim))
      if (company === undefined || !isCurated(claim) || isGeneric(claim)) return false
      return company.rank >= famousRank && !moneyKinds.test(company.kind)
    })
    if (!known) continue
    return bestBrand(knowledge, {
      tokens: tokens.slice(at, to),
      stretch: { start: 0, end: to - at },
      description: '',
      country: reading.country,
      possible: null,
      amount: null,
      processors: [],
    })
  }
  return null
}

/** The payee stands first; behind it people write the purpose, which is no shop's name. */
function shopAnswer(reading: LineReading, bank: BankLine): LineMatch | null {
  const { knowledge, tokens, tail } = reading
  const payee = payeeOf(reading, bank.to)
  if (payee === null) return null
  const { from, to } = payee
  const isShop = tokens
    .slice(from, to)
    .some(({ word: { begunTrade } }) => begunTrade !== undefined && streetTrades.test(begunTrade))
  const name = isShop && to - from > 1 ? wholeName(knowledge, tokens, payee) : null
  if (name === null) return null
  const guessed = guessTrade(reading, payee, name)
  return {
    ...noAnswer,
    merchant: name,
    category: guessed?.category ?? null,
    confidence: round(Math.min(nameMax, knowledge.confidence.plausible)),
    categoryConfidence: guessed?.probability ?? 0,
    location: tail.location,
    channel: 'transfer',
    reasons: ['bank_line', 'cleaned_name'],
  }
}

/** The first words in a row that are more than a code. */
function payeeOf(reading: LineReading, start: number): TokenSpan | null {
  const { tokens, keys } = reading
  for (let from = start; from < tokens.length; from += 1) {
    if (!isNameWord(reading, from)) continue
    let to = from + 1
    while (to < tokens.length && tokens[to]?.before === ' ' && isNameWord(reading, to)) to += 1
    if (keys.slice(from, to).join('').length >= lettersMin) return { from, to }
    from = to - 1
  }
  return null
}

function isNameWord({ knowledge, tokens, keys }: LineReading, at: number): boolean {
  const token = tokens[at]
  if (token?.kind !== 'word' || token.word.isLegal || railWords.has(token.key)) return false
  return !token.word.beginsNoise || noiseAt(knowledge, keys, at) === null
}
