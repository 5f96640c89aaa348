import type { Company } from '../../company-record.ts'
import {
  bankCategory,
  isBanksOwn,
  nobodysCategory,
  payerConfidence,
  phraseDecides,
} from '../answers/bank-answer.ts'
import { brandAnswer, inContext, noAnswer } from '../answers/brand-answer.ts'
import { channelOf } from '../answers/channel.ts'
import { nameAnswer } from '../answers/name-answer.ts'
import { nameMax } from '../brands/confidence.ts'
import { guessByModel } from '../brands/guess-trade.ts'
import { spellsDomain } from '../brands/spelled-domain.ts'
import type { BankLine } from '../knowledge/bank-lines.ts'
import { confidenceMax, logistic, round } from '../knowledge/calibration.ts'
import type { Thresholds } from '../knowledge/limits.ts'
import { bankWordMin, type Reader } from '../knowledge/reader.ts'
import { wordClass } from '../knowledge/tables/word-classes.ts'
import { openSheets, SignSheet, sumOfTrees, sumsOfTrees } from '../knowledge/trees.ts'
import type { LineMatch } from '../line-match.ts'
import { nobodys } from '../reading/money-flow.ts'
import type { LineReading } from '../reading/reading.ts'
import { boundOf } from './brand-bound.ts'
import { brandSigns, type WeighedBrand } from './brand-signs.ts'
import type { ByRules } from './by-rules.ts'
import { carriedBy } from './carriers.ts'
import { type Hit, hitsOf } from './hits.ts'
import { likeliestName, type ReadName } from './likeliest-name.ts'
import { factsOf, inBank, type LineFacts } from './line-facts.ts'
import { type Likeliest, noneSigns } from './line-signs.ts'
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
  byRules: ByRules,
): LineMatch {
  const { limits } = reader
  const facts = factsOf(reading, reader, bank)
  const spans = nameSpans(facts, reader)
  const [span] = spans
  if (span === undefined) return byRules.answer
  const hits = hitsOf(facts)
  const best = likeliestBrand(facts, reader, span, hits)
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
  const brand = best === null ? 0 : likelihoodOf(best.odds, limits)
  const asBrand = (found: ReadBrand) =>
    carriedBy(atHome(brandFound(reading, found, brand, bank), byRules), hits, found.candidate)
  // Nothing stands against it, so how likely the name is need not be asked.
  if (best !== null && bank === null && brand >= limits.brand && brand >= none) return asBrand(best)
  const name = likeliestName(facts, reader, spans, likeliest)
  // A part of the bank's own phrase is nobody's name.
  const ofBank = bank !== null && name.span.from < bank.to && bank.from < name.span.to
  const likelier = Math.max(brand, ofBank ? 0 : name.probability)
  if (bank !== null || (none > limits.nobody && none > brand)) {
    const rules = byRules.answer
    const told = bank !== null && rules.merchant === null
    // Beside a machine that gives out cash stand streets and stations, named like shops.
    const ofMachine = bank?.rule.holder === 'machine'
    if (told && (ofMachine || likelier < limits.namedOverBank)) return rules
    // An employer cut out from between the bank's words is as good as any name.
    const asGood = likelier >= payerConfidence
    if (bank?.rule.party === 'payer' && rules.merchant !== null && !asGood) return rules
    if (none > nobodyMinOf(facts, limits, bank, rules) && none > brand) {
      return rules.merchant === null ? rules : nobody(facts, bank, rules, none)
    }
  }
  const isLikelier = brand >= limits.brandOverName && brand > name.probability
  if (best !== null && (brand >= limits.brand || isLikelier)) return asBrand(best)
  const hint = best === null ? null : { company: best.candidate.company, probability: brand }
  const named = nameFound(reading, name, hint, bank)
  return named === null ? doubted(byRules.answer, brand) : carriedBy(named, hits, name.span)
}

/** The record of the line's country, which the rules tell from its namesakes. */
function atHome(found: LineMatch, byRules: ByRules): LineMatch {
  const { company } = byRules
  const isNamesake = company?.name === found.merchant && company?.id !== found.merchantId
  if (!isNamesake) return found
  const { confidence, categoryConfidence, reasons } = found
  return { ...byRules.answer, confidence, categoryConfidence, reasons }
}

/** Rules may be sure of a brand only where the model is not against it. */
function doubted(rules: LineMatch, brand: number): LineMatch {
  if (rules.merchantId === null) return rules
  return { ...rules, confidence: Math.min(rules.confidence, round(brand)) }
}

/**
 * The model learned from shops that borrow a brand's word by the thousand: on real lines a brand is
 * meant oftener than it thinks. Sure it is only where the model is sure as well.
 */
function likelihoodOf(odds: number, limits: Thresholds): number {
  const likely = logistic(odds * limits.brandSlope + limits.brandShift)
  const sure = logistic(odds * limits.sureBrandSlope + limits.sureBrandShift)
  return Math.max(sure, Math.min(nameMax, likely))
}

