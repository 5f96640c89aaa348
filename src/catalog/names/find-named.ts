import type { Company } from '../company-record.ts'
import { nameKeys, nameWords } from '../name-key.ts'
import type { NameClaim, NameClaims, Named } from './claims.ts'
import { countryOf } from './country-of.ts'
import { findByStem, findByTwoNames, isLarge } from './last-resort.ts'
import type { SiteOwners } from './owner.ts'
import { countriesOfForm, countryIn, looseKeys, looseKeysInside, spellingsOf } from './readings.ts'

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
  const found = findBearer(sources, spellings, country ?? countryIn(name))
  const company = found && sources.owners.ofBrand(found.company)
  if (found === null || company === null) return null
  return { company, matchedBy: company.id === found.company.id ? found.matchedBy : 'short_name' }
}

/**
 * A record without a site says less than another of the name, or than the large company whose name
 * and trade a register wrote down.
 */
function findBearer(
  sources: NameSources,
  spellings: readonly string[],
  country: string | null,
): Named | null {
  const home = country === null ? null : findAtHome(sources, spellings, country)
  if (home !== null) return home
  const exact = findExact(sources, spellings)
  if (exact !== null && exact.company.domain !== null) {
    return findByForm(sources, spellings, exact.company) ?? fuller(sources, spellings, exact)
  }
  const whole = findLoose(sources, wholeKeysOf(spellings), spellings, hasSite)
  if (whole !== null) return whole
  const loose = findLoose(sources, keysOf(spellings), spellings, (company) => !isBare(company))
  if (loose !== null && hasSite(loose.company)) return loose
  return (
    findByStem(sources.claims, spellings) ??
    findByTwoNames(sources.claims, spellings) ??
    loose ??
    exact ??
    findLoose(sources, keysOf(spellings), spellings, () => true)
  )
}

function isBare({ domain, hq }: Company): boolean {
  return domain === null && hq === null
}

function hasSite({ domain }: Company): boolean {
  return domain !== null
}

/** "Prudential plc" is the one of Britain, as its form tells, and not that of America. */
function findByForm(
  sources: NameSources,
  spellings: readonly string[],
  exact: Company,
): Named | null {
  const countries = countriesOfForm(spellings[0] ?? '')
  const seat = countryOf(exact)
  if (countries.length === 0 || seat === null || countries.includes(seat)) return null
  for (const key of wholeKeysOf(spellings)) {
    const claim = sources
      .claims(key, claimsMax)
      .find(
        ({ tier, company }) =>
          (tier === 'own' || tier === 'also') &&
          isLarge(company) &&
          countries.includes(countryOf(company) ?? ''),
      )
    if (claim !== undefined) return namedBy(claim, key)
  }
  return null
}

/** "Generali" is the group before it is the daughter of one country of which nothing is known. */
function fuller(sources: NameSources, spellings: readonly string[], exact: Named): Named {
  const { company } = exact
  if (company.foundedYear !== null || company.hq !== null) return exact
  for (const key of wholeKeysOf(spellings)) {
    const claim = sources
      .claims(key, claimsMax)
      .find(({ tier, company: one }) => (tier === 'own' || tier === 'also') && isLarge(one))
    if (claim !== undefined) return namedBy(claim, key)
  }
  return exact
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
      if (company === null || isRunTogether(company, spelling, key)) continue
      return key === company.key ? { company, matchedBy: 'name' } : told(sources, company, spelling)
    }
  }
  return null
}

/** "Carrefour S.A." is not CarrefourSA: its last word is a form and no part of the name. */
function isRunTogether(company: Company, spelling: string, key: string): boolean {
  const words = nameWords(spelling)
  return (
    key === company.key &&
    nameKeys(spelling).length > 1 &&
    words.join('').endsWith(key) &&
    nameWords(company.name).at(-1) !== words.at(-1)
  )
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
  keys: readonly string[],
  spellings: readonly string[],
  fits: (company: Company) => boolean,
): Named | null {
  for (const key of keys) {
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

/** Each spelling whole, then without "Group", then without what stands before the name. */
function keysOf(spellings: readonly string[]): readonly string[] {
  const short = [...spellings.map(looseKeys), ...spellings.map(looseKeysInside)]
  return distinct([...wholeKeysOf(spellings), ...short.map((keys) => keys.short)])
}

function wholeKeysOf(spellings: readonly string[]): readonly string[] {
  const whole = [...spellings.map(looseKeys), ...spellings.map(looseKeysInside)]
  return distinct(whole.map(({ core }) => core))
}

function distinct(keys: readonly string[]): readonly string[] {
  return [...new Set(keys)].filter((key) => key.length > 1)
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
