import type { Catalog } from '../../catalog/catalog.ts'
import { parseDomain } from '../../catalog/domain-name.ts'
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
  | Pick<CommandOf<'EnrichCompany'>, 'type' | 'name' | 'domain'>
  | Pick<CommandOf<'EnrichDomain'>, 'type' | 'domain'>
  | Pick<CommandOf<'EnrichSocial'>, 'type' | 'domain'>
  | Pick<CommandOf<'EnrichPerson'>, 'type' | 'email'>

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
  { catalog, stored }: Sources,
  { domain, name }: CompanyQuery,
): Promise<Companies> {
  const site = domain ? parseDomain(domain) : null
  const known =
    site === null ? null : (catalog.companyByDomain(site) ?? (await stored.companyByDomain(site)))
  const named =
    known === null && name
      ? (catalog.companyByName(name) ?? (await stored.companyByName(name)))
      : null
  return { companyByDomain: () => known, companyByName: () => named }
}

/** The catalog may know a company and none of its accounts. */
async function socialOf({ catalog, stored }: Sources, domain: string): Promise<object | null> {
  const known = enrichSocial(catalog, domain)
  const site = parseDomain(domain)
  if (known !== null || site === null) return known
  const imported = await stored.companyByDomain(site)
  return enrichSocial({ companyByDomain: () => imported, companyByName: () => null }, domain)
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
