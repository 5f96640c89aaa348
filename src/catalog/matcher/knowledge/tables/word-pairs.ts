import { readDataLines } from '../../../data-files.ts'

/**
 * Words that belong to something: the names of a country, the countries of a till.
 *
 * Relation → key → words; `sources/word-pairs.tsv` says what each relation is for.
 */
export type WordPairs = ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>

export function readWordPairs(lines: readonly string[]): WordPairs {
  const relations = new Map<string, Map<string, readonly string[]>>()
  for (const line of lines) {
    const [name = '', key = '', words = ''] = line.split('\t')
    const relation = relations.get(name) ?? new Map<string, readonly string[]>()
    relations.set(name, relation.set(key, words.split(' ')))
  }
  return relations
}

const pairs = readWordPairs(readDataLines('word-pairs.tsv'))

/** In the order of the table. */
export function wordsByKey(name: string, among = pairs): ReadonlyMap<string, readonly string[]> {
  const relation = among.get(name)
  if (relation === undefined) throw new Error(`word-pairs.tsv has no ${name}`)
  return relation
}

/** The later key counts for a word that two have. */
export function keyByWord(name: string, among = pairs): ReadonlyMap<string, string> {
  return new Map(
    [...wordsByKey(name, among)].flatMap(([key, words]) =>
      words.map((word): [string, string] => [word, key]),
    ),
  )
}
