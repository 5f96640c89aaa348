import { limit } from '../limits.ts'

/**
 * In which countries banks, cards and rails use a word: of all wordings that bear it, the share of
 * each country. "Eftpos" is said in Australia and New Zealand, "Pasvolgnr" in the Netherlands.
 */
export type Wordings = ReadonlyMap<string, readonly CountryShare[]>

export interface CountryShare {
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
export function countriesOf(words: readonly WordOfWording[]): string | null {
  const countries: string[] = []
  const votes: number[] = []
  for (const { word } of words) {
    if (word.wording === undefined) continue
    for (const { country, share } of word.wording) {
      const known = countries.indexOf(country)
      if (known === -1) {
        countries.push(country)
        votes.push(share)
      } else votes[known] = (votes[known] ?? 0) + share
    }
  }
  const most = Math.max(...votes)
  if (countries.length === 0 || most < votesMin) return null
  return countries.filter((_, at) => (votes[at] ?? 0) >= most * partMin).join(';')
}

interface WordOfWording {
  readonly word: { readonly wording: readonly CountryShare[] | undefined }
}
