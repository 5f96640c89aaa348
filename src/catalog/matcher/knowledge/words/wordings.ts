import { limit } from '../limits.ts'

/**
 * In which countries banks, cards and rails use a word: of all wordings that bear it, the share of
 * each country. "Eftpos" is said in Australia and New Zealand, "Pasvolgnr" in the Netherlands.
 */
export type Wordings = ReadonlyMap<string, readonly CountryShare[]>

interface CountryShare {
  readonly country: string
  readonly share: number
}

export function readWordings(lines: readonly string[]): Wordings {
  return new Map(
    lines.map((line) => {
      const [word = '', ...cells] = line.split('\t')
      return [word, cells.map(shareOf)]
    }),
  )
}

function shareOf(cell: string): CountryShare {
  return { country: cell.slice(0, 2), share: Number(cell.slice(2)) / 100 }
}

/** Less than a word that is used in two countries alike tells nothing. */
const votesMin = limit('wordingVotes')
/** A country that has this part of the likeliest one's votes may be meant, too. */
const partMin = limit('wordingPart')

/** The countries that a line's wording points to, joined, or null where it tells nothing. */
export function countriesOf(wordings: Wordings, keys: readonly string[]): string | null {
  let votes: Map<string, number> | null = null
  for (const key of keys) {
    const shares = wordings.get(key)
    if (shares === undefined) continue
    votes ??= new Map()
    for (const { country, share } of shares) votes.set(country, (votes.get(country) ?? 0) + share)
  }
  if (votes === null) return null
  const most = Math.max(...votes.values())
  if (most < votesMin) return null
  return [...votes].flatMap(([country, sum]) => (sum >= most * partMin ? [country] : [])).join(';')
}
