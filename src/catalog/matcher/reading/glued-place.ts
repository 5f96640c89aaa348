import { hashOn, mayHold } from '../knowledge/key-filter.ts'
import type { Places } from '../knowledge/towns.ts'
import { type Token, tokenOf } from '../tokens.ts'
import { countryOf, stateOf } from './places.ts'

/**
 * Columns that a statement sets side by side without a space: "SAN FRANCISCOCA", "VETERINARHOUSTON
 * TX", "OPTIQUE75PARIS". The words are parted where a known town begins or ends.
 */
export function unglued(places: Places, tokens: readonly Token[]): readonly Token[] {
  const parted: Token[] = []
  const first = Math.max(0, tokens.length - lastWords)
  let changed = false
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at]
    if (token === undefined) break
    const parts = at < first || token.raw.length < lettersMin ? null : partsOf(places, tokens, at)
    if (parts === null) parted.push(token)
    else {
      parted.push(...parts)
      changed = true
    }
  }
  return changed ? parted : tokens
}

/** The place stands at the end, with little behind it. */
const lastWords = 4
const lettersMin = 5
const townLettersMin = 4
const nameLettersMin = 3
/** Short towns end too many words. */
const longTownMin = 6

function partsOf(places: Places, tokens: readonly Token[], at: number): Token[] | null {
  const token = tokens[at]
  if (token === undefined || places.has(token.key)) return null
  if (token.kind === 'mixed') return aroundNumber(places, token)
  if (token.kind === 'number') return null
  return (
    inOtherCase(places, token) ?? beforeState(places, tokens, at) ?? stateBehind(places, tokens, at)
  )
}

const townBehindNumber = /^(\p{L}{3,})(\d{2,5})(\p{L}{4,})$/u

function aroundNumber(places: Places, token: Token): Token[] | null {
  const found = townBehindNumber.exec(token.raw)
  if (found === null) return null
  const [, name = '', number = '', town = ''] = found
  const last = tokenOf(town, columnEnd)
  return places.has(last.key) ? [tokenOf(name, token.before), tokenOf(number, ''), last] : null
}

const columnEnd = '  '
const smallThenCapitals = /^(.*\p{Ll})(\p{Lu}{4,})$/u

function inOtherCase(places: Places, token: Token): Token[] | null {
  const { raw } = token
  if (raw === raw.toUpperCase() || raw === raw.toLowerCase()) return null
  const found = smallThenCapitals.exec(raw)
  if (found === null) return null
  const [, name = '', town = ''] = found
  const last = tokenOf(town, columnEnd)
  return places.has(last.key) ? [tokenOf(name, token.before), last] : null
}

/** "VETERINARHOUSTON TX": the end of a word is a town of the state or country that follows. */
function beforeState(places: Places, tokens: readonly Token[], at: number): Token[] | null {
  const token = tokens[at]
  const next = tokens[at + 1]
  if (token === undefined || next === undefined || next.before !== ' ') return null
  const where =
    (next.raw === next.raw.toUpperCase() ? stateOf(next.key) : undefined) ?? countryOf(next.key)
  if (where === undefined || token.raw.length !== token.key.length) return null
  for (let from = nameLettersMin; token.key.length - from >= longTownMin; from += 1) {
    if (!mayHold(places.filter, hashOn(0, token.key, from))) continue
    if (!liesIn(places, token.key.slice(from), where)) continue
    return [
      tokenOf(token.raw.slice(0, from), token.before),
      tokenOf(token.raw.slice(from), columnEnd),
    ]
  }
  return null
}

/** "SAN FRANCISCOCA": a town that fills its column, and its state right behind it. */
function stateBehind(places: Places, tokens: readonly Token[], at: number): Token[] | null {
  const token = tokens[at]
  if (token === undefined || token.raw !== token.raw.toUpperCase()) return null
  if (tokens[at + 1]?.kind === 'word' || token.raw.length !== token.key.length) return null
  const end = token.key.length - 2
  const where = stateOf(token.key.slice(end))
  if (where === undefined) return null
  let town = token.key.slice(0, end)
  for (let from = at; from >= Math.max(1, at - 2); from -= 1) {
    if (from < at) town = (tokens[from]?.key ?? '') + town
    if (places.has(town + token.key.slice(end))) return null
    if (town.length >= townLettersMin && liesIn(places, town, where)) {
      return [tokenOf(token.raw.slice(0, end), token.before), tokenOf(token.raw.slice(end), ' ')]
    }
  }
  return null
}

function liesIn(places: Places, town: string, where: string): boolean {
  return (
    places
      .get(town)
      ?.split(';')
      .some((place) => place.startsWith(where)) === true
  )
}
