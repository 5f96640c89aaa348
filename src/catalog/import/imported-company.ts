import { labelOf, parseDomain } from '../domain-name.ts'
import { nameKeys } from '../name-key.ts'
import { companyWords } from '../names/company-words.ts'

/** A company of a bulk source, as the import stores it. */
export interface ImportedCompany {
  readonly name: string
  /** Folded, without legal forms: what a look-up by name asks for. */
  readonly nameKey: string
  readonly domain: string | null
  readonly industry: string | null
  readonly foundedYear: number | null
  readonly hq: string | null
  readonly employees: string | null
  readonly description: string | null
  readonly twitter: string | null
  readonly linkedin: string | null
  readonly facebook: string | null
  readonly instagram: string | null
  readonly youtube: string | null
}

/** Null where the source's entry is of no use, a text where it is broken. */
export type ImportReading = ImportedCompany | { readonly fault: string } | null

/** Longer names are none, and an index has no room for them. */
export const nameLengthMax = 200

export function keyOfName(name: string): string {
  return nameKeys(name.slice(0, nameLengthMax)).at(-1) ?? ''
}

/** Texts of bulk files are of any length; an answer has room for this much. */
export function shortened(text: string | undefined, lengthMax: number): string | null {
  const trimmed = text?.trim() ?? ''
  return trimmed === '' || trimmed.length > lengthMax ? null : trimmed
}

const buckets: readonly (readonly [max: number, range: string])[] = [
  [10, '1-10'],
  [50, '11-50'],
  [200, '51-200'],
  [500, '201-500'],
  [1000, '501-1000'],
  [5000, '1001-5000'],
  [10_000, '5001-10000'],
  [Number.POSITIVE_INFINITY, '10001+'],
]

export function rangeOf(employees: number): string | null {
  if (!Number.isFinite(employees) || employees < 1) return null
  return buckets.find(([max]) => employees <= max)?.[1] ?? null
}

/** The source writes "1 - 10", "10001+"; another division than ours says nothing to us. */
export function knownRange(text: string): string | null {
  const plain = text.replaceAll(' ', '')
  return buckets.find(([, range]) => range === plain)?.[1] ?? null
}

const yearMin = 1000
const yearMax = 2100

export function yearOf(text: string | undefined): number | null {
  const year = Number(/^[+]?(\d{4})/.exec(text ?? '')?.[1])
  return year >= yearMin && year <= yearMax ? year : null
}

/** Sites where many have a page: such a page is not its owner's domain. */
const sharedDomains = companyWords('shared_sites')

export function siteOf(website: string, nameKey: string): string | null {
  const domain = website === '' ? null : parseDomain(website)
  return domain !== null && sharedDomains.has(domain) && labelOf(domain) !== nameKey ? null : domain
}

/**
 * Which of several companies under one name or domain is meant: the one that the domain is named
 * after, then the largest, then the one of which most is known.
 */
export function weightOf(company: ImportedCompany): number {
  const named = company.domain !== null && labelOf(company.domain) === company.nameKey
  const size = buckets.findIndex(([, range]) => range === company.employees) + 1
  const facts = [company.domain, company.foundedYear, company.hq, company.industry]
  const known = facts.filter((fact) => fact !== null).length + (company.description ? 1 : 0)
  return (named ? 100 : 0) + size * 10 + known
}
