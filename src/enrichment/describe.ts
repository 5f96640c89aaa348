import type { Company } from '../catalog/company-record.ts'
import { countryOf } from '../catalog/names/country-of.ts'

/**
 * A sentence that somebody wrote, or else a plain one of the facts; null where there are none. A
 * website that says nothing of its owner is not spoken for.
 */
export function descriptionOf(company: Company): string | null {
  if (company.description !== null || company.kind === 'website') return company.description
  const seat = company.hq ?? nameOfCountry(countryOf(company))
  const facts = [
    company.industry === null ? null : ` in ${trade(company.industry)}`,
    seat === null ? null : ` based in ${seat}`,
    company.foundedYear === null ? null : `, founded in ${company.foundedYear}`,
  ].filter((fact) => fact !== null)
  return facts.length === 0 ? null : `Company${facts.join('')}.`
}

/** "Networked hardware" stands inside the sentence; "IT consulting" keeps its capitals. */
function trade(industry: string): string {
  return /^\p{Lu}\p{Ll}/u.test(industry)
    ? industry.slice(0, 1).toLowerCase() + industry.slice(1)
    : industry
}

const countries = new Intl.DisplayNames('en', { type: 'region' })

function nameOfCountry(code: string | null): string | null {
  return code === null ? null : (countries.of(code) ?? null)
}
