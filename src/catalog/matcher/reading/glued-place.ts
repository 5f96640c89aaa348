import { hashOn, mayHold } from '../knowledge/key-filter.ts'
import type { Knowledge } from '../knowledge/knowledge.ts'
import { stateOf } from '../knowledge/tables/regions.ts'
import type { Places } from '../knowledge/towns.ts'
import type { Word } from '../knowledge/words/word.ts'
import { type Token, tokenOf } from '../tokens.ts'

/**
 * Columns that a statement sets side by side without a space: "SAN FRANCISCOCA", "VETERINARHOUSTON
 * TX", "OPTIQUE75PARIS". The words are parted where a known town begins or ends.
 */
export function unglued(knowledge: Knowledge, tokens: readonly Token[]): readonly Token[] {
  let parted: Token[] | null = null
  const first = Math.max(0, tokens.length - lastWords)
  for (let at = first; at < tokens.length; at += 1) {
    const token = tokens[at]
    if (token === undefined) break
    const parts = token.raw.length < lettersMin ? null : partsOf(knowledge, tokens, at)
    if (parts !== null) parted ??= tokens.slice(0, at)
    if (parted !== null) parted.push(...(parts ?? [token]))
  }
  return parted ?? tokens
}

/** The place stands at the end, with little behind it. */
const lastWords = 4
const lettersMin = 5
const townLettersMin = 4
const nameLettersMin = 3
/** Short towns end too many words. */
const longTownMin = 6
const townBeginningMin = 3

type Parting = Pick<Knowledge, 'places' | 'words'>

function partsOf(knowledge: Parting, tokens: readonly Token[], at: number): Token[] | null {
  const token = tokens[at]
  if (token === undefined || token.word.place !== undefined) return null
  if (token.kind === 'mixed') return aroundNumber(knowledge, token)
  if (token.kind === 'number') return null
  return (
    inOtherCase(knowledge, token) ??
    beforeState(knowledge, tokens, at) ??
    stateBehind(knowledge, tokens, at)
  )
}

const townBehindNumber = /^(\p{L}{3,})(\d{2,5})(\p{L}{4,})$/u

function aroundNumber({ words }: Parting, token: Token): Token[] | null {
  const found = townBehindNumber.exec(token.raw)
  if (found === null) return null
  const [, name = '', number = '', town = ''] = found
  const last = tokenOf(words, town, columnEnd)
  if (last.word.place === undefined) return null
  return [tokenOf(words, name, token.before), tokenOf(words, number, ''), last]
}

const columnEnd = '  '
const smallThenCapitals = /^(.*\p{Ll})(\p{Lu}{4,})$/u

function inOtherCase({ words }: Parting, { raw, word, before }: Token): Token[] | null {
  if (word.isUpper || word.isLower || endsSmall(raw)) return null
  const found = smallThenCapitals.exec(raw)
  if (found === null) return null
  const [, name = '', town = ''] = found
  const last = tokenOf(words, town, columnEnd)
  return last.word.place === undefined ? null : [tokenOf(words, name, before), last]
}

/** Most words do, and the pattern is dear. */
function endsSmall(raw: string): boolean {
  const last = raw.charCodeAt(raw.length - 1)
  return last >= 0x61 && last <= 0x7a
}

/** Words of the longest town that begins in another's column: "FALLSSALT LAKE CITY UT". */
const townWordsMax = 3

/** "VETERINARHOUSTON TX": the end of a word is a town of the state or country that follows. */
function beforeState(
  { places, words }: Parting,
  tokens: readonly Token[],
  at: number,
): Token[] | null {
  const token = tokens[at]
  if (token === undefined || token.raw.length !== token.key.length) return null
  const { key, raw, before } = token
  let rest = ''
  for (let to = at + 1; to < Math.min(tokens.length, at + 1 + townWordsMax); to += 1) {
    const next = tokens[to]
    if (next?.kind !== 'word' || !(next.before === ' ' || next.before === columnEnd)) return null
    const where = (next.word.isUpper ? next.word.state : undefined) ?? next.word.country
    const isApart =
      where !== undefined && rest !== '' && (isKnownWord(token.word) || liesIn(places, rest, where))
    const from = where === undefined || isApart ? -1 : townFrom(places, key, rest, where)
    if (from !== -1) {
      return [
        tokenOf(words, raw.slice(0, from), before),
        tokenOf(words, raw.slice(from), columnEnd),
      ]
    }
    rest += next.key
  }
  return null
}

/** "SOUTHWEST SACRAMENTO": a word that stands by itself is not cut for a rarer town. */
function isKnownWord({ isCommon, isGiven, ownTrade, claims, country }: Word): boolean {
  return (
    isCommon || isGiven || ownTrade !== undefined || claims !== undefined || country !== undefined
  )
}

/** Where in a word a town begins that ends with the words behind it. */
function townFrom(places: Places, key: string, rest: string, where: string): number {
  const last = key.length - (rest === '' ? longTownMin : townBeginningMin)
  for (let from = nameLettersMin; from <= last; from += 1) {
    if (!mayHold(places.filter, hashOn(hashOn(0, key, from), rest, 0))) continue
    if (liesIn(places, key.slice(from) + rest, where)) return from
  }
  return -1
}

/** "SAN FRANCISCOCA": a town that fills its column, and its state right behind it. */
function stateBehind(
  { places, words }: Parting,
  tokens: readonly Token[],
  at: number,
): Token[] | null {
  const token = tokens[at]
  if (token === undefined || !token.word.isUpper) return null
  if (tokens[at + 1]?.kind === 'word' || token.raw.length !== token.key.length) return null
  const end = token.key.length - 2
  const where = stateOf(token.key.slice(end))
  if (where === undefined) return null
  let town = token.key.slice(0, end)
  for (let from = at; from >= Math.max(1, at - 2); from -= 1) {
    if (from < at) town = (tokens[from]?.key ?? '') + town
    if (places.has(town + token.key.slice(end))) return null
    if (town.length >= townLettersMin && liesIn(places, town, where)) {
      return [
        tokenOf(words, token.raw.slice(0, end), token.before),
        tokenOf(words, token.raw.slice(end), ' '),
      ]
    }
  }
  return null
}

/** A town that was written by hand tells no state. */
function liesIn(places: Places, town: string, where: string): boolean {
  const found = places.get(town)?.split(';') ?? []
  return found.some((place) => place.startsWith(where) || where.startsWith(place))
}
