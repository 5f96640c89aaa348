import type { Tier } from '../../names/claims.ts'
import { tierLetters } from '../../names/claims.ts'
import { looseKeys, looseKeysInside, spellingsOf } from '../../names/readings.ts'

/** A company with all that it is called, and where a look-up finds its record. */
export interface Bearer {
  readonly name: string
  readonly also: readonly string[]
  readonly listed: readonly string[]
  readonly former: readonly string[]
  /** Further domains of a company of the shelf; the catalog has its own in memory. */
  readonly domains: readonly string[]
  /** Its id in the catalog, or `@` and the byte where its line of the shelf begins. */
  readonly place: string
  /** Companies that people ask for come before those of bulk registers. */
  readonly known: boolean
}

/**
 * The lines of company-names.tsv: every loose key of every name, with who claims it. `bearers` come
 * best known first.
 */
export function nameLines(bearers: readonly Bearer[]): string[] {
  const lines = new Set<string>()
  bearers.forEach((bearer, position) => {
    const rank = position.toString(36).padStart(rankDigits, '0')
    const order = bearer.known ? '1' : '2'
    for (const [key, tier] of claimsOf(bearer)) {
      lines.add(`${key}\t${order}${tierLetters[tier]}${rank}\t${bearer.place}`)
    }
    for (const domain of bearer.domains) {
      lines.add(`${domain}\t${order}${tierLetters.own}${rank}\t${bearer.place}`)
    }
  })
  return [...lines].sort(byBytes)
}

const rankDigits = 4

function claimsOf(bearer: Bearer): ReadonlyMap<string, Tier> {
  const claims = new Map<string, Tier>()
  const put = (key: string, tier: Tier) => {
    if (key.length >= keyLengthMin && !claims.has(key)) claims.set(key, tier)
  }
  const named: readonly (readonly [Tier, readonly string[]])[] = [
    ['own', [bearer.name]],
    ['also', bearer.also],
    ['former', bearer.former],
    ['listed', bearer.listed],
  ]
  for (const [tier, names] of named) {
    for (const name of names) {
      const [first = name] = spellingsOf(name)
      put(looseKeys(first).core, tier)
    }
  }
  for (const [, names] of named) {
    for (const name of names) {
      put(looseKeys(name).short, 'short')
      put(looseKeysInside(name).core, 'short')
    }
  }
  return claims
}

const keyLengthMin = 2

/** As a look-up compares: JavaScript's own order differs outside of the first plane. */
export function byBytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b))
}
