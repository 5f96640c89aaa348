import type { Company } from '../../catalog/company-record.ts'
import { parseDomain } from '../../catalog/domain-name.ts'
import { parseAddress } from '../../enrichment/address.ts'
import { sourcesOf, tellSources } from '../../enrichment/answer-sources.ts'
import type { Asker } from '../../enrichment/live/asking.ts'
import { companyOfWebsite, completedBy } from '../../enrichment/live/website-company.ts'
import type { LiveWebsites } from '../../enrichment/live/websites.ts'
import { enrichPerson } from '../../enrichment/person.ts'
import { unreachable } from '../../errors.ts'
import type { LookUp, Sources } from './look-up.ts'
import { companyOf, lookUp } from './look-up.ts'

export interface LiveSources extends Sources {
  /** Null where live look-ups are off. */
  readonly websites: LiveWebsites | null
}

/**
 * A look-up's answer from what is at hand, and how to ask a website for what that lacks. `ask` is
 * null where nothing is to be asked: then the answer is final, and nobody waited for anything. It
 * resolves to the final answer, and never rejects for a website's sake.
 */
export interface AtHand {
  readonly found: object | null
  readonly ask: ((asker: Asker) => Promise<object | null>) | null
}

export async function lookUpAtHand(sources: LiveSources, command: LookUp): Promise<AtHand> {
  const found = await shownLookUp(sources, command)
  const { websites } = sources
  const domain = websites && (await domainToAsk(sources, command, found))
  if (!websites || !domain) return { found, ask: null }
  return {
    found,
    async ask(asker) {
      const answer = await websites.look(domain, asker)
      if (!answer?.facts) return found
      const { facts, url, fetchedAt } = answer
      const site = companyOfWebsite(domain, facts)
      tellSources(site, [{ source: 'website', url, fetched_at: fetchedAt }])
      const company = withKnown(await companyOf(sources, domain), site)
      const catalog = { ...sources.catalog, companyByDomain: () => company }
      return (await shownLookUp({ ...sources, catalog }, command)) ?? found
    },
  }
}

function withKnown(known: Company | null, site: Company): Company {
  if (known === null) return site
  return tellSources(completedBy(known, site), [...sourcesOf(known), ...sourcesOf(site)])
}

/** The answer with where it comes from, if the caller wants to know. */
async function shownLookUp(sources: Sources, command: LookUp): Promise<object | null> {
  if (!command.expand?.includes('sources')) return lookUp(sources, command)
  let used: Company | null = null
  const noted = <T extends Company | null>(company: T): T => {
    if (company) used = company
    return company
  }
  const { catalog, stored } = sources
  const found = await lookUp(
    {
      ...sources,
      catalog: {
        ...catalog,
        companyByDomain: (domain) => noted(catalog.companyByDomain(domain)),
        shelvedByDomain: (domain) => noted(catalog.shelvedByDomain(domain)),
        named(name, country) {
          const named = catalog.named(name, country)
          noted(named?.company ?? null)
          return named
        },
      },
      stored: {
        ...stored,
        companyByDomain: async (domain) => noted(await stored.companyByDomain(domain)),
        companyByName: async (name) => noted(await stored.companyByName(name)),
      },
    },
    command,
  )
  return found && { ...found, sources: used === null ? [] : sourcesOf(used) }
}

/** The domain whose website may tell what was asked for and is not known, or null. */
async function domainToAsk(
  sources: Sources,
  command: LookUp,
  found: object | null,
): Promise<string | null> {
  switch (command.type) {
    case 'EnrichCompany': {
      // A name found something else than the domain, which repeats less: the domain is asked first.
      const isOfDomain = found !== null && 'matched_by' in found && found.matched_by === 'domain'
      return isOfDomain || !command.domain ? null : parseDomain(command.domain)
    }
    case 'EnrichDomain':
    case 'EnrichSocial':
      return found === null ? parseDomain(command.domain) : null
    case 'EnrichPerson':
      return employerToAsk(sources, command.email, found)
    default:
      return unreachable(command)
  }
}

/** The employer is asked for where a person's address has one that nobody knows yet. */
async function employerToAsk(
  { catalog, stored }: Sources,
  email: string,
  found: object | null,
): Promise<string | null> {
  const address = parseAddress(email)
  if (address === null || (found && 'company' in found && found.company !== null)) return null
  const known = enrichPerson({ ...catalog, companyByDomain: () => somebody }, email)
  if (known === null || known.company === null) return null
  return (await stored.isHidden(address)) ? null : address.domain
}

/** Stands for any company: an address that names no person would not have even that. */
const somebody = companyOfWebsite('', {
  name: 'Somebody',
  description: null,
  industry: null,
  foundedYear: null,
  hq: null,
  employees: null,
  social: { twitter: null, linkedin: null, facebook: null, instagram: null, youtube: null },
  icons: [],
  manifest: null,
})
