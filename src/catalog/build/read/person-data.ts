import { fold } from '../../fold.ts'
import { readTsv, sourcesFolder } from './read-tsv.ts'

export interface PersonNames {
  readonly given: readonly string[]
  readonly family: readonly string[]
}

/**
 * People's names and the words of desks and machines, for /enrich/person. Lists of given names
 * hold some surnames and the other way round, so a name that far more lists of the one kind hold
 * is left out of the other: Smith is no given name, and John no family's.
 */
export function personNames(known: readonly string[]): PersonNames {
  const given = countLists([known, ...listsIn('given-names-world.tsv', 'given-names-listed.tsv')])
  const family = countLists(listsIn('family-names.tsv', 'family-names-listed.tsv'))
  return { given: unlessRather(family, given), family: unlessRather(given, family) }
}

const ratherFactor = 4

function unlessRather(
  others: ReadonlyMap<string, number>,
  own: ReadonlyMap<string, number>,
): string[] {
  return [...own]
    .filter(([key, count]) => (others.get(key) ?? 0) < count * ratherFactor)
    .map(([key]) => key)
    .sort()
}

function countLists(lists: readonly (readonly string[])[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const names of lists) {
    for (const key of keysOf(names)) counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return counts
}

/** Names with a capital or an apostrophe inside, which no rule could put there. */
export function nameSpellings(): string[] {
  const spellings = new Map<string, string>()
  for (const name of listsIn('family-names.tsv').flat()) {
    const key = keyOf(name)
    if (/^\p{Lu}.*\p{Lu}/u.test(name) && !spellings.has(key)) spellings.set(key, name)
  }
  return [...spellings].map(([key, name]) => `${key}\t${name}`).sort()
}

/** A word of several kinds keeps the strictest: a desk in one language is no name in another. */
export function roleWords(): string[] {
  const strictness = ['desk', 'often', 'either', 'link']
  const rows = readTsv(`${sourcesFolder}/role-words.tsv`).flatMap(({ kind = '', words = '' }) =>
    words.split(' ').map((word) => ({ kind, word })),
  )
  const kinds = new Map<string, string>()
  for (const { kind, word } of rows) {
    const before = kinds.get(word)
    if (kind === 'ending') continue
    if (before === undefined || strictness.indexOf(kind) < strictness.indexOf(before)) {
      kinds.set(word, kind)
    }
  }
  const endings = new Set(rows.filter(({ kind }) => kind === 'ending').map(({ word }) => word))
  return [
    ...[...kinds].map(([word, kind]) => `${word}\t${kind}`),
    ...[...endings].map((word) => `${word}\tending`),
  ].sort()
}

export function nameParticles(): string[] {
  return readTsv(`${sourcesFolder}/name-particles.tsv`)
    .flatMap(({ kind = '', particles = '' }) =>
      particles.split(' ').map((spelled) => `${keyOf(spelled)}\t${kind}\t${spelled}`),
    )
    .sort()
}

function listsIn(...files: readonly string[]): string[][] {
  return files.flatMap((file) =>
    readTsv(`${sourcesFolder}/${file}`).map(({ names = '' }) => names.split(' ')),
  )
}

function keysOf(names: readonly string[]): ReadonlySet<string> {
  const keys = names.flatMap((name) => [keyOf(name), keyOf(withTwoLetters(name))])
  return new Set(keys.filter((key) => /^[\p{L}-]{2,}$/u.test(key)))
}

const pairs: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', å: 'aa', ø: 'oe' }

/** Addresses write Müller as mueller as often as muller. */
function withTwoLetters(name: string): string {
  return name.toLowerCase().replace(/[äöüåø]/g, (letter) => pairs[letter] ?? letter)
}

function keyOf(name: string): string {
  return fold(name).replace(/['.]/g, '')
}
