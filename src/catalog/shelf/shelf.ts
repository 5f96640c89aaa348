import type { Company } from '../company-record.ts'
import { companyOnShelf } from './shelf-record.ts'
import { openSortedFile } from './sorted-file.ts'

/** Companies beyond the catalog, and the names of both, in files that are read where they lie. */
export interface Shelf {
  readonly byDomain: (domain: string) => Company | null
  /** The company whose line begins at this byte. */
  readonly at: (offset: number) => Company
  /** The lines of company-names.tsv under a key. */
  readonly namesOf: (key: string, limit: number) => readonly string[]
}

export function openShelf(): Shelf {
  const companies = openSortedFile('shelf.tsv')
  const names = openSortedFile('company-names.tsv')
  const at = (offset: number) => companyOnShelf(companies.lineAt(offset))
  return {
    byDomain(domain) {
      const [line] = companies.linesOf(domain, 1)
      if (line !== undefined) return companyOnShelf(line)
      const [side] = names.linesOf(domain, 1)
      const offset =
        side === undefined ? undefined : offsetIn(side.slice(side.lastIndexOf('\t') + 1))
      return offset === undefined ? null : at(offset)
    },
    at,
    namesOf: names.linesOf,
  }
}

/** A place on the shelf is written `@` and the byte; anything else is an id of the catalog. */
export function offsetIn(place: string): number | undefined {
  return place.startsWith('@') ? Number(place.slice(1)) : undefined
}
