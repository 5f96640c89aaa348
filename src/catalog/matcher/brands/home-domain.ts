import type { Company } from '../../company-record.ts'
import { wordClass, wordPattern } from '../knowledge/tables/word-classes.ts'
import { keyByWord } from '../knowledge/tables/word-pairs.ts'
import { spellsDomain } from './spelled-domain.ts'

const endings = keyByWord('country_endings')

/** The brand's site in the country of the line, else its main one. */
export function homeDomain(company: Company, country: string | null): string | null {
  if (company.domain === null || country === null || hasOneSite(company)) return company.domain
  const ending = endings.get(country) ?? country.toLowerCase()
  const label = labelOf(company.domain)
  if (company.domain.endsWith(`.${ending}`)) return company.domain
  const home = company.otherDomains.find(
    (domain) => domain.endsWith(`.${ending}`) && labelOf(domain) === label,
  )
  return home ?? worldwide(company, country) ?? company.domain
}

/** The site in another country that the line itself spells. */
export function spelledSite(
  description: string,
  { domain, otherDomains }: Company,
): string | undefined {
  if (domain === null) return undefined
  const label = labelOf(domain)
  return otherDomains.find((site) => labelOf(site) === label && spellsDomain(description, site))
}

/**
 * A brand whose site sells nothing has one site for the world; its names in other countries lead
 * there. These sell, and have one site all the same.
 */
function hasOneSite({ domain, category }: Company): boolean {
  if (domain?.endsWith('.com') !== true || delivering.has(domain)) return false
  return oneSite.has(domain) || withoutShop.test(category ?? '')
}

const withoutShop = wordPattern('trades_without_shop')
/** Their pizzas are ordered on the sites of the countries. */
const delivering = wordClass('delivering_sites')
const oneSite = wordClass('single_sites')

/**
 * Where a brand is at home in several countries, the site of one says nothing in another: there its
 * .com does, if it has one. A country where it is not at home is more likely misread.
 */
function worldwide(company: Company, country: string): string | undefined {
  const { domain, otherDomains, countries } = company
  if (domain === null || !countries.includes(country)) return undefined
  const label = labelOf(domain)
  const ending = domain.slice(label.length + 1)
  if (!/^(co\.)?[a-z]{2}$/.test(ending) || everywhere.has(ending)) return undefined
  return otherDomains.find((other) => other === `${label}.com`)
}

/** Country endings that the world uses as it uses .com. */
const everywhere = wordClass('worldwide_endings')

function labelOf(domain: string): string {
  return domain.slice(0, domain.indexOf('.'))
}
