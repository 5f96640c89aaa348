import type { Company } from '../../company-record.ts'
import { parseDomain } from '../../domain-name.ts'
import { logistic } from '../knowledge/calibration.ts'
import type { Knowledge } from '../knowledge/knowledge.ts'
import { limit } from '../knowledge/limits.ts'
import { isElsewhere, type Processor } from '../knowledge/processors.ts'
import { remembered } from '../knowledge/remembered.ts'
import { liesIn } from '../knowledge/towns.ts'
import type { Token } from '../tokens.ts'
import { anotherCeiling, ceilingOf } from './another-name.ts'
import type { Candidate, Stretch, WordsBeside } from './candidate.ts'
import { findCandidates, findCutOff, findGlued } from './candidates.ts'
import { type Setting, scoreOf } from './score.ts'
import { spellsDomain } from './spelled-domain.ts'
import { isPlain, streetTrades } from './unexplained.ts'

export interface BestBrand {
  readonly candidate: Candidate
  /** The evidence for it, which is compared with that of other brands and of the bank's words. */
  readonly score: number
  /** The same between 0 and 1, below the ceiling. */
  readonly strength: number
  /** Highest confidence that the words beside the brand leave. */
  readonly ceiling: number
  readonly reasons: readonly string[]
}

export interface BrandQuestion {
  readonly tokens: readonly Token[]
  readonly stretch: Stretch
  readonly description: string
  readonly country: string | null
  readonly possible: string | null
  readonly amount: number | null
  readonly processors: readonly Processor[]
}

export function bestBrand(knowledge: Knowledge, question: BrandQuestion): BestBrand | null {
  const { tokens, stretch } = question
  let candidates = findCandidates(knowledge, tokens, stretch)
  if (candidates.length === 0) candidates = findGlued(knowledge, tokens, stretch)
  const owner = spelledDomain(knowledge, question)
  const company = owner === null ? null : (servedBy(owner, candidates) ?? owner)
  const setting: Setting = {
    country: question.country,
    possible: question.possible,
    amount: question.amount,
    domainCompanyId: company?.id ?? null,
  }
  if (company !== null && !candidates.some((other) => other.company.id === company.id)) {
    candidates = [...candidates, domainCandidate(company, stretch)]
  }
  let best = pick(knowledge, question, candidates, setting)
  if (best === null || (best.strength < strong && best.candidate.unexplainedAfter > explained)) {
    const cutOff = pick(knowledge, question, findCutOff(knowledge, tokens, stretch), setting)
    if (cutOff !== null && cutOff.strength > (best?.strength ?? 0)) best = cutOff
  }
  return best
}

/** `UBER EATS PENDING HELP.UBER.COM`: a site serves those who bear its owner's name or share it. */
function servedBy(owner: Company, candidates: readonly Candidate[]): Company | undefined {
  const named = candidates.filter(({ curated }) => curated).map(({ company }) => company)
  return (
    named.find(({ key }) => key.length > owner.key.length && key.startsWith(owner.key)) ??
    named.find(({ domain }) => domain === owner.domain)
  )
}

/** A brand so strong, and that explains so much, needs no cut-off one beside it. */
const strong = limit('strongBrand')
const explained = limit('explainedBrand')

export function ceilingIn(
  knowledge: Knowledge,
  question: BrandQuestion,
  candidate: Candidate,
): number {
  const { company, contradicted } = candidate
  if (contradicted || isElsewhere(question.processors, company.countries)) return anotherCeiling
  // A domain is not weakened by the words around it.
  if (company.domain !== null && spellsDomain(question.description, company.domain)) return 1
  if (isAbroad(question, candidate)) return anotherCeiling
  return ceilingOf(knowledge, question.tokens, question.stretch.end, candidate)
}

/** Shops of one or two countries: in another one, common words are the name of somebody else. */
function isAbroad(
  { country, possible, tokens }: BrandQuestion,
  { company, from, to, letters }: Candidate,
): boolean {
  const { category, countries } = company
  const whole = to - from > 1 && letters === company.key.length
  if (whole) return false
  const here = country ?? possible
  if (here === null || countries.length === 0 || countries.length > homesMax) return false
  if (countries.some((home) => liesIn(here, home)) || !streetTrades.test(category ?? ''))
    return false
  return (to - from === 1 && tokens[from]?.word.brandWord === 'borne') || isPlain(tokens, from, to)
}

