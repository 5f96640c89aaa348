import type { Company } from '../../company-record.ts'
import { bankCategory, isInstitution, payerConfidence } from '../answers/bank-answer.ts'
import { brandAnswer, noAnswer } from '../answers/brand-answer.ts'
import { nameAnswer } from '../answers/name-answer.ts'
import { nameMax } from '../brands/confidence.ts'
import type { BankLine } from '../knowledge/bank-lines.ts'
import { isDoubted, logistic, round } from '../knowledge/calibration.ts'
import type { Reader } from '../knowledge/reader.ts'
import { SignSheet, sumOfTrees } from '../knowledge/trees.ts'
import type { LineMatch } from '../line-match.ts'
import { cleanName } from '../reading/clean-name.ts'
import { isIncoming, type LineReading } from '../reading/reading.ts'
import { brandSigns, type WeighedBrand } from './brand-signs.ts'
import { hitsOf } from './hits.ts'
import { factsOf, inBank, type LineFacts } from './line-facts.ts'
import { type Likeliest, nameSpanSigns, noneSigns } from './line-signs.ts'
import { mark, markAt } from './marks.ts'
import { type NameSpan, nameSpans } from './name-span.ts'

/**
 * The trained reader's answer, asked where the rules hesitate: the likeliest of a brand, a name
 * that nobody knows, and nobody at all.
 */
export function decide(
  reading: LineReading,
  reader: Reader,
  bank: BankLine | null,
  byRules: () => LineMatch,
): LineMatch {
  const facts = factsOf(reading, reader.bankWords, bank)
  const spans = nameSpans(facts, reader)
  const [span] = spans
  if (span === undefined) return byRules()
  const best = likeliestBrand(facts, reader, span)
  const likeliest: Likeliest | null =
    best === null
      ? null
      : {
          odds: best.odds,
          rank: best.candidate.company.rank,
          inBank: inBank(facts, best.candidate.from) > 0,
        }
  noneSigns(facts, span, likeliest, sheet.clear())
  const none = logistic(sumOfTrees(reader.none, sheet))
  const brand = best === null ? 0 : logistic(best.odds * brandSlope + brandShift)
  const name = likeliestName(facts, reader, spans, likeliest)
  if (bank !== null || (none > noneLeast && none > brand)) {
    const rules = byRules()
    const told = bank !== null && rules.merchant === null
    if (told && Math.max(brand, name.probability) < againstBank) return rules
    // An employer cut out from between the bank's words is as good as any name.
    const likelier = Math.max(brand, name.probability) >= payerConfidence
    if (bank?.rule.party === 'payer' && rules.merchant !== null && !likelier) return rules
    if (none > noneMinOf(facts, bank, rules) && none > brand) {
      return rules.merchant === null ? rules : nobody(facts, bank, rules, none)
    }
  }
  if (best !== null && (brand >= brandMin || (brand >= doubtedMin && brand > name.probability))) {
    return brandFound(reading, best, brand, bank)
  }
  const hint = best === null ? null : { company: best.candidate.company, probability: brand }
  return nameFound(reading, name, hint, bank) ?? byRules()
}

/** On real lines the sure ones are a little less often right, and the doubted ones oftener. */
const brandSlope = 0.85
const brandShift = 0.35
/** Filled anew for every question. */
const sheet = new SignSheet()

const noneLeast = 0.5

/** As likely as a name must be where a phrase of the bank's says that there is none. */
const againstBank = 0.65
/** As likely as nobody must be: with a phrase of the bank's, and against a name of the rules'. */
const withBank = 0.25
const againstName = 0.65
const againstWords = 0.8

function noneMinOf(facts: LineFacts, bank: BankLine | null, rules: LineMatch): number {
  if (rules.merchant !== null && bank === null) {
    return hasBankWord(facts) ? againstName : againstWords
  }
  if (rules.merchant !== null) return noneLeast
  return bank === null ? noneLeast : withBank
}

const brandMin = 0.5
/** Below this a brand is more often wrong than right, and the cleaned name is the better answer. */
const doubtedMin = 0.4

interface ReadBrand extends WeighedBrand {
  readonly odds: number
}

/** The least known of more are the meant ones nearly never, and weighing costs. */
const weighedMax = 4

function likeliestBrand(facts: LineFacts, { brand }: Reader, span: NameSpan): ReadBrand | null {
  const hits = hitsOf(facts)
  let best: ReadBrand | null = null
  for (const hit of hits.slice(0, weighedMax)) {
    const weighed = brandSigns(facts, hit, hits, span, sheet.clear())
    const odds = sumOfTrees(brand, sheet)
    if (best === null || odds > best.odds) best = { ...weighed, odds }
  }
  return best
}

interface ReadName {
  readonly span: NameSpan
  readonly probability: number
}

