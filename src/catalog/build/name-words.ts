import { foldWords } from '../fold.ts'
import type { CategoryWord } from './category-words.ts'
import type { BrandDraft } from './read/draft.ts'

const lettersMin = 5
const namesMin = 2

/** Words that names are made of, each with the number of names: cut-off ones are completed by them. */
export function nameWords(
  drafts: readonly BrandDraft[],
  trades: readonly CategoryWord[],
): string[] {
  const counts = new Map<string, number>()
  const add = (word: string, names: number) => {
    if (word.length >= lettersMin && /^[a-z]+$/.test(word)) {
      counts.set(word, (counts.get(word) ?? 0) + names)
    }
  }
  for (const { name, kind } of drafts) {
    if (kind !== 'project') for (const word of new Set(foldWords(name))) add(word, 1)
  }
  // A trade's word stands in names of shops, though in none of a chain.
  for (const { word } of trades) add(word, namesMin)
  return [...counts]
    .filter(([, names]) => names >= namesMin)
    .map(([word, names]) => `${word}\t${names}`)
    .sort()
}
