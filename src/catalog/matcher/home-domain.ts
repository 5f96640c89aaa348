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
  return home ?? company.domain
}

function labelOf(domain: string): string {
  return domain.slice(0, domain.indexOf('.'))
}
