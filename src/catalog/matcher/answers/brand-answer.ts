import type { Company } from '../../company-record.ts'
import type { BestBrand } from '../brands/best-brand.ts'
import { confidenceOfBrand } from '../brands/confidence.ts'
import { guessByModel, guessTrade } from '../brands/guess-trade.ts'
import { homeDomain, spelledSite } from '../brands/home-domain.ts'
import { limit } from '../knowledge/limits.ts'
import { counterpartyOf } from '../knowledge/processors.ts'
import { wordsByKey } from '../knowledge/tables/word-pairs.ts'
import type { Counterparty, LineMatch } from '../line-match.ts'
import type { TokenSpan } from '../reading/clean-name.ts'
import { seatOf } from '../reading/filler.ts'
import type { LineReading } from '../reading/reading.ts'
import { variantOf } from '../reading/variants.ts'
import { channelOf, recurrenceOf } from './channel.ts'

/** The answer where a brand of the catalog was recognised. */
export function brandAnswer(
  reading: LineReading,
  best: BestBrand,
  confidence = confidenceOfBrand(reading, best),
): LineMatch {
  const { company } = best.candidate
  const variant = variantOf(company, reading.keys)
  const own =
    variant?.category ??
    company.category ??
    guessTrade(reading, ruledSpan(reading))?.category ??
    null
  const paid = isCashMachine(company, own, reading) ? withdrawal : own
  const category = paidOut(signed(paid, reading, best.candidate), reading, best.candidate)
  return {
    ...noAnswer,
    merchant: company.name,
    merchantId: company.id,
    domain: siteOf(reading, company),
    category,
    mcc: variant === null ? company.mcc : variant.mcc,
    confidence,
    categoryConfidence: category === null ? 0 : confidence * ofCategory,
    counterparties: parties(reading, company.domain),
    location: reading.tail.location,
    channel: channelOf(reading.tokens, category),
    recurrence: recurrenceOf(reading.tokens),
    reasons: best.reasons,
  }
}

/** The words around a doubtful brand may tell better what was bought than the brand does. */
export function inContext(reading: LineReading, best: BestBrand, answer: LineMatch): LineMatch {
  if (answer.categoryConfidence >= sureCategory) return answer
  const guess = guessByModel(reading, best.candidate)
  if (guess === null || guess.probability <= answer.categoryConfidence) return answer
  const { category, probability } = guess
  const mcc = category === answer.category ? answer.mcc : null
  return { ...answer, category, mcc, categoryConfidence: probability }
}

const sureCategory = limit('sureCategory')

const withdrawal = 'TRANSFER_OUT_WITHDRAWAL'

/** A card is used at a bank in a town where its cash machine stands. */
function isCashMachine({ kind }: Company, category: string | null, { tail }: LineReading): boolean {
  return kind === 'bank' && category === accountTransfer && tail.location?.city != null
}

const accountTransfer = 'TRANSFER_OUT_ACCOUNT_TRANSFER'

function ruledSpan({ lead, tail }: LineReading): TokenSpan {
  return { from: lead.start, to: tail.from }
}

/** A brand's category is right a little less often than the brand. */
const ofCategory = limit('categoryOfBrand')

/**
 * A brand's site is the one that is spelled. A brand that lives on another's site lives on that
 * one's sites in other countries, too.
 */
function siteOf(reading: LineReading, company: Company) {
  const { knowledge, country, possible, keys, description } = reading
  const spelled = description.includes('.') ? spelledSite(description, company) : undefined
  if (spelled !== undefined) return spelled
  const where = country ?? onlyOne(possible) ?? seatOf(keys)
  const owner = company.domain === null ? null : knowledge.companyByDomain(company.domain)
  if (owner === null || owner === company || owner.otherDomains.length === 0)
    return homeDomain(company, where)
  const otherDomains = [...company.otherDomains, ...owner.otherDomains]
  return homeDomain({ ...company, otherDomains }, where)
}

/** The place where there is only one: several tell nothing. */
export function onlyOne(possible: string | null): string | null {
  return possible?.includes(';') === true ? null : possible
}

/** Money that a wallet or bank pays in is no transfer out. */
export function signed(
  category: string | null,
  { flow }: LineReading,
  name: TokenSpan,
): string | null {
  if (category === null || !flow.isIncoming(name)) return category
  return incomingCategories.get(category)?.[0] ?? category
}

/**
 * An insurer or a public body pays income, unless it gives back what it was paid. Its bills are so
 * many that a guess of the model's is not enough.
 */
function paidOut(category: string | null, { flow }: LineReading, name: TokenSpan): string | null {
  if (category === null || flow.told(name) !== true) return category
  const [payout, refund] = payoutCategories.get(category) ?? []
  return (flow.isRefund(name) ? refund : null) ?? payout ?? category
}

const incomingCategories = wordsByKey('incoming_categories')
const payoutCategories = wordsByKey('payout_categories')

export function parties(
  { lead }: LineReading,
  merchantDomain: string | null,
): readonly Counterparty[] {
  return lead.processors
    .filter(({ domain }) => domain === null || domain !== merchantDomain)
    .flatMap(counterpartyOf)
}

export const noAnswer: LineMatch = {
  merchant: null,
  merchantId: null,
  domain: null,
  category: null,
  mcc: null,
  confidence: 0,
  categoryConfidence: 0,
  counterparties: [],
  location: null,
  channel: null,
  recurrence: null,
  reasons: [],
}
