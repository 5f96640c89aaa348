import { foldWords } from '../fold.ts'
import type { CategoryWord } from './category-words.ts'
import type { BrandDraft } from './read/draft.ts'

const lettersMin = 5
const namesMin = 2
/** As the matcher counts on for a word of names. */
const tradeNames = 8

/** Words that names are made of, with the number of names: cut-off words are completed by them. */
export function nameWords(
  drafts: readonly BrandDraft[],
  trades: readonly CategoryWord[],
): string[] {
  const counts = new Map<string, number>()
  for (const { name, kind } of drafts) {
    if (kind === 'project') continue
    for (const word of new Set(foldWords(name))) counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  // A trade's word stands in names of shops, though in none of a chain.
  for (const { word } of trades) counts.set(word, Math.max(counts.get(word) ?? 0, tradeNames))
  return [...counts]
    .filter(([word, names]) => names >= namesMin && word.length >= lettersMin)
    .filter(([word]) => /^[a-z]+$/.test(word))
    .map(([word, names]) => `${word}\t${names}`)
    .sort()
}
