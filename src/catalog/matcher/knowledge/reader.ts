import { limit, readLimits, type Thresholds } from './limits.ts'
import type { Forest } from './trees.ts'
import { readForests } from './trees.ts'
import { RoleBook } from './words/role-book.ts'
import { readWordRoles } from './words/word-roles.ts'

/** The trained half of the matcher: words that banks use around a name, and the models. */
export interface Reader {
  /** How much more often a word is the bank's than anybody's, from 1 to 9. */
  readonly bankWords: ReadonlyMap<string, number>
  readonly wordRoles: RoleBook
  readonly start: Forest
  readonly end: Forest
  readonly brand: Forest
  readonly name: Forest
  readonly none: Forest
  readonly limits: Thresholds
}

export function readReader(
  words: readonly string[],
  roles: readonly string[],
  models: readonly string[],
  limits: readonly string[],
): Reader {
  const forests = readForests(models)
  const of = (name: string) => {
    const forest = forests.get(name)
    if (forest === undefined) throw new Error(`the reader's table has no model ${name}`)
    return forest
  }
  return {
    bankWords: readBankWords(words),
    wordRoles: new RoleBook(readWordRoles(roles)),
    start: of('start'),
    end: of('end'),
    brand: of('brand'),
    name: of('name'),
    none: of('none'),
    limits: readLimits(limits),
  }
}

/** A word that stands around names oftener than in them. */
export const bankWordMin = limit('bankWord')

export function isOfBanks({ bankWords }: Pick<Reader, 'bankWords'>, word: string): boolean {
  return (bankWords.get(word) ?? 0) >= bankWordMin
}

function readBankWords(lines: readonly string[]): ReadonlyMap<string, number> {
  return new Map(
    lines.map((line) => {
      const [word = '', level] = line.split('\t')
      return [word, Number(level)]
    }),
  )
}
