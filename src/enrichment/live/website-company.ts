import type { Company } from '../../catalog/company-record.ts'
import { nameKeys } from '../../catalog/name-key.ts'
import type { WebsiteFacts } from './website.ts'

/** The company as a public source tells of it; a website under the domain that was asked for. */
export function companyOfWebsite(
  domain: string | null,
  facts: WebsiteFacts,
  kind: 'website' | 'wikidata' = 'website',
): Company {
  return {
    id: `${kind}_${domain ?? facts.name}`,
    name: facts.name,
    key: nameKeys(facts.name)[0] ?? '',
    domain,
    otherDomains: [],
    category: null,
    mcc: null,
    countries: [],
    kind,
    rank: 0,
    industry: facts.industry,
    foundedYear: facts.foundedYear,
    hq: facts.hq,
    employees: facts.employees,
    description: facts.description,
    social: facts.social,
    icon: null,
  }
}

/** A known company with the facts that only another source tells. */
export function completedBy(known: Company, other: Company): Company {
  const { social } = known
  return {
    ...known,
    industry: known.industry ?? other.industry,
    foundedYear: known.foundedYear ?? other.foundedYear,
    hq: known.hq ?? other.hq,
    employees: known.employees ?? other.employees,
    description: known.description ?? other.description,
    social: {
      twitter: social.twitter ?? other.social.twitter,
      linkedin: social.linkedin ?? other.social.linkedin,
      facebook: social.facebook ?? other.social.facebook,
      instagram: social.instagram ?? other.social.instagram,
      youtube: social.youtube ?? other.social.youtube,
    },
  }
}
