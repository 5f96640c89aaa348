// One line of a statement → who was paid, for what, and how sure that is. Pure and total: any
// text gives an answer.
import { bankAnswer, bankDecides } from './bank-answer.ts'
import { findBankLine } from './bank-lines.ts'
import { bestBrand } from './best-brand.ts'
import { brandAnswer, guess, NOTHING, parties } from './brand-answer.ts'
import { channelOf, recurrenceOf } from './channel.ts'
import { cleanName } from './clean-name.ts'
import { confidenceOfName } from './confidence.ts'
import { homeDomain } from './home-domain.ts'
import type { Knowledge } from './knowledge.ts'
import type { LineMatch } from './line-match.ts'
import { type Reading, read } from './reading.ts'

export type { LineMatch } from './line-match.ts'

/** Below this a brand is more often wrong than right, and the cleaned name is the better answer. */
const BRAND_MIN = 0.4

export function matchLine(
  knowledge: Knowledge,
  description: string,
  amount: number | null,
): LineMatch {
  const reading = read(knowledge, description, amount)
  if (reading.tokens.length === 0) return NOTHING
  const bank = findBankLine(knowledge.bankRules, reading.tokens, reading.keys)
  const best = bestBrand(knowledge, {
    tokens: reading.tokens,
    stretch: { start: reading.lead.start, end: reading.nameEnd },
    description,
    country: reading.country,
    possible: reading.tail.possible ?? reading.lead.country,
    amount,
    processors: reading.lead.processors,
  })
  if (bank !== null && bankDecides(bank, best, reading)) return bankAnswer(reading, bank, best)
  if (best !== null && best.confidence >= BRAND_MIN) return brandAnswer(reading, best)
  return platformAnswer(reading) ?? nameAnswer(reading)
}

/** A shop on a marketplace that is not known itself: the platform is the merchant. */
function platformAnswer(reading: Reading): LineMatch | null {
  const platform = reading.lead.processors.find(
    ({ role }) => role === 'marketplace' || role === 'delivery',
  )
  if (platform === undefined || platform.name === null) return null
  const company =
    platform.domain === null ? null : reading.knowledge.companyByDomain(platform.domain)
  const category = platform.category ?? company?.category ?? null
  return {
    ...NOTHING,
    merchant: company?.name ?? platform.name,
    merchantId: company?.id ?? null,
    domain:
      company === null
        ? platform.domain
        : homeDomain(company, reading.country ?? reading.lead.country),
    category,
    mcc: company?.mcc ?? null,
    confidence: 0.9,
    categoryConfidence: category === null ? 0 : 0.8,
    location: reading.tail.location,
    channel: 'online',
    reasons: ['platform'],
  }
}

function nameAnswer(reading: Reading): LineMatch {
  const { lead, tail, tokens } = reading
  const name = cleanName(tokens, { from: lead.start, to: tail.from })
  const guessed = guess(reading)
  const prior = lead.processors.find((processor) => processor.category !== null)?.category ?? null
  const category = guessed?.category ?? prior
  return {
    ...NOTHING,
    merchant: name,
    category,
    confidence:
      name === null
        ? 0.5
        : confidenceOfName({
            words: tail.from - lead.start,
            hasPlace: tail.location !== null,
            hasCategory: guessed !== null,
            hasProcessor: lead.processors.length > 0,
            stripped: lead.stripped,
          }),
    categoryConfidence: guessed?.probability ?? (prior === null ? 0 : 0.6),
    counterparties: parties(reading, null),
    location: tail.location,
    channel: channelOf(reading.keys, category),
    recurrence: recurrenceOf(reading.keys),
    reasons: [...(name === null ? [] : ['cleaned_name']), ...(guessed === null ? [] : ['words'])],
  }
}
