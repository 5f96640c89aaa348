import type { Company } from '../../catalog/company-record.ts'
import { parseDomain } from '../../catalog/domain-name.ts'
import { parseAddress } from '../../enrichment/address.ts'
import { sourcesOf, tellSources } from '../../enrichment/answer-sources.ts'
import type { Asker } from '../../enrichment/live/asking.ts'
import { companyOfWebsite, completedBy } from '../../enrichment/live/website-company.ts'
import type { LiveWebsites } from '../../enrichment/live/websites.ts'
import type { LiveWikidata } from '../../enrichment/live/wikidata/wikidata.ts'
import { enrichPerson } from '../../enrichment/person.ts'
import { unreachable } from '../../errors.ts'
import type { LookUp, Sources } from './look-up.ts'
import { companyOf, lookUp } from './look-up.ts'

export interface LiveSources extends Sources {
  /** Each null where it is not asked. */
  readonly websites: LiveWebsites | null
  readonly wikidata: LiveWikidata | null
}

/**
 * A look-up's answer from what is at hand, and how to ask the world for what that lacks. `ask` is
 * null where nothing is to be asked: then the answer is final, and nobody waited for anything. It
 * resolves to the final answer, and never rejects for a website's sake.
 */
export interface AtHand {
  readonly found: object | null
  readonly ask: ((asker: Asker) => Promise<object | null>) | null
}

export async function lookUpAtHand(sources: LiveSources, command: LookUp): Promise<AtHand> {
  const found = await shownLookUp(sources, command)
  const { websites, wikidata } = sources
  const domain = websites && (await domainToAsk(sources, command, found.answer))
  const question = wikidata && wikidataQuestion(command, found)
  if (!domain && !question) return { found: found.answer, ask: null }
  return {
    found: found.answer,
    async ask(asker) {
      const began = performance.now()
      const told = domain ? await askWebsite(sources, { command, domain, asker }) : null
      const known = told?.answer ? told : found
      const patienceMs = asker.patienceMs - (performance.now() - began)
      const rest = { ...asker, patienceMs: Math.max(0, patienceMs) }
      return (await askWikidata(sources, { command, asker: rest, known })) ?? known.answer
    },
  }
}

interface AskedWebsite {
  readonly command: LookUp
  readonly domain: string
  readonly asker: Asker
}

/** Null where the website tells nothing. */
async function askWebsite(
  sources: LiveSources,
  { command, domain, asker }: AskedWebsite,
): Promise<Shown | null> {
  const answer = await sources.websites?.look(domain, asker)
  if (!answer?.facts) return null
  const { facts, url, fetchedAt } = answer
  const site = companyOfWebsite(domain, facts)
  tellSources(site, [{ source: 'website', url, fetched_at: fetchedAt }])
  const company = withKnown(await companyOf(sources, domain), site)
  const catalog = { ...sources.catalog, ...isOn(company) }
  return shownLookUp({ ...sources, catalog }, command)
}

/** This company is on a site in whatever way the catalog is asked for it. */
function isOn(company: Company) {
  return { companyByDomain: () => company, companyOfSite: () => company }
}

function withKnown(known: Company | null, site: Company): Company {
  if (known === null) return site
  return tellSources(completedBy(known, site), [...sourcesOf(known), ...sourcesOf(site)])
}

interface AskedWikidata {
  readonly command: LookUp
  readonly asker: Asker
  readonly known: Shown
}

/** The answer completed; null where there is nothing to ask, or nothing to add. */
async function askWikidata(
  sources: LiveSources,
  { command, asker, known }: AskedWikidata,
): Promise<object | null> {
  const question = sources.wikidata && wikidataQuestion(command, known)
  const answer = question && (await sources.wikidata?.look(question, asker))
  if (!answer?.facts) return null
  const { facts, url, fetchedAt } = answer
  const entity = companyOfWebsite(facts.domain, facts, 'wikidata')
  tellSources(entity, [{ source: 'wikidata', url, fetched_at: fetchedAt }])
  const company = withKnown(known.company, entity)
  const isOfDomain = known.answer !== null && isFoundByDomain(known.answer)
  const matchedBy = 'name' as const
  const catalog = isOfDomain
    ? { ...sources.catalog, ...isOn(company) }
    : { ...sources.catalog, named: () => ({ company, matchedBy }) }
  return (await shownLookUp({ ...sources, catalog }, command)).answer
}

/** A company that is known by name only, or lacks one of its facts. */
function wikidataQuestion(
  command: LookUp,
  { answer, company }: Shown,
): { readonly name: string; readonly domain: string | null } | null {
  if (command.type !== 'EnrichCompany') return null
  if (answer === null || company === null) {
    const domain = command.domain ? parseDomain(command.domain) : null
    return command.name ? { name: command.name, domain } : null
  }
  const { foundedYear, hq, employees, industry } = company
  const isWhole = [foundedYear, hq, employees, industry].every((fact) => fact !== null)
  return isWhole ? null : { name: company.name, domain: company.domain }
}

/** An answer and the company that it tells of, where it is one's. */
interface Shown {
  readonly answer: object | null
  readonly company: Company | null
}

/** The answer, with where it comes from if the caller wants to know. */
async function shownLookUp(sources: LiveSources, command: LookUp): Promise<Shown> {
  const isShown = command.expand?.includes('sources') ?? false
  if (!isShown && sources.wikidata === null) {
    return { answer: await lookUp(sources, command), company: null }
  }
  let company: Company | null = null
  const noted = (used: Company | null): Company | null => {
    if (used) company = used
    return used
  }
  const { catalog, stored } = sources
  const watched = {
    ...sources,
    catalog: {
      ...catalog,
      companyOfSite: (domain: string) => noted(catalog.companyOfSite(domain)),
      companyByDomain: (domain: string) => noted(catalog.companyByDomain(domain)),
      shelvedByDomain: (domain: string) => noted(catalog.shelvedByDomain(domain)),
      named(name: string, country: string | null) {
        const named = catalog.named(name, country)
        noted(named?.company ?? null)
        return named
      },
    },
    stored: {
      ...stored,
      companyByDomain: async (domain: string) => noted(await stored.companyByDomain(domain)),
      companyByName: async (name: string) => noted(await stored.companyByName(name)),
    },
  }
  const answer = await lookUp(watched, command)
  if (answer === null || !isShown) return { answer, company }
  return { answer: { ...answer, sources: company === null ? [] : sourcesOf(company) }, company }
}

function isFoundByDomain(found: object): boolean {
  return 'matched_by' in found && found.matched_by === 'domain'
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
      const isOfDomain = found !== null && isFoundByDomain(found)
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
