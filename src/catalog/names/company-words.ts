import { readDataLines } from '../data-files.ts'

/**
 * Words by which names of companies are read; `sources/company-words.tsv` says what each class is
 * for. They are read once, when the first name is.
 */
let classes: ReadonlyMap<string, ReadonlySet<string>> | null = null

export function companyWords(name: string): ReadonlySet<string> {
  classes ??= new Map(
    readDataLines('company-words.tsv').map((line) => {
      const [title = '', words = ''] = line.split('\t')
      return [title, new Set(words.split('|'))]
    }),
  )
  const words = classes.get(name)
  if (words === undefined) throw new Error(`company-words.tsv has no ${name}`)
  return words
}

/** A class of pairs: `intl=international`. */
export function companyWordPairs(name: string): ReadonlyMap<string, string> {
  return new Map(
    [...companyWords(name)].map((pair) => {
      const at = pair.indexOf('=')
      return [pair.slice(0, at), pair.slice(at + 1)]
    }),
  )
}
