import { joinKeys } from '../knowledge/joined-keys.ts'
import { joinHash, mayHold } from '../knowledge/key-filter.ts'
import type { Knowledge } from '../knowledge/knowledge.ts'
import { limit } from '../knowledge/limits.ts'
import { companyOf, isGeneric } from '../knowledge/line-index.ts'
import { phrasesAt } from '../knowledge/phrases.ts'
import { prefixAt } from '../knowledge/processors.ts'
import type { Reader } from '../knowledge/reader.ts'
import type { Word } from '../knowledge/words/word.ts'
import { answerOf, wordRole } from '../knowledge/words/word-roles.ts'
import { beginsWord } from '../reading/cut-off.ts'
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
  inName: 16,
  ahead: 17,
  nobody: 18,
  again: 19,
  begins: 20,
} as const

const width = 21
const outside = -1
const separators = ['', ' ', '  ', ' - ', '-', ',', '.', '/', ':', '#', '*']
const kinds: Readonly<Record<Token['kind'], number>> = { word: 2, mixed: 1, number: 0 }

/** The mark of a word, or -1 beyond the line's ends. */
export function markAt(marks: Marks, at: number, which: number): number {
  return marks.values[placeOf(marks, at) + which] ?? outside
}

/** Where the marks of a word begin; before them all stand those of the words that are not there. */
export function placeOf({ count }: Marks, at: number): number {
  return at < 0 || at >= count ? 0 : (at + 1) * width
}

/** The part of the reader that was learned of single words. */
export type WordKnowledge = Pick<Reader, 'bankWords' | 'wordRoles'>

export function marksOf(
  knowledge: Knowledge,
  { bankWords, wordRoles }: WordKnowledge,
  tokens: readonly Token[],
  keys: readonly string[],
): Marks {
  const values = new Int8Array((tokens.length + 1) * width).fill(outside, 0, width)
  markRoles(wordRoles, tokens, values)
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at]
    if (token === undefined) break
    const { key, kind, before, word } = token
    const first = (at + 1) * width
    values[first + mark.kind] = kinds[kind]
    values[first + mark.before] = Math.max(0, separators.indexOf(before))
    values[first + mark.letters] = Math.min(15, key.length)
    values[first + mark.written] = caseOf(word)
    if (kind === 'number') continue
    word.marks ??= packedMarks(knowledge, word)
    setPacked(values, first, word.marks)
    values[first + mark.bankWord] = bankWords.get(key) ?? 0
  }
  for (let at = 0; at < tokens.length; at += 1) {
    if (tokens[at]?.word.beginsNoise) {
      phrasesAt(knowledge.noise, keys, at, ({ words }) => {
        raise(values, mark.noise, at, at + words, Math.min(4, words))
      })
    }
    const prefix = prefixAt(knowledge.processors, tokens, at)
    if (prefix !== null) {
      raise(values, mark.processor, at, prefix.end, tokens[prefix.end]?.before === '*' ? 2 : 1)
    }
    markPlace(knowledge, tokens, at, values)
    values[(at + 1) * width + mark.again] = againIn(keys, at)
  }
  return { count: tokens.length, values }
}

/** The part of each word in the line, by its letters, its neighbours and the line. */
function markRoles(
  wordRoles: Reader['wordRoles'],
  tokens: readonly Token[],
  values: Int8Array,
): void {
  const roles = wordRoles.weigh(tokens)
  for (let at = 0; at < tokens.length; at += 1) {
    const first = (at + 1) * width
    const begins = roles.share(at, wordRole.first)
    values[first + mark.begins] = answerOf(begins)
    values[first + mark.inName] = answerOf(begins + roles.share(at, wordRole.inside))
    const [ahead, behind] = [roles.share(at, wordRole.ahead), roles.share(at, wordRole.behind)]
    values[first + mark.ahead] = answerOf(ahead, behind)
    values[first + mark.nobody] = answerOf(roles.share(at, wordRole.nobody))
  }
}

/** A name is often said twice: as it is, and again in its site or its handle. */
function againIn(keys: readonly string[], at: number): number {
  const key = keys[at] ?? ''
  if (key.length < againLetters) return 0
  const end = Math.min(keys.length, againWithin)
  let found = 0
  for (let other = 0; other < end; other += 1) {
    if (other === at || keys[other]?.startsWith(key) !== true) continue
    if (keys[other]?.length === key.length) return 1
    found = 2
  }
  return found
}

