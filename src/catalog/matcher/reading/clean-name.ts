import type { Knowledge } from '../knowledge/knowledge.ts'
import { wordClass } from '../knowledge/tables/word-classes.ts'
import { wordsByKey } from '../knowledge/tables/word-pairs.ts'
import type { Word } from '../knowledge/words/word.ts'
import type { Token } from '../tokens.ts'
import { noiseAt } from './lead.ts'

/**
 * The name of a merchant that is not in the catalog: the line without the additions of the bank,
 * the terminal and the address, written as people write names.
 */
export interface TokenSpan {
  readonly from: number
  readonly to: number
}

/** Words after which a line speaks of the payment and no longer of the merchant. */
const endings = wordClass('name_endings')

const endingPhrases = wordsByKey('ending_phrases')
const ownerPhrases = wordsByKey('owner_phrases')
const domainEndings = wordClass('domain_endings')

/** Where the name ends: at a column, a number, or the bank's words. The place is still in it. */
export function endOfName(
  knowledge: Knowledge,
  tokens: readonly Token[],
  keys: readonly string[],
  from: number,
): number {
  let end = firstEnd(knowledge, tokens, keys, from)
  while (
    end - 1 > from &&
    tokens[end - 1]?.word.beginsNoise &&
    isLongNoise(knowledge, keys, end - 1)
  )
    end -= 1
  return end
}

function firstEnd(
  knowledge: Knowledge,
  tokens: readonly Token[],
  keys: readonly string[],
  from: number,
): number {
  for (let at = from + 1; at < tokens.length; at += 1) {
    const token = tokens[at]
    if (token === undefined) break
    if (token.before === '  ' || token.before === ' - ' || token.before === '#') return at
    if (endings.has(token.key) || isUnitOf(keys, at)) return at
    if (endingPhrases.get(token.key)?.includes(keys[at + 1] ?? '') === true) return at
    if (tokens[at + 1]?.before === '*' && tokens[at + 1]?.kind === 'number') return at
    if (token.kind === 'number' && isDateAt(tokens, at)) return at
    if (token.before === '.' && domainEndings.has(token.key)) return Math.max(from + 1, at - 1)
    if (token.kind === 'number' && (token.key.length >= 3 || '/.:'.includes(token.before || ' '))) {
      return at
    }
    if (token.kind === 'mixed' && mixedReference.test(token.key)) return at
    if (!token.word.beginsNoise) continue
    const noise = noiseAt(knowledge, keys, at)
    if (noise !== null && noise.words > 1) return at
  }
  return tokens.length
}

const mixedReference = /\d{3,}|x{2,}\d|\d{2,}[a-z]+\d/

/** "SARVAM SHOES A UNIT OF": in India the owner is told behind the shop. */
function isUnitOf(keys: readonly string[], at: number): boolean {
  const word = keys[at] === 'a' ? at + 1 : at
  const next = keys[word + 1]
  const behind = ownerPhrases.get(keys[word] ?? '')
  return behind !== undefined && (next === undefined || behind.includes(next))
}

/** "KARTENZAHLUNG" behind the name; a short word of the bank's may be a part of a name. */
function isLongNoise(knowledge: Knowledge, keys: readonly string[], at: number): boolean {
  return (keys[at] ?? '').length >= 6 && noiseAt(knowledge, keys, at) !== null
}

/** `12.03` and `14:22`, but not the 24 of "24 Hour Fitness". */
function isDateAt(tokens: readonly Token[], at: number): boolean {
  const next = tokens[at + 1]
  if (next === undefined || next.kind === 'word') return false
  return next.before !== '' && '/:.-'.includes(next.before)
}

export function cleanName(tokens: readonly Token[], span: TokenSpan): string | null {
  let { from, to } = span
  while (to - 1 > from && (isTrailing(tokens[to - 1]) || endsDomain(tokens[to - 1]))) to -= 1
  while (from < to - 1 && tokens[from]?.kind === 'number' && isReferenceLike(tokens[from]))
    from += 1
  while (from < to - 1 && formsInFront.has(tokens[from]?.key ?? '')) from += 1
  let name = ''
  for (let at = from; at < to; at += 1) {
    const token = tokens[at]
    if (token === undefined) break
    const word = shown(token.word, at === from)
    name += at === from ? word : joint(token.before) + word
  }
  return hasLetters(name) ? name.slice(0, 80) : null
}

/** Two signs at least, and not digits alone. */
function hasLetters(name: string): boolean {
  if (twoLetters.test(name)) return true
  const signs = name.replace(/[^\p{L}\p{N}]/gu, '')
  return signs.length >= 2 && !/^\d+$/.test(signs)
}

/** Nearly all names have them, and the other patterns are dear. */
const twoLetters = /[a-zA-Z].?[a-zA-Z]/

/** Legal forms that are written before the name. */
const formsInFront = wordClass('forms_in_front')

function isTrailing(token: Token | undefined): boolean {
  if (token === undefined) return false
  if (token.kind !== 'word') return token.before !== '' && token.key.length !== 2
  // A house of baths oftener than an Italian company, which its brand tells anyway.
  if (formsOfNames.has(token.key)) return false
  if (token.word.isLegal || isSmall(token.key)) return true
  // The rest of a word that the bank cut off; "II" and "TV" are whole.
  return (
    token.key.length <= 2 &&
    latinOnly.test(token.key) &&
    !/^(i+|iv|vi*)$/.test(token.key) &&
    !shortEndings.has(token.key)
  )
}

/** "AND THE" was cut off; shorter words have a list of those that names end in. */
function isSmall(key: string): boolean {
  return key.length > 2 && smallWords.has(key)
}

/** "Coinify.com" is called Coinify. */
function endsDomain(token: Token | undefined): boolean {
  return token?.before === '.' && domainEndings.has(token.key)
}

const formsOfNames = wordClass('forms_of_names')
const shortEndings = wordClass('short_endings')
const latinOnly = /^[a-z]+$/

function isReferenceLike(token: Token | undefined): boolean {
  return (token?.key.length ?? 0) >= 4
}

function joint(before: string): string {
  if (before === '') return ''
  return before === '.' || before === '-' ? before : ' '
}

export const smallWords = wordClass('small_words')
const acronyms = wordClass('acronyms')

function shown(word: Word, first: boolean): string {
  if (first) word.shownFirst ??= caseOf(word, true)
  else word.shownLater ??= caseOf(word, false)
  return (first ? word.shownFirst : word.shownLater) ?? word.raw
}

/** A line in capitals says nothing about case; mixed case was written by somebody and stays. */
function caseOf({ raw, key, isUpper: upper, isLower }: Word, first: boolean): string {
  if (raw === '+' || raw === '&') return raw
  if (!upper && !isLower) return raw
  const lower = raw.toLowerCase()
  if (!first && smallWords.has(key)) return lower
  if (upper && (acronyms.has(key) || (key.length <= 3 && !/[aeiouy]/.test(key)))) return raw
  return lower.charAt(0).toUpperCase() + lower.slice(1)
}
