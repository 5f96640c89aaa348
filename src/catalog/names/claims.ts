import type { Company } from '../company-record.ts'
import { offsetIn, type Shelf } from '../shelf/shelf.ts'

/**
 * How a company comes to a key, best first: its own name; another that it goes by; one that a
 * source lists without a reason; a former one; its own or another without "Group" and the like.
 */
export type Tier = 'own' | 'also' | 'listed' | 'former' | 'short'

export interface NameClaim {
  readonly tier: Tier
  readonly company: Company
}

export const tierLetters: Readonly<Record<Tier, string>> = {
  own: 'a',
  also: 'b',
  listed: 'c',
  former: 'd',
  short: 'e',
}

const tiers: readonly Tier[] = ['own', 'also', 'listed', 'former', 'short']

/** A company by its name, and how the name is its. */
export interface Named {
  readonly company: Company
  readonly matchedBy: 'name' | 'former_name' | 'short_name'
}

/** The best claims to a key, at most `limit`. */
export type NameClaims = (key: string, limit: number) => readonly NameClaim[]

/** The lines of company-names.tsv: a key, the standing of its claim, and where the company is. */
export function openClaims(shelf: Shelf, companyById: (id: string) => Company | null): NameClaims {
  return (key, limit) =>
    shelf.namesOf(key, limit).flatMap((line) => {
      const [, standing = '', place = ''] = line.split('\t')
      const tier = tiers.find((one) => tierLetters[one] === standing.slice(1, 2))
      const offset = offsetIn(place)
      const company = offset === undefined ? companyById(place) : shelf.at(offset)
      return tier === undefined || company === null ? [] : [{ tier, company }]
    })
}
