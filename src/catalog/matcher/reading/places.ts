import { hashOfKeys, joinKeys } from '../knowledge/joined-keys.ts'
import { mayHold } from '../knowledge/key-filter.ts'
import { wordClass } from '../knowledge/tables/word-classes.ts'
import { cutOffTown, type Places } from '../knowledge/towns.ts'
import type { Location } from '../line-match.ts'
import type { Token } from '../tokens.ts'

const stateNames = wordClass('state_names')

/** Towns, states and countries at the end of a line. */
export interface Tail {
  /** Index of the first token that belongs to the place. */
  readonly from: number
  readonly location: Location | null
  /** All places of the town's name, where nothing else tells which it is: `US-NH;GB`. */
  readonly possible: string | null
}

const townWordsMax = 3

/**
 * Reads town, state and country backwards from the end. At least one word stays before them. A town
 * alone counts only after a gap or where a state or country follows, or when it is a known one. A
 * state with digits behind it, "*MB4471882", counts behind one of its towns.
 */
export function readTail(places: Places, tokens: readonly Token[], from: number, to: number): Tail {
  let end = to
  let country: string | null = null
  let region: string | null = null
  const nation = nationAt(places, tokens, from, end)
  if (nation !== null) {
    country = nation
    end -= 1
  }
  const last = tokens[end - 1]
  if (end - 1 > from && last?.kind === 'word') {
    const { key, word } = last
    const { state } = word
    const fits =
      state !== undefined &&
      (country === null || state.startsWith(country)) &&
      (tokens[end]?.before !== '' || townIn(places, tokens, from, end - 1, state))
    if (fits && (key.length === 3 || word.isUpper)) {
      region = state.slice(3)
      country = state.slice(0, 2)
      end -= 1
    } else if (end - 2 > from && stateNames.has(key)) {
      end -= 1
    }
  }
  while (end - 1 > from && end < to && isShortNumber(tokens[end - 1])) end -= 1
  const town =
    townBefore(places, tokens, from, end, country, region) ??
    // A post code or a branch number may follow the town.
    (tokens[end - 1]?.kind === 'word'
      ? null
      : townBefore(places, tokens, from, end - 1, country, region))
  if (town === null) {
    const known = country !== null || region !== null
    return { from: end, location: known ? { city: null, region, country } : null, possible: null }
  }
  return {
    from: town.from,
    location: { city: town.name, region: region ?? town.region, country: country ?? town.country },
    possible: country === null ? town.all : null,
  }
}

function isShortNumber(token: Token | undefined): boolean {
  return token?.kind !== 'word' && (token?.key.length ?? 0) <= 6
}

interface Town {
  readonly from: number
  readonly name: string
  readonly country: string | null
  readonly region: string | null
  readonly all: string
}

function townBefore(
  places: Places,
  tokens: readonly Token[],
  from: number,
  end: number,
  country: string | null,
  region: string | null,
): Town | null {
  for (let length = Math.min(townWordsMax, end - from - 1); length > 0; length -= 1) {
    const start = end - length
    const wanted = region === null ? country : `${country}-${region}`
    const found = placesNamed(places, tokens, { start, end }, wanted)
    if (found === undefined) continue
    const all = found.split(';')
    // A smaller namesake of a town that is known elsewhere: Clinton lies in Ontario as well.
    const best =
      wanted === null
        ? all[0]
        : (all.find((place) => place.startsWith(wanted)) ?? (region === null ? undefined : wanted))
    if (best === undefined) continue
    return {
      from: start,
      name: titled(tokens, start, end),
      // A town of several countries says nothing certain of the country.
      country:
        wanted === null && all.some((place) => !place.startsWith(best.slice(0, 2)))
          ? null
          : best.slice(0, 2),
      all: found,
      region: best.length > 2 && wanted !== null ? best.slice(3) : null,
    }
  }
  return null
}

/** Where a town of this name lies, also if the name is cut off and the country or state is told. */
function placesNamed(
  places: Places,
  tokens: readonly Token[],
  { start, end }: { readonly start: number; readonly end: number },
  wanted: string | null,
): string | undefined {
  const known =
    end - start === 1
      ? tokens[start]?.word.place !== undefined
      : mayHold(places.filter, hashOfKeys(tokens, start, end))
  if (wanted === null && !known) return undefined
  const key = joinKeys(tokens, start, end)
  if (end - start > 1 && key.length < 4) return undefined
  const found = known ? places.get(key) : undefined
  return found ?? (wanted === null ? undefined : cutOffTown(places, key, wanted))
}

/** Two-letter codes that are also words or legal forms: they need a town before them. */
const ambiguous = wordClass('ambiguous_countries')

function nationAt(
  places: Places,
  tokens: readonly Token[],
  from: number,
  end: number,
): string | null {
  const last = tokens[end - 1]
  if (last === undefined || end - 1 <= from || last.kind !== 'word') return null
  const { country, state } = last.word
  if (country === undefined) return null
  if (state !== undefined && townIn(places, tokens, from, end - 1, state)) return null
  if (last.before === '  ' || last.key.length > 2) return country
  if (!last.word.isUpper) return null
  const inCountry = townIn(places, tokens, from + 1, end - 1, country)
  return inCountry || !ambiguous.has(last.key) || tokens[end - 2]?.kind !== 'word' ? country : null
}

function townIn(
  places: Places,
  tokens: readonly Token[],
  from: number,
  end: number,
  state: string,
): boolean {
  for (let length = 1; length <= townWordsMax && end - length >= from; length += 1) {
    if (!mayHold(places.filter, hashOfKeys(tokens, end - length, end))) continue
    const found = places.get(joinKeys(tokens, end - length, end))
    if (found?.split(';').some((place) => place.startsWith(state))) return true
  }
  return false
}

function titled(tokens: readonly Token[], from: number, to: number): string {
  return tokens
    .slice(from, to)
    .map(({ raw }) => raw.charAt(0).toUpperCase() + raw.slice(1).toLowerCase())
    .join(' ')
}

/** A place behind the number or the bank's words that end the name: the last one that is known. */
export function readTailBeyond(
  places: Places,
  tokens: readonly Token[],
  from: number,
): Tail | null {
  const least = Math.max(from, tokens.length - tailWordsMax)
  for (let to = tokens.length; to > least; to -= 1) {
    const tail = readTail(places, tokens, from - 1, to)
    if (tail.location === null) continue
    // "PAID ON 22-05" lies in no Ontario: such a code needs its town.
    if (tail.location.city === null && wordsToo.has(tokens[tail.from]?.key ?? '')) continue
    return tail
  }
  return null
}

const wordsToo = wordClass('ambiguous_regions')

const tailWordsMax = 10

/** `DEUTSCHLAND`, `FRANCE` anywhere in the line; short codes are words of too many languages. */
export function countryNamed(tokens: readonly Token[]): string | null {
  for (const { key, word } of tokens) {
    if (key.length >= 5 && word.country !== undefined) return word.country
  }
  return null
}

/** The end of a name that keeps its town and leaves the country behind it. */
export function withoutCountry(tokens: readonly Token[], least: number, end: number): number {
  let at = end
  while (at - 1 > least && tokens[at - 1]?.word.country !== undefined) at -= 1
  return at
}
