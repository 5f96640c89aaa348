import type { SiteIndex } from '../company-index.ts'
import type { Company } from '../company-record.ts'
import type { CompanyTable } from '../company-table.ts'
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
  companies: CompanyTable,
  { holders }: SiteIndex,
  groupSites: ReadonlyMap<string, string>,
): SiteOwners {
  const ownerOf = (brand: Company): Company | null => {
    if (hasFacts(brand)) return null
    const known = holders.get(brand.domain ?? '')?.map((position) => companies.at(position))
    return known?.find((one) => one !== undefined && hasFacts(one)) ?? null
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

function hasFacts({ foundedYear, hq }: Company): boolean {
  return foundedYear !== null || hq !== null
}

/** The company of a site is the record with facts, where two records are on it. */
function isBehind(owner: Company, brand: Company): boolean {
  return owner.domain === brand.domain || owner.key.startsWith(brand.key)
}

const prefixes = companyWords('site_prefixes')

/** "group.accor.com" is a part of the site of Accor. */
export function withoutSitePrefix(domain: string): string | null {
  const [prefix = '', ...rest] = domain.split('.')
  return rest.length > 1 && prefixes.has(prefix) ? rest.join('.') : null
}
