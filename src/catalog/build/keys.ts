import { fold, foldWords, wordsOfFolded } from '../fold.ts'
import { limit } from '../matcher/knowledge/limits.ts'
import { wordClass } from '../matcher/knowledge/tables/word-classes.ts'
import { keyByWord } from '../matcher/knowledge/tables/word-pairs.ts'
import { nameKeys } from '../name-key.ts'
import type { BrandDraft } from './read/draft.ts'

/**
 * The folded spellings under which a brand is found: by its name, and in the words of a line.
 *
 * A word that many names share, a town or a person's name says little by itself.
 */
export type Generic = (key: string, words: readonly string[], rank: number) => boolean

export interface LineKey {
  readonly key: string
  readonly generic: boolean
  /** Written for statements by hand, so as good as the name itself. */
  readonly curated: boolean
}

/** From here on two letters are enough: BP, HP, O2. */
const wellKnownRank = limit('wellKnownRank')
const curatedRank = limit('famousRank')

const legalEndings = wordClass('endings_of_brands')

/** They may be a part of the name. */
const endingsOfNames = wordClass('endings_of_names')

export function companyKeys(draft: BrandDraft): string[] {
  const names = [draft.name, ...draft.otherNames]
  const keys = names.flatMap(nameKeys)
  if (draft.ticker !== null) keys.push(`$${draft.ticker.toLowerCase()}`)
  return [...new Set(keys)].filter((key) => key.length > 1)
}

export type Owners = ReadonlyMap<string, readonly BrandDraft[]>

export function lineKeys(draft: BrandDraft, isGeneric: Generic, owners: Owners): LineKey[] {
  const keys = new Map<string, LineKey>()
  const put = (words: readonly string[], curated: boolean, own: boolean) => {
    const key = words.join('')
    if (!usable(key, curated, draft.rank) || keys.has(key)) return
    // A former or local name that is another brand's own name belongs to that brand.
    if (!own && !curated && owners.has(key)) return
    keys.set(key, { key, generic: isGeneric(key, words, draft.rank), curated })
  }
  for (const alias of draft.aliases) {
    const words = foldWords(alias)
    if (!isSisters(draft, words, owners)) put(words, true, false)
  }
  // The author of a curated row knew that statements bear the name.
  const known = draft.rank >= curatedRank
  for (const words of variants(draft.name)) put(words, known, true)
  // A company's other names are those of its former selves and daughters, which are brands apart.
  if (draft.kind === 'company') return [...keys.values()]
  for (const name of draft.otherNames) for (const words of variants(name)) put(words, false, false)
  return [...keys.values()]
}

/** A sub-brand or sister with a record of its own knows itself better than the other's alias. */
function isSisters(draft: BrandDraft, words: readonly string[], owners: Owners): boolean {
  const others = (owners.get(words.join('')) ?? []).filter((owner) => owner !== draft)
  if (others.length === 0) return false
  if (words.length > 1 && draft.domain !== null) return true
  return others.some(
    (owner) => owner.category === draft.category && sameCountries(owner, draft) && owner.domain,
  )
}

function sameCountries(a: BrandDraft, b: BrandDraft): boolean {
  if (a.countries.length === 0 || b.countries.length === 0) return true
  return a.countries.some((country) => b.countries.includes(country))
}

export function ownKeys(draft: BrandDraft): string[] {
  return variants(draft.name).map((words) => words.join(''))
}

function usable(key: string, curated: boolean, rank: number): boolean {
  if (curated || rank >= wellKnownRank) return key.length >= 2
  if (/^\d+$/.test(key)) return false
  return key.length >= (/[a-z]/.test(key) ? 3 : 2) || /^[a-z]\d$|^\d[a-z]$/.test(key)
}

function variants(name: string): string[][] {
  const plain = name.replace(/\s*\([^)]*\)\s*$/, '')
  const words = foldWords(plain)
  // "The Pizza Company" must not become "pizza": such a word goes only where two others stay.
  while (words.length > 1 && legalEndings.has(words.at(-1) ?? '')) {
    if (endingsOfNames.has(words.at(-1) ?? '') && words.length < 3) break
    if (words[0] === 'the' && words.length < 4) break
    words.pop()
  }
  while (words.length > 1 && words.at(-1) === 'and') words.pop()
  const all = [words]
  if (words.length > 1 && words[0] === 'the') all.push(words.slice(1))
  const joined = words.filter((word) => word !== 'and')
  if (joined.length < words.length && joined.join('').length >= 6) all.push(joined)
  const digits = words.map((word) => numbers[word] ?? word)
  if (digits.some((word, at) => word !== words[at])) all.push(digits)
  // "Häagen-Dazs" and "Müller" reach statements as "Mueller" as often as "Muller".
  const german = germanSpelling(plain)
  if (german !== null) all.push(german)
  return all
}

/** "Seven Eleven" is 7-Eleven. */
const numbers: Readonly<Record<string, string>> = Object.fromEntries(keyByWord('numbers'))

function germanSpelling(name: string): string[] | null {
  const lower = name.toLowerCase()
  if (!/[äöü]/.test(lower)) return null
  const spelled = lower.replaceAll('ä', 'ae').replaceAll('ö', 'oe').replaceAll('ü', 'ue')
  return wordsOfFolded(fold(spelled))
}
