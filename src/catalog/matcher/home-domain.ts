import type { Company } from '../company-record.ts'

/** The brand's site in the country of the line, else its main one. Subscriptions have but one. */
export function homeDomain(company: Company, country: string | null): string | null {
  if (company.domain === null || country === null || company.kind === 'subscription') {
    return company.domain
  }
  const ending = country === 'GB' ? 'uk' : country.toLowerCase()
  const label = labelOf(company.domain)
  if (company.domain.endsWith(`.${ending}`)) return company.domain
  const home = company.otherDomains.find(
    (domain) => domain.endsWith(`.${ending}`) && labelOf(domain) === label,
  )
  return home ?? worldwide(company, country) ?? company.domain
}

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
const everywhere = new Set(['ai', 'co', 'fm', 'gg', 'io', 'me', 'to', 'tv'])

function labelOf(domain: string): string {
  return domain.slice(0, domain.indexOf('.'))
}
