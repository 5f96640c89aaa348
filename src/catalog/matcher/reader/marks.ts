import { hashOn, mayHold } from '../knowledge/key-filter.ts'
import type { Knowledge } from '../knowledge/knowledge.ts'
import { limit } from '../knowledge/limits.ts'
import { companyOf, isGeneric } from '../knowledge/line-index.ts'
import { phrasesAt } from '../knowledge/phrases.ts'
import { prefixAt } from '../knowledge/processors.ts'
import { remembered } from '../knowledge/remembered.ts'
import { tradeWord } from '../knowledge/words/category-words.ts'
import { beginsWord } from '../reading/cut-off.ts'
import { fillerWords, legalWords } from '../reading/filler.ts'
import { countryOf, stateOf } from '../reading/places.ts'
import type { Token } from '../tokens.ts'

/**
 * Everything that is known of each word of a line, as small numbers side by side: the models ask
 * for the marks of a word and of its neighbours.
 */
export interface Marks {
  readonly count: number
  readonly values: Int8Array
}

export const mark = {
  kind: 0,
  before: 1,
  noise: 2,
  bankWord: 3,
  place: 4,
  trade: 5,
  name: 6,
  form: 7,
  region: 8,
  processor: 9,
  letters: 10,
  written: 11,
  brand: 12,
  begun: 13,
  shared: 14,
  person: 15,
} as const

const width = 16
const outside = -1
const separators = ['', ' ', '  ', ' - ', '-', ',', '.', '/', ':', '#', '*']
const kinds: Readonly<Record<Token['kind'], number>> = { word: 2, mixed: 1, number: 0 }

/** The mark of a word, or -1 beyond the line's ends. */
export function markAt({ count, values }: Marks, at: number, which: number): number {
  return at < 0 || at >= count ? outside : (values[at * width + which] ?? outside)
}

export function marksOf(
  knowledge: Knowledge,
  bankWords: ReadonlyMap<string, number>,
  tokens: readonly Token[],
  keys: readonly string[],
): Marks {
  const marks = { count: tokens.length, values: new Int8Array(tokens.length * width) }
  const set = (at: number, which: number, value: number) => {
    const place = at * width + which
    if ((marks.values[place] ?? 0) < value) marks.values[place] = value
  }
  const wordMarks = wordMarksOf(knowledge, bankWords)
  tokens.forEach((token, at) => {
    const { key, kind, before } = token
    set(at, mark.kind, kinds[kind])
    set(at, mark.before, Math.max(0, separators.indexOf(before)))
    set(at, mark.letters, Math.min(15, key.length))
    set(at, mark.written, caseOf(token))
    if (kind === 'number') return
    const packed = wordMarks(key)
    for (let place = 0; place < ownMarks.length; place += 1) {
      set(at, ownMarks[place] ?? 0, (packed >> (place * 4)) & 15)
    }
    set(at, mark.region, regionMark(token))
  })
  for (let at = 0; at < tokens.length; at += 1) {
    phrasesAt(knowledge.noise, keys, at, ({ words }) => {
      for (let word = at; word < at + words; word += 1) set(word, mark.noise, Math.min(4, words))
    })
    const prefix = prefixAt(knowledge.processors, tokens, at)
    for (let word = at; word < (prefix?.end ?? at); word += 1) {
      set(word, mark.processor, tokens[prefix?.end ?? at]?.before === '*' ? 2 : 1)
    }
    markPlace(knowledge, keys, at, set)
  }
  return marks
}

/** Marks that a word bears in every line, four bits each. */
const ownMarks = [
  mark.bankWord,
  mark.trade,
  mark.name,
  mark.form,
  mark.brand,
  mark.begun,
  mark.shared,
  mark.person,
]

const known = new WeakMap<ReadonlyMap<string, number>, (key: string) => number>()

function wordMarksOf(
  knowledge: Knowledge,
  bankWords: ReadonlyMap<string, number>,
): (key: string) => number {
  const before = known.get(bankWords)
  if (before !== undefined) return before
  const made = remembered((key) =>
    [
      bankWords.get(key) ?? 0,
      tradeMark(knowledge, key),
      nameMark(knowledge, key),
      legalWords.has(key) ? 2 : fillerWords.has(key) ? 1 : 0,
      brandMark(knowledge, key),
      shortened(knowledge, key),
      sharedMark(knowledge, key),
      personMark(knowledge, key),
    ].reduce((packed, value, place) => packed | (value << (place * 4)), 0),
  )
  known.set(bankWords, made)
  return made
}

const townWordsMax = 3

/** The longest town that begins here. */
function markPlace(
  { places }: Knowledge,
  keys: readonly string[],
  at: number,
  set: (at: number, which: number, value: number) => void,
): void {
  let hash = 0
  let found = 0
  const end = Math.min(keys.length, at + townWordsMax)
  for (let to = at + 1; to <= end; to += 1) {
    hash = hashOn(hash, keys[to - 1] ?? '')
    if (mayHold(places.filter, hash) && places.has(keys.slice(at, to).join(''))) found = to
  }
  for (let word = at; word < found; word += 1) set(word, mark.place, found - at)
}

function caseOf({ raw }: Token): number {
  if (raw === raw.toUpperCase()) return raw === raw.toLowerCase() ? 0 : 1
  if (raw === raw.toLowerCase()) return 2
  return raw.slice(1) === raw.slice(1).toLowerCase() ? 3 : 4
}

function tradeMark({ categoryWords }: Knowledge, key: string): number {
  if (categoryWords.whole.has(key)) return 2
  return tradeWord(categoryWords, key) === undefined ? 0 : 1
}

function nameMark({ commonWords, givenNames }: Knowledge, key: string): number {
  return (commonWords.has(key) ? 1 : 0) + (givenNames.has(key) ? 2 : 0)
}

/** In how many names of others the word stands, in steps. */
function sharedMark({ commonWords, sharedWords }: Knowledge, key: string): number {
  if (commonWords.has(key)) return 4
  const names = sharedWords.get(key) ?? 0
  return names === 0 ? 0 : names === 1 ? 1 : names < 4 ? 2 : 3
}

/** A name that people are given, one of families, or both. */
function personMark({ people }: Knowledge, key: string): number {
  return (people.isGiven(key) ? 1 : 0) + (people.isFamily(key) ? 2 : 0)
}

/** The beginning of a longer word, or a word without vowels, as terminals shorten them. */
function shortened(knowledge: Knowledge, key: string): number {
  if (key.length >= 3 && latin.test(key) && !vowel.test(key)) return 2
  return beginsWord(knowledge, key) ? 1 : 0
}

const latin = /^[a-z]+$/
const vowel = /[aeiouy]/

function regionMark({ key, raw }: Token): number {
  const short = key.length === 2 && raw === raw.toUpperCase()
  if (stateOf(key) !== undefined) return short || key.length === 3 ? 3 : 1
  if (countryOf(key) === undefined) return 0
  return key.length > 2 || short ? 2 : 1
}

function brandMark({ companies, lineIndex }: Knowledge, key: string): number {
  const claims = lineIndex.claims.get(key)
  if (claims === undefined) return 0
  let best = 1
  for (const claim of typeof claims === 'number' ? [claims] : claims) {
    if (!isGeneric(claim) && (companies[companyOf(claim)]?.rank ?? 0) >= wellKnownRank) best = 2
  }
  return best
}

const wellKnownRank = limit('wellKnownRank')