function likeliestName(
  facts: LineFacts,
  reader: Reader,
  spans: readonly NameSpan[],
  brand: Likeliest | null,
): ReadName {
  const scored = spans.map((span) => {
    const signs = nameSpanSigns(facts, span, brand, sheet.clear())
    return { span, signs, odds: sumOfTrees(reader.name, sheet) }
  })
  const best = scored.reduce((a, b) => (b.odds > a.odds ? b : a))
  const doubted = isDoubted(facts.reading.knowledge.confidence.name, best.signs)
  return {
    span: best.span,
    probability: logistic(best.odds * nameSlope + (doubted ? doubtedShift : plausibleShift)),
  }
}

/** Made-up lines are easier than real ones: the rules' doubt says more than the model thinks. */
const nameSlope = 1.75
const doubtedShift = -2.4
const plausibleShift = 0.6

function brandFound(
  reading: LineReading,
  { candidate, ceiling }: ReadBrand,
  probability: number,
  bank: BankLine | null,
): LineMatch {
  const reasons = [candidate.curated ? 'alias' : 'name', 'learned']
  const spelled = isSpelled(reading, candidate.company) ? spelledMin : 0
  const confidence = round(Math.min(ceiling, Math.max(spelled, probability), 0.99))
  const found = { candidate, score: 0, strength: probability, ceiling, reasons }
  const answer = brandAnswer(reading, found, confidence)
  const own = { ...answer, categoryConfidence: confidence * 0.92 }
  const category = bank === null || bank.rule.weak ? null : bankCategory(reading, bank)
  const ofBank = category !== null && (isInstitution({ candidate }) || isWages(category))
  return ofBank ? { ...own, category, mcc: null } : own
}

/** Nearly nobody spells another's domain; a wallet's stands beside the shop's name. */
const spelledMin = 0.97
const carriers = new Set(['wallet', 'processor', 'marketplace'])

function isSpelled({ description }: LineReading, { domain, kind }: Company): boolean {
  if (domain === null || carriers.has(kind) || description.length > 400) return false
  if (!description.includes('.')) return false
  return description.toLowerCase().includes(domain)
}

/** An employer pays wages whatever it sells. */
function isWages(category: string): boolean {
  return category.startsWith('INCOME_')
}

function nameFound(
  reading: LineReading,
  { span, probability }: ReadName,
  brand: { readonly company: Company; readonly probability: number } | null,
  bank: BankLine | null,
): LineMatch | null {
  const name = cleanName(reading.tokens, span)
  if (name === null) return null
  const { lead, tail } = reading
  const answer = nameAnswer(
    { ...reading, lead: { ...lead, start: span.from }, tail: { ...tail, from: span.to } },
    () => round(Math.min(nameMax, probability)),
  )
  const told = bank === null || bank.rule.weak ? null : bankCategory(reading, bank)
  const telling = answer.categoryConfidence >= tellingMin
  if (told !== null && (!telling || !told.startsWith('TRANSFER')))
    return { ...answer, category: told }
  // A brand that is not sure enough to be named still tells the trade better than nothing.
  const hinted = brand !== null && brand.probability >= hintMin && brand.company.category !== null
  return hinted && !telling
    ? { ...answer, category: brand.company.category, categoryConfidence: brand.probability }
    : answer
}

/** A word that stands around names oftener than in them. */
const bankWordMin = 5
const tellingMin = 0.7
const hintMin = 0.2

function nobody(
  facts: LineFacts,
  bank: BankLine | null,
  rules: LineMatch,
  probability: number,
): LineMatch {
  const category = bank === null ? unnamedCategory(facts) : bankCategory(facts.reading, bank)
  return {
    ...noAnswer,
    category,
    confidence: round(Math.min(0.99, probability)),
    categoryConfidence: payerConfidence,
    counterparties: rules.counterparties,
    location: rules.location,
    channel: rules.channel,
    recurrence: rules.recurrence,
    reasons: ['learned'],
  }
}

function hasBankWord({ reading, marks }: LineFacts): boolean {
  return reading.tokens.some((_, at) => markAt(marks, at, mark.bankWord) >= bankWordMin)
}

/**
 * Between people money is sent; else the bank speaks of what it takes for itself, or, where no word
 * is a bank's, nothing is told.
 */
function unnamedCategory(facts: LineFacts): string | null {
  const { reading } = facts
  const { givenNames } = reading.knowledge
  if (!reading.keys.some((key) => givenNames.has(key))) {
    return hasBankWord(facts) ? 'BANK_FEES_OTHER_BANK_FEES' : null
  }
  return isIncoming(reading) ? 'TRANSFER_IN_ACCOUNT_TRANSFER' : 'TRANSFER_OUT_ACCOUNT_TRANSFER'
}
