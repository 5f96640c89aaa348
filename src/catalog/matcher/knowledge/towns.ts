import { hashOn, type KeyFilter, mayHold, openBeginnings, openKeyFilter } from './key-filter.ts'

/**
 * The names of towns, whole or cut off.
 *
 * Folded town → `US-NC`, `DE` …, most populous first.
 */
export type Places = ReadonlyMap<string, string> & {
  readonly filter: KeyFilter
  readonly beginnings: KeyFilter
}

export function readPlaces(lines: readonly string[]): Places {
  const places = new Map<string, string>()
  for (const line of lines) {
    const tab = line.indexOf('\t')
    places.set(line.slice(0, tab), line.slice(tab + 1))
  }
  return Object.assign(places, {
    filter: openKeyFilter([...places.keys()]),
    beginnings: openBeginnings(places.keys(), cutOffMin),
  })
}

/** Whether one of a town's places, `US-NH;GB`, lies in the country: `US-DE` does not in Germany. */
export function liesIn(places: string, country: string): boolean {
  return places.startsWith(country) || places.includes(`;${country}`)
}

const cutOffMin = 6
const sortedKeys = new WeakMap<Places, readonly string[]>()

/** "ROCKINGHA AUS": a terminal's column is too short for the town, which the state tells. */
export function cutOffTown(places: Places, beginning: string, wanted: string): string | undefined {
  if (beginning.length < cutOffMin) return undefined
  if (!mayHold(places.beginnings, hashOn(0, beginning, 0, cutOffMin))) return undefined
  let keys = sortedKeys.get(places)
  if (keys === undefined) {
    keys = [...places.keys()].sort()
    sortedKeys.set(places, keys)
  }
  let low = 0
  let high = keys.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((keys[middle] ?? '') < beginning) low = middle + 1
    else high = middle
  }
  for (let at = low; keys[at]?.startsWith(beginning); at += 1) {
    const found = places.get(keys[at] ?? '')
    if (found?.split(';').some((place) => place.startsWith(wanted))) return found
  }
  return undefined
}
