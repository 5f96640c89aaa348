import type { Company } from '../company-record.ts'
import { labelOf } from '../domain-name.ts'

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

export function openOwners(companies: readonly Company[]): SiteOwners {
  let owners: ReadonlyMap<string, Company> | null = null
  const ownerOf = (brand: Company): Company | null => {
    if (hasFacts(brand) || brand.domain === null) return null
    owners ??= indexOwners(companies)
    return owners.get(brand.domain) ?? null
  }
  return {
    ofBrand(brand) {
      const owner = ownerOf(brand)
      return owner?.key.startsWith(brand.key) ? owner : brand
    },
    ofSite(brand, domain) {
      const owner = ownerOf(brand)
      if (owner === null) return brand
      const label = labelOf(domain)
      const isPart = brand.key !== label && brand.key.startsWith(label)
      const isNamesake = [label, brand.key].some((name) => owner.key.startsWith(name))
      return isPart || isNamesake ? owner : brand
    },
  }
}

function hasFacts({ foundedYear, hq }: Company): boolean {
  return foundedYear !== null || hq !== null
}

/** Made when the first brand without facts is asked for. */
function indexOwners(companies: readonly Company[]): ReadonlyMap<string, Company> {
  const owners = new Map<string, Company>()
  for (const company of companies.filter(hasFacts)) {
    for (const domain of company.otherDomains) {
      if (!owners.has(domain)) owners.set(domain, company)
    }
  }
  return owners
}
