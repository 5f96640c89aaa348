import type { CompanyRow, CompanyRows } from './company-rows.ts'
import { type KeyTable, OpenKeyTable } from './matcher/knowledge/key-table.ts'

export interface SiteIndex {
  readonly byDomain: KeyTable
  /** The companies of a site that several have, first those whose main site it is. */
  readonly holders: ReadonlyMap<string, readonly number[]>
}

/**
 * The table is ordered by what is known of a company, so the first claim to a domain or a name is
 * the best. A main domain outweighs another company's side domain, a name another's former one.
 */
export function indexSites(rows: CompanyRows, countryDomains: readonly string[]): SiteIndex {
  const index = new OpenKeyTable()
  const holders = new Map<string, number[]>()
  const share = (domain: string, first: number, next: number) => {
    const known = holders.get(domain)
    if (known === undefined) holders.set(domain, [first, next])
    else known.push(next)
  }
  for (let position = 0; position < rows.length; position += 1) {
    const { domain } = rows.at(position)
    if (domain === null) continue
    const owner = index.get(domain)
    if (owner === undefined) index.set(domain, position)
    else share(domain, owner, position)
  }
  for (let position = 0; position < rows.length; position += 1) {
    const row = rows.at(position)
    for (const domain of row.otherDomains) {
      const owner = index.get(domain)
      if (owner !== undefined) share(domain, owner, position)
      const isNamesake = (one: CompanyRow) => one.key === domain.slice(0, domain.indexOf('.'))
      // "Amazon" lives on amazon.co.uk, and "Amazon Hub" there with it.
      if (owner === undefined || (isNamesake(row) && !isNamesake(rows.at(owner)))) {
        index.set(domain, position)
      }
    }
  }
  for (const line of countryDomains) {
    const [domain = '', main = ''] = line.split('\t')
    const position = index.get(main)
    if (position !== undefined && !index.has(domain)) index.set(domain, position)
  }
  return { byDomain: index.done(), holders }
}

export function indexByName(rows: CompanyRows): KeyTable {
  const index = new OpenKeyTable()
  const others: (readonly [position: number, key: string])[] = []
  for (let position = 0; position < rows.length; position += 1) {
    const row = rows.at(position)
    const keys = row.nameKeys.split(';')
    const [key = ''] = keys
    const owner = index.get(key)
    if (owner === undefined || isWorldwide(row, rows.at(owner))) index.set(key, position)
    if (keys.length > 1) for (const other of keys) others.push([position, other])
  }
  for (const [position, key] of others) {
    const owner = index.get(key)
    if (owner === position) continue
    if (owner === undefined || isShortFor(key, rows.at(position), rows.at(owner))) {
      index.set(key, position)
    }
  }
  return index.done()
}

export function indexById(rows: CompanyRows): KeyTable {
  const index = new OpenKeyTable()
  for (let position = 0; position < rows.length; position += 1) {
    index.set(rows.at(position).id, position)
  }
  return index.done()
}

/** The record on a .com is the one that people mean, where no more is known of another. */
function isWorldwide(row: CompanyRow, owner: CompanyRow): boolean {
  const isAsKnown =
    owner.rank === row.rank && owner.hq === row.hq && owner.employees === row.employees
  return isAsKnown && row.domain?.endsWith('.com') === true && !owner.domain?.endsWith('.com')
}

/** "Delta" is the airline, although a shop that nothing else is known of has just this name. */
function isShortFor(key: string, row: CompanyRow, owner: CompanyRow): boolean {
  if (owner.key !== key) return false
  const unknown = owner.hq === null && owner.foundedYear === null && owner.rank < famousRank
  const known = row.hq !== null && row.foundedYear !== null && row.employees !== null
  return unknown && known && row.key.startsWith(key)
}

const famousRank = 6
