import { type BestBrand, bestBrand } from '../brands/best-brand.ts'
import { guessByModel } from '../brands/guess-trade.ts'
import { type BankLine, findBankLine } from '../knowledge/bank-lines.ts'
import { limit } from '../knowledge/limits.ts'
import { isOfBanks } from '../knowledge/reader.ts'
import { wordClass, wordPattern } from '../knowledge/tables/word-classes.ts'
import type { LineMatch } from '../line-match.ts'
import { noiseAt } from '../reading/lead.ts'
import { nobodys } from '../reading/money-flow.ts'
import type { LineReading } from '../reading/reading.ts'
import { wholeName } from '../reading/whole-name.ts'
import type { Token } from '../tokens.ts'
import { brandAnswer, noAnswer } from './brand-answer.ts'
import { channelOf, recurrenceOf } from './channel.ts'

/** From here on a brand is sure enough to stand against a loose word of the bank's. */
const brandOverBank = limit('brandOverBank')
/** From here on a phrase of one word stands against a sure brand. */
const sureRule = limit('sureBankRule')
const modelOverPhrase = limit('modelOverPhrase')
/** An employer's name, cut out from between the bank's words. */
export const payerConfidence = limit('payer')

/**
 * The answer to a line that the bank writes about itself.
 *
 * A phrase of the bank's outweighs a brand, unless it is one loose word beside a sure brand.
 */
export function bankDecides(
  { rule, from, to }: BankLine,
  best: BestBrand | null,
  reading: LineReading,
): boolean {
  if (best === null || best.strength < brandOverBank) {
    return !rule.weak || strangeWords(reading, from, to) <= 1
  }
  if (rule.party === 'institution' && isInstitution(best)) return true
  if (rule.weak || overlapsMore(best, from, to)) return false
  if (overlaps(best, from, to)) {
    return !best.candidate.curated || best.candidate.to - best.candidate.from < to - from
  }
  if (rule.party !== 'none' || best.candidate.company.kind === 'bank') return true
  return to - from > 1 || rule.confidence >= sureRule
}

/** A bank or wallet that names its own site beside what it has to say of another's payment. */
export function isBanksOwn(
  reading: LineReading,
  { company, from, to }: BestBrand['candidate'],
): boolean {
  return carriers.has(company.kind) && strangeWords(reading, from, to) > besideOwnSite
}

const carriers = wordClass('carrier_kinds')
const besideOwnSite = limit('besideOwnSite')

/** Words that neither the phrase nor the bank explains, and that are no address. */
export function strangeWords(
  { knowledge, tokens, keys }: LineReading,
  from: number,
  to: number,
): number {
  let count = 0
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at]
    if ((at >= from && at < to) || token?.kind !== 'word' || token.key.length < 3) continue
    const { place, country, beginsNoise } = token.word
    if (place !== undefined || country !== undefined) continue
    if (!beginsNoise || noiseAt(knowledge, keys, at) === null) count += 1
  }
  return count
}

function overlapsMore(best: BestBrand, from: number, to: number): boolean {
  return overlaps(best, from, to) && best.candidate.to - best.candidate.from > to - from
}

function overlaps({ candidate }: BestBrand, from: number, to: number): boolean {
  return candidate.from < to && from < candidate.to
}

export function bankCategory(reading: LineReading, { rule }: BankLine): string {
  return reading.flow.isIncoming(nobodys) ? rule.incoming : rule.outgoing
}

/**
 * The category of a line that names nobody: the phrase is one of the words by which the model goes.
 */
export function nobodysCategory(
  reading: LineReading,
  bank: BankLine,
): Pick<LineMatch, 'category' | 'categoryConfidence'> {
  const guess = guessByModel(reading, nobodys, bank)
  return guess !== null && guess.probability >= modelOverPhrase
    ? { category: guess.category, categoryConfidence: guess.probability }
    : { category: bankCategory(reading, bank), categoryConfidence: bank.rule.confidence }
}

