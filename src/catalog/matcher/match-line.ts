import { bankAnswer, bankDecides, strangeWords } from './answers/bank-answer.ts'
import { brandAnswer, noAnswer } from './answers/brand-answer.ts'
import { nameAnswer } from './answers/name-answer.ts'
import { platformAnswer } from './answers/platform-answer.ts'
import { railAnswer } from './answers/rail-answer.ts'
import { type BestBrand, bestBrand } from './brands/best-brand.ts'
import { confidenceOfName } from './brands/confidence.ts'
import { type BankLine, findBankLine } from './knowledge/bank-lines.ts'
import type { Knowledge } from './knowledge/knowledge.ts'
import { limit } from './knowledge/limits.ts'
import { wordClass } from './knowledge/tables/word-classes.ts'
import type { LineMatch } from './line-match.ts'
import { decide } from './reader/decide.ts'
import { fillerWords } from './reading/filler.ts'
import { type LineReading, read } from './reading/reading.ts'

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
  const bank = findBankLine(knowledge.bankRules, reading.tokens, reading.keys)
  const best = brandIn(reading)
  const known = knownByRules(reading, bank, best)
  if (known !== null && isSure(reading, known, bank, best)) return known
  const unknown = () => nameAnswer(reading, (name) => confidenceOfName(reading, name, best))
  return decide(reading, knowledge.reader, bank, () => known ?? unknown())
}

/** The rules do not hesitate: a brand as good as certain, or a phrase of the bank's all alone. */
function isSure(
  reading: LineReading,
  rules: LineMatch,
  bank: BankLine | null,
  best: BestBrand | null,
): boolean {
  if (rules.merchantId !== null) {
    const { limits } = reading.knowledge.reader
    // A site that the line spells out is the merchant's own.
    if (best?.reasons.includes('domain')) return true
    return rules.confidence >= limits.sure && !mayMeanAnother(best, reading)
  }
  if (bank === null || bank.rule.weak) return false
  // Rails have their own rule for shops that are paid like people.
  if (rules.merchant !== null) return rules.reasons.includes('cleaned_name')
  return strangeWords(reading, bank.from, bank.to) === 0
}

/**
 * Beside other words a bank or wallet may only carry the payment, and a word that many bear, or
 * that few know as a brand, may be somebody else's.
 */
function mayMeanAnother(best: BestBrand | null, reading: LineReading): boolean {
  if (best === null) return false
  const { company, curated, generic, from, to, letters } = best.candidate
  const carries = carriers.has(company.kind) || company.category?.startsWith('TRANSFER') === true
  const word = to - from === 1 ? (reading.keys[from] ?? '') : null
  const common = word !== null && (generic || fillerWords.has(word))
  const little = company.rank < knownRank && !curated && letters < longLetters
  return (carries || common || little) && strangeWords(reading, from, to) > 0
}

const carriers = wordClass('carrier_kinds')
const knownRank = limit('knownRank')
const longLetters = limit('longName')

/** Null where the rules know neither a brand nor a phrase of the bank's. */
function knownByRules(
  reading: LineReading,
  bank: BankLine | null,
  best: BestBrand | null,
): LineMatch | null {
  if (bank !== null && bankDecides(bank, best, reading)) {
    return railAnswer(reading, bank) ?? bankAnswer(reading, bank, best)
  }
  if (best !== null && best.strength >= brandMin) return brandAnswer(reading, best)
  return platformAnswer(reading)
}

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
