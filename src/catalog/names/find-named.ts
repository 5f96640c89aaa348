import type { Company } from '../company-record.ts'
import { nameKeys } from '../name-key.ts'
import type { NameClaim, NameClaims } from './claims.ts'
import { countryOf } from './country-of.ts'
import type { SiteOwners } from './owner.ts'
import { looseKeys, looseKeysInside, spellingsOf, stemKey } from './readings.ts'

/** A company by its name, and how the name is its. */
export interface Named {
  readonly company: Company
  readonly matchedBy: 'name' | 'former_name' | 'short_name'
}

interface NameSources {
  /** By the key of a spelling as it stands, from memory. */
  readonly exact: (key: string) => Company | null
  readonly claims: NameClaims
  readonly owners: SiteOwners
}

/** A key that more companies than this share is nobody's in particular. */
const claimsMax = 24

/** Longer texts are no names. */
const nameLengthMax = 200

/**
 * With a country, the company of that name there; without one there, the one that people mean. A
 * record of which nothing is known but the name gives way to any other that the name may stand for.
 */
export function findNamed(
  sources: NameSources,
  name: string,
  country: string | null,
): Named | null {
  const spellings = spellingsOf(name.slice(0, nameLengthMax))
  const found = findBearer(sources, spellings, country)
  const company = found && sources.owners.ofBrand(found.company)
  return company === found?.company ? found : company && { company, matchedBy: 'short_name' }
}

function findBearer(
  sources: NameSources,
  spellings: readonly string[],
  country: string | null,
): Named | null {
  const home = country === null ? null : findAtHome(sources, spellings, country)
  if (home !== null) return home
  const exact = findExact(sources, spellings)
  if (exact !== null && exact.company.domain !== null) return exact
  return (
    findLoose(sources, spellings, (company) => !isBare(company)) ??
    findByStem(sources, spellings) ??
    exact ??
    findLoose(sources, spellings, () => true)
  )
}

function isBare({ domain, hq }: Company): boolean {
  return domain === null && hq === null
}

const alternativesMax = 5

/** Others of the name, likeliest first. */
export function findAlternatives(
  claims: NameClaims,
  name: string,
  chosen: Company,
): readonly Company[] {
  const others = new Map<string, Company>()
  for (const key of keysOf(spellingsOf(name.slice(0, nameLengthMax)))) {
    for (const { company } of claims(key, claimsMax)) {
      if (!isOne(company, chosen)) others.set(company.domain ?? company.id, company)
      if (others.size === alternativesMax) return [...others.values()]
    }
  }
  return [...others.values()]
}

function isOne(a: Company, b: Company): boolean {
  return a.id === b.id || (a.domain !== null && a.domain === b.domain)
}

function findAtHome(
  sources: NameSources,
  spellings: readonly string[],
  country: string,
): Named | null {
  for (const key of keysOf(spellings)) {
    const claim = sources
      .claims(key, claimsMax)
      .find(({ company }) => countryOf(company) === country)
    if (claim !== undefined) return namedBy(claim, key)
  }
  return null
}

function findExact(sources: NameSources, spellings: readonly string[]): Named | null {
  for (const spelling of spellings) {
    for (const key of nameKeys(spelling)) {
      const company = sources.exact(key)
      if (company === null) continue
      return key === company.key ? { company, matchedBy: 'name' } : told(sources, company, spelling)
    }
  }
  return null
}

/**
 * A key in memory does not say whose name it was; the claims do. A company of the shelf that bears
 * it as a name of its own comes before one that was called so once.
 */
function told(sources: NameSources, company: Company, spelling: string): Named {
  for (const key of keysOf([spelling])) {
    const claims = sources.claims(key, claimsMax)
    const bearer = claims.find(
      ({ tier, company: one }) =>
        tier === 'also' || (tier === 'own' && one.kind === 'shelf' && isExactly(one, spelling)),
    )
    const claim = bearer ?? claims.find((one) => one.company.id === company.id)
    if (claim !== undefined && !isBare(claim.company)) return namedBy(claim, key)
  }
  return { company, matchedBy: 'name' }
}

function findLoose(
  sources: NameSources,
  spellings: readonly string[],
  fits: (company: Company) => boolean,
): Named | null {
  for (const key of keysOf(spellings)) {
    const claims = sources.claims(key, claimsMax).filter(({ company }) => fits(company))
    const own = claims.filter(
      ({ tier, company }) => tier === 'own' && spellings.some((one) => isExactly(company, one)),
    )
    const likely = [...own, ...claims.filter(({ tier }) => tier === 'also')]
    const claim = likely.find(({ company }) => company.domain !== null) ?? own[0] ?? claims[0]
    if (claim !== undefined) return namedBy(claim, key)
  }
  return null
}

/** "Rose" is Rose before it is Roses, though both have one key. */
function isExactly(company: Company, spelling: string): boolean {
  const keys = nameKeys(company.name)
  return nameKeys(spelling).some((key) => keys.includes(key))
}

/** Only large companies go by their stem; a small one of the same stem is another. */
function findByStem(sources: NameSources, spellings: readonly string[]): Named | null {
  for (const spelling of spellings) {
    const key = stemKey(spelling)
    if (key.length < stemLengthMin) continue
    const claim = sources
      .claims(key, claimsMax)
      .find(({ tier, company }) => tier === 'own' && isLarge(company))
    if (claim !== undefined) return { company: claim.company, matchedBy: 'name' }
  }
  return null
}

const stemLengthMin = 4
const largeSizes = new Set(['1001-5000', '5001-10000', '10001+'])

/** A brand that all know is no proof: "Hinge Health" has nothing to do with Hinge. */
function isLarge({ employees, domain }: Company): boolean {
  return domain !== null && largeSizes.has(employees ?? '')
}

/** Each spelling whole, then without "Group", then without what stands before the name. */
function keysOf(spellings: readonly string[]): readonly string[] {
  const keys = spellings.map(looseKeys)
  const inside = spellings.map(looseKeysInside)
  const all = [
    ...keys.map(({ core }) => core),
    ...inside.map(({ core }) => core),
    ...keys.map(({ short }) => short),
    ...inside.map(({ short }) => short),
  ]
  return [...new Set(all)].filter((key) => key.length > 1)
}

function namedBy({ tier, company }: NameClaim, key: string): Named {
  const own = looseKeys(company.name).core
  if (tier === 'former') return { company, matchedBy: 'former_name' }
  if (tier === 'own' || key === own) return { company, matchedBy: 'name' }
  if (tier === 'short' || isShortOf(key, company.name, own)) {
    return { company, matchedBy: 'short_name' }
  }
  const known = tier === 'also' || key.includes(own)
  return { company, matchedBy: known ? 'name' : 'former_name' }
}

function isShortOf(key: string, name: string, own: string): boolean {
  const initials = name.split(/[\s&-]+/).map((word) => word.slice(0, 1).toLowerCase())
  return own.startsWith(key) || (key.length > 1 && initials.join('').startsWith(key))
}
