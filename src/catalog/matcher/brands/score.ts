import type { Candidate } from './candidates.ts'

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
  /** Asked of the likeliest candidate only, as it looks at every word. */
  readonly ceilingOf: (candidate: Candidate) => number
}

export function scoreOf(candidate: Candidate, setting: Setting): number {
  const { company, curated } = candidate
  const words = candidate.to - candidate.from
  let z = 0.9 + 0.3 * company.rank
  if (curated) z += 1
  if (words > 1 && candidate.letters >= 8) z += 0.8
  if (candidate.letters >= 8) z += 0.4
  if (candidate.letters < 4 && !curated) z -= 1
  if (candidate.cutOff) z += Math.min(0.5, (candidate.letters - 12) * 0.2)
  if (company.kind === 'operator' || company.kind === 'transit') z -= 1.2
  if (company.kind === 'online' && !curated) z -= 0.8
  if (company.kind === 'company' && !curated) z -= 0.4
  if (candidate.contradicted) z -= 4.5
  z -= against(candidate)
  z += agreement(candidate, setting)
  if (setting.domainCompanyId === company.id) z += 3
  if (setting.amount !== null && isImplausible(company.category, setting.amount)) z -= 2
  return z
}

function against(candidate: Candidate): number {
  const { generic, unexplainedAfter, unexplainedBefore } = candidate
  const single = candidate.to - candidate.from === 1
  const perWord = single ? wordWeight(candidate) : 0.6
  let against = misplaced(candidate) + unexplainedBefore * 2 + unexplainedAfter * perWord
  if (generic) {
    against += 0.8
    if (unexplainedAfter >= 0.9 || unexplainedBefore >= 0.9) against += single ? 3.5 : 2
    else against += (unexplainedAfter + unexplainedBefore) * 2
  }
  return against
}

/** A brand behind other words is one only where its own are many or long: "Le Port Royal". */
function misplaced({ from, start, to, letters }: Candidate): number {
  if (from <= start) return 0
  return to - from > 1 || letters >= 8 ? 1.5 : 3.5
}

/** A long and famous name is rarely a part of another's; a short one often is. */
function wordWeight({ company, generic, letters }: Candidate): number {
  if (generic) return 1.2
  const byLength = letters >= 8 ? 0.6 : letters >= 6 ? 0.8 : 1.1
  return company.rank >= 6 ? byLength * 0.8 : byLength
}

function agreement({ company, curated }: Candidate, setting: Setting): number {
  const { country, possible } = setting
  if (company.countries.length === 0) return country === null ? worldwide : 0
  if (country === null) {
    if (possible === null) return breadth(company)
    return company.countries.some((code) => possible.includes(code)) ? 0.5 : -0.4
  }
  if (company.countries.includes(country)) return 0.7
  return (curated || company.rank >= 8 ? -1 : -2.5) + breadth(company)
}

/** More than `breadth` gives a country's own record. */
const worldwide = 0.65

/** With no country told, the brand's main record is likelier meant than a country's own. */
function breadth({ countries, domain }: Candidate['company']): number {
  return Math.min(0.2, countries.length * 0.03) + (domain?.endsWith('.com') ? 0.4 : 0)
}

const largeForCoffee = 1500
const largeForDinner = 10_000

/** Nobody pays thousands for coffee; such a line is more often another business of that name. */
function isImplausible(category: string | null, amount: number): boolean {
  const size = Math.abs(amount)
  if (category === 'FOOD_AND_DRINK_COFFEE' || category === 'FOOD_AND_DRINK_FAST_FOOD') {
    return size > largeForCoffee
  }
  return category === 'FOOD_AND_DRINK_RESTAURANT' && size > largeForDinner
}

/** One amount for all that no rule tells apart: lines that differ in no more have one answer. */
export function amountLike(amount: number | null): number | null {
  if (amount === null) return null
  const size = Math.abs(amount)
  const like = size > largeForDinner ? largeForDinner + 1 : size > largeForCoffee ? 1501 : 1
  return amount > 0 ? like : -like
}