export function bankAnswer(
  reading: LineReading,
  bank: BankLine,
  best: BestBrand | null,
): LineMatch {
  const { rule } = bank
  const category = bankCategory(reading, bank)
  const base: LineMatch = {
    ...noAnswer,
    category,
    confidence: rule.confidence,
    categoryConfidence: rule.confidence,
    location: reading.tail.location,
    channel: channelOf(reading.tokens, category),
    recurrence: recurrenceOf(reading.tokens),
    reasons: ['bank_line'],
  }
  const unnamed = (): LineMatch => {
    const own = nobodysCategory(reading, bank)
    return { ...base, ...own, channel: channelOf(reading.tokens, own.category) }
  }
  if (rule.party === 'none') return unnamed()
  const others = otherWords(reading)
  const beside = meantIn(reading, others, brandOf(reading, others))
  const brand = beside ?? meantIn(reading, reading.tokens, best)
  const sure = brand !== null && brand.strength >= brandOverBank
  const named = sure && (rule.party === 'payer' ? isWhole(brand, others) : isInstitution(brand))
  if (named && !carriesFor(reading, others, brand)) {
    const own = { ...brandAnswer(reading, brand), reasons: ['bank_line', 'name'] }
    const isPhrases = own.category === null || phraseDecides(category, brand.candidate)
    return isPhrases ? { ...own, category, mcc: null } : own
  }
  // Nobody is left where all the other words are the bank's, too.
  if (others.every(({ key }) => isOfBanks(reading.knowledge.reader, key))) return unnamed()
  if (rule.party === 'institution' && !others.some(({ key }) => publicBodies.has(key)))
    return unnamed()
  const name = wholeName(reading.knowledge, others, { from: 0, to: others.length })
  return name === null ? unnamed() : { ...base, merchant: name, confidence: payerConfidence }
}

/** A lone word of the bank's that many bear is no brand: nobody owes money to "Credit". */
function meantIn(
  { knowledge }: LineReading,
  tokens: readonly Token[],
  best: BestBrand | null,
): BestBrand | null {
  if (best === null) return null
  const { from, to } = best.candidate
  const token = to - from === 1 ? tokens[from] : undefined
  if (token === undefined || !isOfBanks(knowledge.reader, token.key)) return best
  return token.word.isOrdinary || token.word.isFiller ? null : best
}

/** A wallet beside somebody's name is no institution that the bank tells of: it carries. */
function carriesFor(
  { knowledge, lead }: LineReading,
  others: readonly Token[],
  { candidate }: BestBrand,
): boolean {
  const { company, from, to } = candidate
  if (!lead.processors.some(({ domain }) => domain === company.domain)) return false
  return others.some(({ key, word }, at) => {
    const isOwn = (at >= from && at < to) || isOfBanks(knowledge.reader, key)
    const isTelling = word.place === undefined && word.country === undefined && !word.isLegal
    return !isOwn && isTelling && key.length >= tellingLettersMin
  })
}

const tellingLettersMin = 4

const institutions = wordPattern('institution_kinds')
const institutionTrades = wordPattern('institution_trades')

export function isInstitution({ candidate }: Pick<BestBrand, 'candidate'>): boolean {
  const { kind, category } = candidate.company
  return institutions.test(kind) || institutionTrades.test(category ?? '')
}

const moneyKinds = wordPattern('money_kinds')

/** An employer pays wages whatever it sells; a transfer to who keeps no money buys something. */
export function phraseDecides(category: string, candidate: BestBrand['candidate']): boolean {
  if (category.startsWith('INCOME_')) return true
  const isMoved = category.startsWith('TRANSFER') && !moneyKinds.test(candidate.company.kind)
  return !isMoved && isInstitution({ candidate })
}

const employerRest = limit('employerRest')

/** "Acme Lifts" pays no wages for Acme Markets: an employer is the brand only word for word. */
function isWhole({ candidate }: BestBrand, words: readonly Token[]): boolean {
  return (
    !candidate.cutOff &&
    candidate.unexplainedAfter < employerRest &&
    candidate.to >= words.length - 1
  )
}

function brandOf(reading: LineReading, tokens: readonly Token[]): BestBrand | null {
  if (tokens.length === 0) return null
  return bestBrand(reading.knowledge, {
    tokens,
    stretch: { start: 0, end: tokens.length },
    description: '',
    country: reading.country,
    possible: null,
    amount: null,
    processors: [],
  })
}

/** Bodies that pay benefits and refunds name themselves so: "State of Ohio". */
const publicBodies = wordClass('public_bodies')

const payWords = wordClass('pay_words')

/** The rest of a bank's line without the bank's words: the employer, the institution. */
function otherWords({ knowledge, tokens, keys }: LineReading): Token[] {
  const kept: Token[] = []
  for (let at = 0; at < tokens.length; at += 1) {
    const noise = tokens[at]?.word.beginsNoise ? noiseAt(knowledge, keys, at) : null
    const near = [tokens.slice(at, at + 4), keys.slice(at, at + 4)] as const
    const rule = tokens[at]?.word.beginsBankLine ? findBankLine(knowledge.bankRules, ...near) : null
    const skip = Math.max(noise?.words ?? 0, rule?.from === 0 ? rule.to : 0)
    const token = tokens[at]
    if (skip > 0) at += skip - 1
    else if (token?.kind === 'word' && !payWords.has(token.key)) kept.push(token)
    else if (kept.length > 0) break
  }
  return kept
}
