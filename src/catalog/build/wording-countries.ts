import { foldWords } from '../fold.ts'
import { readFormats } from './train/lines/formats.ts'

/** A word of one wording may be chance, and one of many countries tells none. */
export const wordingsMin = 2
const countriesMax = 3
const lettersMin = 3

/** In how many wordings of each country a word is the bank's own. */
export function wordingCounts(): ReadonlyMap<string, ReadonlyMap<string, number>> {
  const counts = new Map<string, Map<string, number>>()
  for (const { country, parts } of readFormats()) {
    const words = new Set(parts.flatMap(({ slot, text }) => (slot === null ? foldWords(text) : [])))
    for (const word of words) {
      const known = counts.get(word) ?? new Map<string, number>()
      counts.set(word, known.set(country, (known.get(country) ?? 0) + 1))
    }
  }
  return counts
}

/** The words of the wordings that tell a country: each with shares of countries in hundredths. */
export function wordingCountries(isTrade: (word: string) => boolean): string[] {
  return [...wordingCounts()]
    .flatMap(([word, byCountry]) => {
      const all = [...byCountry.values()].reduce((sum, count) => sum + count, 0)
      const tells = all >= wordingsMin && byCountry.size <= countriesMax
      if (!tells || !/^\p{L}+$/u.test(word) || word.length < lettersMin || isTrade(word)) return []
      const shares = [...byCountry]
        .sort(([one, a], [other, b]) => b - a || (one < other ? -1 : 1))
        .map(([country, count]) => `${country}${Math.round((100 * count) / all)}`)
      return [[word, ...shares].join('\t')]
    })
    .sort()
}