const againLetters = 3
/** Longer lines than those of statements must not cost more for each word. */
const againWithin = 40

/** A mark keeps the highest of its values; a phrase may be longer than the line. */
function raise(values: Int8Array, which: number, from: number, to: number, value: number): void {
  for (let at = from; at < to; at += 1) {
    const place = (at + 1) * width + which
    if ((values[place] ?? value) < value) values[place] = value
  }
}

/** Marks that a word bears in every line, four bits each. */
function packedMarks(knowledge: Knowledge, word: Word): number {
  return (
    tradeMark(word) |
    (((word.isCommon ? 1 : 0) + (word.isGiven ? 2 : 0)) << 4) |
    ((word.isLegal ? 2 : word.isFiller ? 1 : 0) << 8) |
    (brandMark(knowledge, word) << 12) |
    (shortened(knowledge, word.key) << 16) |
    (sharedMark(knowledge, word) << 20) |
    (personMark(knowledge, word) << 24) |
    (regionMark(word) << 28)
  )
}

function setPacked(values: Int8Array, first: number, packed: number): void {
  values[first + mark.trade] = packed & 15
  values[first + mark.name] = (packed >> 4) & 15
  values[first + mark.form] = (packed >> 8) & 15
  values[first + mark.brand] = (packed >> 12) & 15
  values[first + mark.begun] = (packed >> 16) & 15
  values[first + mark.shared] = (packed >> 20) & 15
  values[first + mark.person] = (packed >> 24) & 15
  values[first + mark.region] = (packed >> 28) & 15
}

const townWordsMax = 3

/** The longest town that begins here. */
function markPlace(
  { places }: Knowledge,
  tokens: readonly Token[],
  at: number,
  values: Int8Array,
): void {
  let hash = 0
  let found = 0
  const end = Math.min(tokens.length, at + townWordsMax)
  for (let to = at + 1; to <= end; to += 1) {
    const word = tokens[to - 1]?.word
    if (word === undefined) break
    hash = joinHash(hash, word)
    if (mayHold(places.filter, hash) && places.has(joinKeys(tokens, at, to))) found = to
  }
  raise(values, mark.place, at, found, found - at)
}

function caseOf({ raw, isUpper, isLower }: Word): number {
  if (isUpper) return isLower ? 0 : 1
  if (isLower) return 2
  return raw.slice(1) === raw.slice(1).toLowerCase() ? 3 : 4
}

function tradeMark({ ownTrade, begunTrade }: Word): number {
  if (ownTrade !== undefined) return 2
  return begunTrade === undefined ? 0 : 1
}

/** In how many names of others the word stands, in steps. */
function sharedMark({ sharedWords }: Knowledge, { key, isCommon }: Word): number {
  if (isCommon) return 4
  const names = sharedWords.get(key) ?? 0
  return names === 0 ? 0 : names === 1 ? 1 : names < 4 ? 2 : 3
}

/** A name that people are given, one of families, or both; none has a digit. */
function personMark({ people }: Knowledge, { key, kind }: Word): number {
  if (kind !== 'word') return 0
  return (people.isGiven(key) ? 1 : 0) + (people.isFamily(key) ? 2 : 0)
}

/** The beginning of a longer word, or a word without vowels, as terminals shorten them. */
function shortened(knowledge: Knowledge, key: string): number {
  if (key.length >= 3 && latin.test(key) && !vowel.test(key)) return 2
  return beginsWord(knowledge, key) ? 1 : 0
}

const latin = /^[a-z]+$/
const vowel = /[aeiouy]/

function regionMark({ key, isUpper, state, country }: Word): number {
  const short = key.length === 2 && isUpper
  if (state !== undefined) return short || key.length === 3 ? 3 : 1
  if (country === undefined) return 0
  return key.length > 2 || short ? 2 : 1
}

function brandMark({ companies }: Knowledge, { claims }: Word): number {
  if (claims === undefined) return 0
  let best = 1
  for (const claim of typeof claims === 'number' ? [claims] : claims) {
    if (!isGeneric(claim) && (companies.at(companyOf(claim))?.rank ?? 0) >= wellKnownRank) best = 2
  }
  return best
}

const wellKnownRank = limit('wellKnownRank')
