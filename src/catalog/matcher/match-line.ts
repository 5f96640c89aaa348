import {
  bankAnswer,
  bankDecides,
  isBanksOwn,
  isInstitution,
  strangeWords,
} from './answers/bank-answer.ts'
import { brandAnswer, inContext, noAnswer } from './answers/brand-answer.ts'
import { holderAnswer } from './answers/holder-answer.ts'
import { nameAnswer, nameless } from './answers/name-answer.ts'
import { platformAnswer } from './answers/platform-answer.ts'
import { railAnswer } from './answers/rail-answer.ts'
import { asStated } from './answers/stated-code.ts'
import { type BestBrand, bestBrand } from './brands/best-brand.ts'
import { confidenceOfBrand, confidenceOfName } from './brands/confidence.ts'
import { type BankLine, findBankLine } from './knowledge/bank-lines.ts'
import type { Knowledge } from './knowledge/knowledge.ts'
import { limit } from './knowledge/limits.ts'
import { isOfBanks } from './knowledge/reader.ts'
import { wordClass } from './knowledge/tables/word-classes.ts'
import type { LineMatch } from './line-match.ts'
import { ByRules } from './reader/by-rules.ts'
import { decide } from './reader/decide.ts'
import { type LineReading, read } from './reading/reading.ts'
import { wholeName } from './reading/whole-name.ts'

export type { LineMatch } from './line-match.ts'

/** Below this a brand is more often wrong than right, and the cleaned name is the better answer. */
export const brandMin = limit('brandByRules')

/**
 * One line of a statement → who was paid, for what, and how sure that is. Pure and total: any text
 * gives an answer.
 */
export function matchLine(
  knowledge: Knowledge,
  description: string,
  amount: number | null,
): LineMatch {
  const reading = read(knowledge, description, amount)
  if (reading.tokens.length === 0) return noAnswer
  return asStated(reading, whoWasPaid(reading))
}

function whoWasPaid(reading: LineReading): LineMatch {
  const { knowledge } = reading
  const bank = findBankLine(knowledge.bankRules, reading.tokens, reading.keys)
  const best = brandIn(reading)
  const { reader } = knowledge
  if (bank !== null && bankDecides(bank, best, reading)) {
    const held = holderAnswer(reading, bank)
    if (held !== null) return held
    const known = railAnswer(reading, bank) ?? bankAnswer(reading, bank, best)
    if (isSure(reading, known, bank, best)) return known
    return decide(reading, reader, bank, new ByRules(companyOf(known), () => known))
  }
  if (best !== null && best.strength >= brandMin) {
    const confidence = confidenceOfBrand(reading, best)
    if (isSureBrand(reading, best, confidence)) return brandAnswer(reading, best, confidence)
    const byRules = new ByRules(best.candidate.company, () =>
      inContext(reading, best, brandAnswer(reading, best, confidence)),
    )
    return decide(reading, reader, bank, byRules)
  }
  const known = platformAnswer(reading)
  if (known !== null && isSure(reading, known, bank, best)) return known
  const byRules = new ByRules(companyOf(known), () => known ?? unknownName(reading, best))
  return decide(reading, reader, bank, byRules)
}

function companyOf(answer: LineMatch | null) {
  if (answer === null || answer.merchantId === null || answer.merchant === null) return null
  return { id: answer.merchantId, name: answer.merchant }
}

function unknownName(reading: LineReading, best: BestBrand | null): LineMatch {
  const { lead, tail } = reading
  const span = { from: lead.start, to: tail.from }
  const name = wholeName(reading.knowledge, reading.tokens, span)
  const confidence = name === null ? nameless : confidenceOfName(reading, span, name, best)
  return nameAnswer(reading, span, name, confidence)
}

/** The rules do not hesitate: a brand as good as certain, or a phrase of the bank's all alone. */
function isSure(
  reading: LineReading,
  rules: LineMatch,
  bank: BankLine | null,
  best: BestBrand | null,
): boolean {
  if (rules.merchantId !== null) return isSureBrand(reading, best, rules.confidence)
  if (bank === null || bank.rule.weak) return false
  // Rails have their own rule for shops that are paid like people.
  if (rules.merchant !== null) return rules.reasons.includes('cleaned_name')
  return strangeWords(reading, bank.from, bank.to) === 0
}

function isSureBrand(reading: LineReading, best: BestBrand | null, confidence: number): boolean {
  // A site that the line spells out is the merchant's own; in a bank's message it is the bank's.
  if (best?.reasons.includes('domain') === true && !isBanksOwn(reading, best.candidate)) return true
  return confidence >= reading.knowledge.reader.limits.sure && !mayMeanAnother(best, reading)
}

/**
 * Beside other words a bank or wallet may only carry the payment, and a word that many bear, or
 * that few know as a brand, may be somebody else's.
 */
function mayMeanAnother(best: BestBrand | null, reading: LineReading): boolean {
  if (best === null) return false
  const { company, curated, generic, from, to, letters } = best.candidate
  const carries = carriers.has(company.kind) || company.category?.startsWith('TRANSFER') === true
  const word = to - from === 1 ? reading.tokens[from]?.word : undefined
  const common = word !== undefined && (generic || word.isFiller)
  const little = company.rank < knownRank && !curated && letters < longLetters
  const plain = word === undefined ? !isInstitution(best) : word.isOrdinary || word.isFiller
  if (plain && isOfBanksWords(reading, best)) return true
  return (carries || common || little) && strangeWords(reading, from, to) > 0
}

/** "A cuenta" is nobody's in most lines, though a shop is called so. */
function isOfBanksWords({ knowledge, keys }: LineReading, { candidate }: BestBrand): boolean {
  const words = keys.slice(candidate.from, candidate.to)
  return words.every((key) => key.length === 1 || isOfBanks(knowledge.reader, key))
}

const carriers = wordClass('carrier_kinds')
const knownRank = limit('knownRank')
const longLetters = limit('longName')

/** The likeliest brand of the line, however weak. */
export function brandIn(reading: LineReading): BestBrand | null {
  const { knowledge, tokens, lead, nameEnd, description, country, possible, amount } = reading
  return bestBrand(knowledge, {
    tokens,
    stretch: { start: lead.start, end: nameEnd },
    description,
    country,
    possible,
    amount,
    processors: lead.processors,
  })
}
