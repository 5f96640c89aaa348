import { foldWords } from '../fold.ts'
import { namesOfCategory } from '../taxonomy.ts'
import { readTsv, sourcesFolder } from './read/read-tsv.ts'

/** Words that name what a shop sells, in the languages of the countries served. */
export interface CategoryWord {
  readonly word: string
  readonly category: string
}

/** A word with a star is a beginning; one with a hyphen is two words, which lines write as one. */
export function readCategoryWords(): CategoryWord[] {
  const found = new Map<string, string>()
  for (const row of readTsv(`${sourcesFolder}/category-words.tsv`)) {
    const category = row.category ?? ''
    if (namesOfCategory(category) === null) throw new Error(`unknown category ${category}`)
    for (const written of (row.words ?? '').split(' ')) {
      const star = written.endsWith('*') ? '*' : ''
      const word = foldWords(written.replace('*', '')).join('') + star
      if (word !== '' && !found.has(word)) found.set(word, category)
    }
  }
  return [...found].map(([word, category]) => ({ word, category }))
}
