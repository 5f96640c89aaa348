import type { Catalog, Company } from '../../catalog/catalog.ts'
import { parseDomain } from '../../catalog/domain-name.ts'
import type { Named } from '../../catalog/names/claims.ts'
import { withoutSitePrefix } from '../../catalog/names/owner.ts'
import { parseAddress } from '../../enrichment/address.ts'
import type { Companies, CompanyQuery } from '../../enrichment/company.ts'
import { enrichCompany } from '../../enrichment/company.ts'
import { enrichDomain } from '../../enrichment/domain.ts'
import { enrichPerson } from '../../enrichment/person.ts'
import { enrichSocial } from '../../enrichment/social.ts'
import { unreachable } from '../../errors.ts'
import type { CommandOf } from '../../messages/commands.ts'
import type { StoredKnowledge } from './stored-knowledge.ts'

/** The question of a command, or of a row of a job. */
export type LookUp =
  | Pick<CommandOf<'EnrichCompany'>, 'type' | 'name' | 'domain' | 'country' | 'expand'>
  | Pick<CommandOf<'EnrichDomain'>, 'type' | 'domain' | 'expand'>
  | Pick<CommandOf<'EnrichSocial'>, 'type' | 'domain' | 'expand'>
  | Pick<CommandOf<'EnrichPerson'>, 'type' | 'email' | 'expand'>

export interface Sources {
  readonly catalog: Catalog
  readonly stored: StoredKnowledge
  readonly baseUrl: string
}

/** The built-in catalog answers first; only what it does not know is looked for in Postgres. */
export async function lookUp(sources: Sources, command: LookUp): Promise<object | null> {
  switch (command.type) {
    case 'EnrichCompany':
      return enrichCompany(await companiesOf(sources, command), command, sources)
    case 'EnrichDomain':
      return enrichDomain(await companiesOf(sources, command), command.domain, sources)
    case 'EnrichSocial':
      return socialOf(sources, command.domain)
    case 'EnrichPerson':
      return personOf(sources, command.email)
    default:
      return unreachable(command)
  }
}

/** Companies under these keys, of every source. A domain that any knows outweighs the name. */
async function companiesOf(
  sources: Sources,
  { domain, name, country }: CompanyQuery,
): Promise<Companies> {
  const site = domain ? parseDomain(domain) : null
  const known = site === null ? null : await companyOf(sources, site)
  const named = known === null && name ? await namedOf(sources, name, country ?? null) : null
  const { alternativesTo } = sources.catalog
  return { companyByDomain: () => known, named: () => named, alternativesTo }
}

/** The nearest knowledge first: memory, then the disk, then Postgres. */
export async function companyOf(
  { catalog, stored }: Sources,
  site: string,
): Promise<Company | null> {
  const main = withoutSitePrefix(site)
  const sites = main === null ? [site] : [site, main]
  for (const one of sites) {
    const known = catalog.companyOfSite(one) ?? catalog.shelvedByDomain(one)
    if (known !== null) return known
  }
  return stored.companyByDomain(site)
}

/** A register's entry without a website says less than an imported company of the name. */
async function namedOf(
  { catalog, stored }: Sources,
  name: string,
  country: string | null,
): Promise<Named | null> {
  const named = catalog.named(name, country)
  if (named !== null && (named.company.kind !== 'shelf' || named.company.domain)) return named
  const company = await stored.companyByName(name)
  return company === null ? named : { company, matchedBy: 'name' }
}

/** A company may be known and none of its accounts. */
async function socialOf(sources: Sources, domain: string): Promise<object | null> {
  const { catalog, stored } = sources
  const site = parseDomain(domain)
  if (site === null) return null
  const known = enrichSocial({ companyByDomain: () => catalog.companyByDomain(site) }, domain)
  const shelved = () => enrichSocial({ companyByDomain: catalog.shelvedByDomain }, domain)
  const found = known ?? shelved()
  if (found !== null) return found
  const imported = await stored.companyByDomain(site)
  return enrichSocial({ companyByDomain: () => imported }, domain)
}

/** A person who opted out is answered for like somebody unknown. */
async function personOf(sources: Sources, email: string): Promise<object | null> {
  const { catalog, stored } = sources
  const address = parseAddress(email)
  if (address === null || (await stored.isHidden(address))) return null
  const { domain } = address
  const employs = !catalog.isFreeMail(domain) && !catalog.isDisposable(domain)
  const companies = employs ? await companiesOf(sources, { domain }) : {}
  return enrichPerson({ ...catalog, ...companies }, email)
}
