import type { CompanyRow, CompanyRows } from './company-rows.ts'
import type { KeyTable } from './matcher/knowledge/key-table.ts'
import { OpenKeyTable } from './matcher/knowledge/open-key-table.ts'

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
  const { bytes } = rows
  const index = new OpenKeyTable(rows.length)
  const holders = new Map<string, number[]>()
  const share = (domain: string, first: number, next: number) => {
    const known = holders.get(domain)
    if (known === undefined) holders.set(domain, [first, next])
    else known.push(next)
  }
  rows.each('domain', (from, to, position) => {
    const owner = index.claimBytes(bytes, from, to, position)
    if (owner !== undefined) share(bytes.toString('utf8', from, to), owner, position)
  })
  rows.each('otherDomains', (from, to, position) => {
    const owner = index.claimBytes(bytes, from, to, position)
    if (owner === undefined) return
    const domain = bytes.toString('utf8', from, to)
    share(domain, owner, position)
    const isNamesake = (one: CompanyRow) => one.key === domain.slice(0, domain.indexOf('.'))
    // "Amazon" lives on amazon.co.uk, and "Amazon Hub" there with it.
    if (isNamesake(rows.at(position)) && !isNamesake(rows.at(owner))) index.set(domain, position)
  })
  for (const line of countryDomains) {
    const [domain = '', main = ''] = line.split('\t')
    const position = index.get(main)
    if (position !== undefined) index.claim(domain, position)
  }
  return { byDomain: index.done(), holders }
}

export function indexByName(rows: CompanyRows): KeyTable {
  const { bytes } = rows
  const index = new OpenKeyTable(2 * rows.length)
  rows.each('nameKeys', (from, to, position, place) => {
    if (place === 'further') return
    const owner = index.claimBytes(bytes, from, to, position)
    if (owner !== undefined && isWorldwide(rows.at(position), rows.at(owner))) {
      index.setBytes(bytes, from, to, position)
    }
  })
  rows.each('nameKeys', (from, to, position, place) => {
    if (place === 'only') return
    const owner = index.claimBytes(bytes, from, to, position)
    if (owner === undefined || owner === position) return
    const key = bytes.toString('utf8', from, to)
    if (isShortFor(key, rows.at(position), rows.at(owner))) index.set(key, position)
  })
  return index.done()
}

export function indexById(rows: CompanyRows): KeyTable {
  const index = new OpenKeyTable(rows.length)
  rows.each('id', (from, to, position) => index.setBytes(rows.bytes, from, to, position))
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
