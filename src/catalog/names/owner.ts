import type { Companies } from '../companies.ts'
import type { Company } from '../company-record.ts'
import type { CompanyRows } from '../company-rows.ts'
import { labelOf } from '../domain-name.ts'
import { companyWords } from './company-words.ts'

/**
 * The company behind a brand of which no facts are known: that of "Coca-Cola" on coca-cola.com is
 * The Coca-Cola Company, which lists the site among its own. Zara stays Zara, although Inditex
 * lists its site, for people who ask for the one do not mean the other.
 */
export interface SiteOwners {
  readonly ofBrand: (brand: Company) => Company
  /** The site of "Facebook Marketplace" is that of all Facebook. */
  readonly ofSite: (brand: Company, domain: string) => Company
}

/** `groupSites`: of companies whose record has the site that bank lines mean, that of a country. */
export function openOwners(
  companies: Companies,
  rows: CompanyRows,
  groupSites: ReadonlyMap<string, string>,
): SiteOwners {
  const owners = indexOwners(rows)
  const ownerOf = (brand: Company): Company | null => {
    if (hasFacts(brand)) return null
    return companies.at(owners.get(brand.domain ?? '') ?? -1) ?? null
  }
  const onGroupSite = (company: Company): Company => {
    const site = hasFacts(company) ? groupSites.get(company.domain ?? '') : undefined
    return site === undefined ? company : { ...company, domain: site }
  }
  return {
    ofBrand(brand) {
      const owner = ownerOf(brand)
      return onGroupSite(owner && isBehind(owner, brand) ? owner : brand)
    },
    ofSite(brand, domain) {
      const owner = ownerOf(brand)
      if (owner === null) return onGroupSite(brand)
      const label = labelOf(domain)
      const isPart = brand.key !== label && brand.key.startsWith(label)
      const isNamesake = owner.key.startsWith(label)
      return onGroupSite(isPart || isNamesake || isBehind(owner, brand) ? owner : brand)
    },
  }
}

function hasFacts({ foundedYear, hq }: { foundedYear: unknown; hq: unknown }): boolean {
  return foundedYear !== null || hq !== null
}

/** The company of a site is the record with facts, where two records are on it. */
function isBehind(owner: Company, brand: Company): boolean {
  return owner.domain === brand.domain || owner.key.startsWith(brand.key)
}

/** The first company with facts on each site that a brand without them has. */
function indexOwners(rows: CompanyRows): ReadonlyMap<string, number> {
  const known: number[] = []
  const wanted = new Set<string | null>()
  for (let position = 0; position < rows.length; position += 1) {
    const row = rows.at(position)
    if (hasFacts(row)) known.push(position)
    else wanted.add(row.domain)
  }
  const owners = new Map<string, number>()
  const put = (domain: string | null, position: number) => {
    if (domain !== null && wanted.has(domain) && !owners.has(domain)) owners.set(domain, position)
  }
  for (const position of known) put(rows.at(position).domain, position)
  for (const position of known) {
    for (const domain of rows.at(position).otherDomains) put(domain, position)
  }
  return owners
}

const prefixes = companyWords('site_prefixes')

/** "group.accor.com" is a part of the site of Accor. */
export function withoutSitePrefix(domain: string): string | null {
  const [prefix = '', ...rest] = domain.split('.')
  return rest.length > 1 && prefixes.has(prefix) ? rest.join('.') : null
}