/** Filled anew for every question. */
const sheet = new SignSheet()

/** As likely as nobody must be, by what stands against it. */
function nobodyMinOf(
  facts: LineFacts,
  limits: Thresholds,
  bank: BankLine | null,
  rules: LineMatch,
): number {
  if (rules.merchant !== null && bank === null) {
    return hasBankWord(facts) ? limits.nobodyOverBankWord : limits.nobodyOverName
  }
  if (rules.merchant !== null) return limits.nobody
  return bank === null ? limits.nobody : limits.nobodyByBank
}

interface ReadBrand extends WeighedBrand {
  readonly odds: number
}

/** One for each brand that is weighed: the least known of more are nearly never meant. */
const brandSheets = openSheets()

function likeliestBrand(
  facts: LineFacts,
  { brand }: Reader,
  span: NameSpan,
  hits: readonly Hit[],
): ReadBrand | null {
  if (hits.length === 0) return null
  const weighed = brandSheets.flatMap((own, at) => {
    const hit = hits[at]
    return hit === undefined ? [] : [brandSigns(facts, hit, hits, span, own.clear())]
  })
  const sums = sumsOfTrees(brand, brandSheets)
  return weighed
    .map((one, at) => ({ ...one, odds: sums[at] ?? 0 }))
    .reduce((best, one) => (one.odds > best.odds ? one : best))
}

function brandFound(
  reading: LineReading,
  { candidate, ceiling }: ReadBrand,
  probability: number,
  bank: BankLine | null,
): LineMatch {
  const { limits } = reading.knowledge.reader
  const reasons = [candidate.curated ? 'alias' : 'name', 'learned']
  const spelled =
    isSpelled(reading, candidate.company) && !isBanksOwn(reading, candidate)
      ? limits.spelledBrand
      : 0
  const most = boundOf(candidate, ceiling, probability, bank !== null, limits)
  const confidence = round(Math.min(most, Math.max(spelled, probability)))
  const found = { candidate, score: 0, strength: probability, ceiling, reasons }
  const own = inContext(reading, found, brandAnswer(reading, found, confidence))
  const category = bank === null || bank.rule.weak ? null : bankCategory(reading, bank)
  const ofBank = category !== null && phraseDecides(category, candidate)
  return ofBank ? { ...own, category, mcc: null } : own
}

/** A wallet's domain stands beside the shop's name. */
const carriers = wordClass('wallet_kinds')

function isSpelled({ description }: LineReading, { domain, kind }: Company): boolean {
  return domain !== null && !carriers.has(kind) && spellsDomain(description, domain)
}

function nameFound(
  reading: LineReading,
  { span, name, probability }: ReadName,
  brand: { readonly company: Company; readonly probability: number } | null,
  bank: BankLine | null,
): LineMatch | null {
  if (name === null) return null
  const { limits } = reading.knowledge.reader
  const answer = nameAnswer(reading, span, name, round(Math.min(nameMax, probability)))
  const told = bank === null || bank.rule.weak ? null : bankCategory(reading, bank)
  const telling = answer.categoryConfidence >= limits.tellingCategory
  if (told !== null && (!telling || !told.startsWith('TRANSFER')))
    return { ...answer, category: told }
  // A brand that is not sure enough to be named still tells the trade better than nothing.
  const hinted =
    brand !== null && brand.probability >= limits.hintedCategory && brand.company.category !== null
  return hinted && !telling && brand.probability > answer.categoryConfidence
    ? { ...answer, category: brand.company.category, categoryConfidence: brand.probability }
    : answer
}

function nobody(
  facts: LineFacts,
  bank: BankLine | null,
  rules: LineMatch,
  probability: number,
): LineMatch {
  const { reading } = facts
  const own = bank === null ? unnamedCategory(facts) : nobodysCategory(reading, bank)
  return {
    ...noAnswer,
    ...own,
    confidence: round(Math.min(confidenceMax, probability)),
    counterparties: rules.counterparties,
    location: rules.location,
    channel: channelOf(reading.tokens, own.category),
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
function unnamedCategory(facts: LineFacts): Pick<LineMatch, 'category' | 'categoryConfidence'> {
  const { reading } = facts
  const guess = guessByModel(reading, nobodys)
  if (guess !== null) return { category: guess.category, categoryConfidence: guess.probability }
  const { givenNames } = reading.knowledge
  const isSent = reading.keys.some((key) => givenNames.has(key))
  const sent = reading.flow.isIncoming(nobodys)
    ? 'TRANSFER_IN_ACCOUNT_TRANSFER'
    : 'TRANSFER_OUT_ACCOUNT_TRANSFER'
  const category = isSent ? sent : hasBankWord(facts) ? 'BANK_FEES_OTHER_BANK_FEES' : null
  return { category, categoryConfidence: payerConfidence }
}