const homesMax = limit('fewCountries')

/** More letters explain more of the line, so "Uber Eats" beats "Uber" where both fit. */
const letterWeight = limit('scorePerLetter')

const nothingBeside: WordsBeside = {
  unexplainedBefore: 0,
  unexplainedAfter: 0,
  contradicted: false,
}

function pick(
  knowledge: Knowledge,
  question: BrandQuestion,
  candidates: readonly Candidate[],
  setting: Setting,
): BestBrand | null {
  let best: Candidate | null = null
  let bestScore = 0
  let bestRank = Number.NEGATIVE_INFINITY
  for (const candidate of candidates) {
    const byLetters = candidate.letters * letterWeight
    if (best !== null && scoreOf(candidate, setting, nothingBeside) + byLetters <= bestRank)
      continue
    const score = scoreOf(candidate, setting)
    const order = score + byLetters
    if (order > bestRank) {
      best = candidate
      bestScore = score
      bestRank = order
    }
  }
  if (best === null) return null
  const reasons = [best.curated ? 'alias' : 'name']
  if (best.cutOff) reasons.push('cut_off')
  if (setting.domainCompanyId === best.company.id) reasons.push('domain')
  if (setting.country !== null && best.company.countries.includes(setting.country)) {
    reasons.push('country')
  }
  // Asked of the likeliest only, as it looks at every word.
  const ceiling = ceilingIn(knowledge, question, best)
  // Besides the limit, such a name is less often the brand the weaker the rest speaks for it.
  const score =
    ceiling === anotherCeiling && !best.contradicted ? bestScore - anotherWeight : bestScore
  return {
    candidate: best,
    score,
    strength: Math.min(ceiling, logistic(score)),
    ceiling,
    reasons,
  }
}

const anotherWeight = limit('scoreAnotherName')

/** Lines spell few domains, and parsing one is dear. */
const domainOf = remembered(parseDomain)

/**
 * `HELP.UBER.COM`: at most two are looked at, and processors' own are not the merchant's, nor is
 * the provider of an address.
 */
function spelledDomain(knowledge: Knowledge, { description, processors, tokens }: BrandQuestion) {
  if (!description.includes('.')) return null
  const text = description.length > 400 ? description.slice(0, 400) : description
  const spelled = text.match(/(?<![\p{L}\p{N}@.-])[\p{L}\p{N}-]{2,}(?:\.[\p{L}\p{N}-]{2,})+/gu)
  for (const word of spelled?.slice(0, 2) ?? []) {
    const domain = domainOf(word.toLowerCase())
    const company = domain === null ? null : knowledge.companyByDomain(domain)
    if (domain === null || company === null || isSecondHalf(knowledge, tokens, domain)) continue
    const carries = processors.some(({ domain: own, role }) => {
      // A marketplace's own site behind it says that no shop of it is named.
      return role !== 'marketplace' && (own === domain || own === company.domain)
    })
    if (!carries) return company
  }
  return null
}

/** "JUST EAT.CO.UK" spells no eat.co.uk: the word before the domain belongs to the name. */
function isSecondHalf(knowledge: Knowledge, tokens: readonly Token[], domain: string): boolean {
  const label = domain.slice(0, domain.indexOf('.'))
  return tokens.some((token, at) => {
    const before = tokens[at - 1]
    if (token.key !== label || tokens[at + 1]?.before !== '.') return false
    if (before === undefined || token.before !== ' ') return false
    return knowledge.lineIndex.claims.has(before.key + label)
  })
}

function domainCandidate(company: Company, stretch: Stretch): Candidate {
  return {
    company,
    from: stretch.start,
    start: stretch.start,
    to: stretch.start + 1,
    letters: company.domain?.length ?? 4,
    generic: false,
    curated: false,
    cutOff: false,
    unexplainedBefore: 0,
    unexplainedAfter: 0,
    contradicted: false,
  }
}
