import { homeDomain } from '../brands/home-domain.ts'
import { limit } from '../knowledge/limits.ts'
import type { LineMatch } from '../line-match.ts'
import type { LineReading } from '../reading/reading.ts'
import { noAnswer, onlyOne } from './brand-answer.ts'

const certain = limit('platform')
const ofCategory = limit('platformCategory')

/** The answer where a marketplace's shop is not known itself: the platform is the merchant. */
export function platformAnswer(reading: LineReading): LineMatch | null {
  const platform = reading.lead.processors.find(
    ({ role }) => role === 'marketplace' || role === 'delivery',
  )
  if (platform === undefined || platform.name === null) return null
  const company =
    platform.domain === null ? null : reading.knowledge.companyByDomain(platform.domain)
  const category = platform.category ?? company?.category ?? null
  return {
    ...noAnswer,
    merchant: company?.name ?? platform.name,
    merchantId: company?.id ?? null,
    domain:
      company === null
        ? platform.domain
        : homeDomain(company, reading.country ?? onlyOne(reading.possible)),
    category,
    mcc: company?.mcc ?? null,
    confidence: certain,
    categoryConfidence: category === null ? 0 : ofCategory,
    location: reading.tail.location,
    channel: 'online',
    reasons: ['platform'],
  }
}
