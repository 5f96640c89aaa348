import { limit } from '../knowledge/limits.ts'
import { wordClass } from '../knowledge/tables/word-classes.ts'
import { liesIn } from '../knowledge/towns.ts'
import type { Candidate, WordsBeside } from './candidate.ts'

/**
 * The evidence for and against a brand, weighed by hand, to choose among the brands of a line. How
 * probable the chosen one is, `confidence.ts` computes with weights that the build fits.
 */
export interface Setting {
  /** Where the line shows it was paid, or null. */
  readonly country: string | null
  /** All places that a town with namesakes may be. */
  readonly possible: string | null
  readonly amount: number | null
  /** Company of a domain that the line spells out. */
  readonly domainCompanyId: string | null
}

const scoreStart = limit('scoreStart')
const scorePerRank = limit('scorePerRank')
const scoreCurated = limit('scoreCurated')
const scoreLongWords = limit('scoreLongWords')
const scoreLong = limit('scoreLong')
const scoreShort = limit('scoreShort')
const scoreCutOffMost = limit('scoreCutOffMost')
const scoreCutOffLetters = limit('scoreCutOffLetters')
const scoreCutOffPerLetter = limit('scoreCutOffPerLetter')
const scoreOperator = limit('scoreOperator')
const scoreOnline = limit('scoreOnline')
const scoreCompany = limit('scoreCompany')
const scoreContradicted = limit('scoreContradicted')
const scoreSpelled = limit('scoreSpelled')
const scoreImplausible = limit('scoreImplausible')
const longName = limit('longName')

/**
 * Words beside a brand can only weaken it: with nothing beside it, its score is the highest that it
 * may have.
 */
export function scoreOf(
  candidate: Candidate,
  setting: Setting,
  beside: WordsBeside = candidate,
): number {
  const { company, curated } = candidate
  const words = candidate.to - candidate.from
  let z = scoreStart + scorePerRank * company.rank
  if (curated) z += scoreCurated
  if (words > 1 && candidate.letters >= longName) z += scoreLongWords
  if (candidate.letters >= longName) z += scoreLong
  if (candidate.letters < 4 && !curated) z -= scoreShort
  if (candidate.cutOff)
    z += Math.min(scoreCutOffMost, (candidate.letters - scoreCutOffLetters) * scoreCutOffPerLetter)
  if (company.kind === 'operator' || company.kind === 'transit') z -= scoreOperator
  if (company.kind === 'online' && !curated) z -= scoreOnline
  if (company.kind === 'company' && !curated) z -= scoreCompany
  if (beside.contradicted) z -= scoreContradicted
  z -= against(candidate, beside)
  z += agreement(candidate, setting)
  if (setting.domainCompanyId === company.id) z += scoreSpelled
  if (setting.amount !== null && isImplausible(company.category, setting.amount))
    z -= scoreImplausible
  return z
}

const restOfSeveral = limit('restPerWordOfSeveral')
const restBefore = limit('restPerWordBefore')
const genericAlone = limit('scoreGeneric')
const genericRest = limit('genericRest')
const genericSingle = limit('scoreGenericSingle')
const genericSeveral = limit('scoreGenericSeveral')
const genericPerRest = limit('scoreGenericPerRest')

function against(candidate: Candidate, beside: WordsBeside): number {
  const { unexplainedAfter, unexplainedBefore } = beside
  const { generic } = candidate
  const single = candidate.to - candidate.from === 1
  const perWord = single ? wordWeight(candidate) : restOfSeveral
  let against = misplaced(candidate) + unexplainedBefore * restBefore + unexplainedAfter * perWord
  if (generic) {
    against += genericAlone
    if (unexplainedAfter >= genericRest || unexplainedBefore >= genericRest)
      against += single ? genericSingle : genericSeveral
    else against += (unexplainedAfter + unexplainedBefore) * genericPerRest
  }
  return against
}

const misplacedLong = limit('scoreMisplacedLong')
const misplacedShort = limit('scoreMisplacedShort')

/** A brand behind other words is one only where its own are many or long: "Le Port Royal". */
function misplaced({ from, start, to, letters }: Candidate): number {
  if (from <= start) return 0
  return to - from > 1 || letters >= longName ? misplacedLong : misplacedShort
}

const restGeneric = limit('restPerWordOfGeneric')
const restLong = limit('restPerWordOfLong')
const restMiddling = limit('restPerWordOfMiddling')
const restShort = limit('restPerWordOfShort')
const restWellKnown = limit('restShareOfWellKnown')
const middlingName = limit('middlingName')
const wellKnownRank = limit('wellKnownRank')

/** A long and famous name is rarely a part of another's; a short one often is. */
function wordWeight({ company, generic, letters }: Candidate): number {
  if (generic) return restGeneric
  const byLength =
    letters >= longName ? restLong : letters >= middlingName ? restMiddling : restShort
  return company.rank >= wellKnownRank ? byLength * restWellKnown : byLength
}

const here = limit('scoreHere')
const likelyHere = limit('scoreLikelyHere')
const perhapsHere = limit('scorePerhapsHere')
const perhapsElsewhere = limit('scorePerhapsElsewhere')
const elsewhere = limit('scoreElsewhere')
const elsewhereKnown = limit('scoreElsewhereKnown')
const famousRank = limit('famousRank')

function agreement({ company, curated }: Candidate, setting: Setting): number {
  const { country, possible } = setting
  if (company.countries.length === 0) return country === null ? worldwide : 0
  if (country === null) {
    if (possible === null) return breadth(company)
    // The largest of namesakes is oftener meant.
    if (company.countries.includes(possible.slice(0, 2))) return likelyHere
    return company.countries.some((code) => liesIn(possible, code)) ? perhapsHere : perhapsElsewhere
  }
  if (company.countries.includes(country)) return here
  return (curated || company.rank >= famousRank ? elsewhereKnown : elsewhere) + breadth(company)
}

/** More than `breadth` gives a country's own record. */
const worldwide = limit('scoreWorldwide')

const breadthMost = limit('scoreBreadthMost')
const breadthPerCountry = limit('scoreBreadthPerCountry')
const breadthSite = limit('scoreBreadthSite')

/** With no country told, the brand's main record is likelier meant than a country's own. */
function breadth({ countries, domain }: Candidate['company']): number {
  return (
    Math.min(breadthMost, countries.length * breadthPerCountry) +
    (domain?.endsWith('.com') ? breadthSite : 0)
  )
}

const largeForCoffee = limit('largeForCoffee')
const largeForDinner = limit('largeForDinner')

const coffeeTrades = wordClass('coffee_trades')
const dinnerTrades = wordClass('dinner_trades')

/** Nobody pays thousands for coffee; such a line is more often another business of that name. */
function isImplausible(category: string | null, amount: number): boolean {
  const size = Math.abs(amount)
  if (coffeeTrades.has(category ?? '')) {
    return size > largeForCoffee
  }
  return dinnerTrades.has(category ?? '') && size > largeForDinner
}

/** One amount for all that no rule tells apart: lines that differ in no more have one answer. */
export function amountLike(amount: number | null): number | null {
  if (amount === null) return null
  const size = Math.abs(amount)
  const like =
    size > largeForDinner ? largeForDinner + 1 : size > largeForCoffee ? largeForCoffee + 1 : 1
  return amount > 0 ? like : -like
}
