import { countryOfPlace } from '../../names/country-of.ts'
import { looseKeys } from '../../names/readings.ts'
import { readPackageJson } from '../read/package-json.ts'
import { plainName } from './plain-name.ts'
import { regionIn, stateOf } from './regions.ts'
import { inOneStyle } from './seat-style.ts'
import { type ShelfDraft, shelfDraft } from './shelf-draft.ts'
import type { TownOf } from './towns.ts'

/**
 * Makers of networked hardware: whoever makes or orders it has a number range at the IEEE, whose
 * public register names the company and its address.
 */
export function readHardwareMakers(townOf: TownOf): readonly ShelfDraft[] {
  const register = readPackageJson('oui-data', 'index.json') as Readonly<Record<string, string>>
  const makers = new Map<string, ShelfDraft>()
  for (const entry of Object.keys(register).sort()) {
    const draft = makerOf(register[entry] ?? '', townOf)
    if (draft === null) continue
    const key = `${looseKeys(draft.name).core} ${draft.seat}`
    const known = makers.get(key)
    if (known === undefined || (known.hq === null && draft.hq !== null)) makers.set(key, draft)
  }
  return [...makers.values()]
}

function makerOf(entry: string, townOf: TownOf): ShelfDraft | null {
  const lines = entry.replaceAll('&amp;', '&').split('\n')
  const name = plainName(lines[0] ?? '')
  const country = lines.at(-1) ?? ''
  const seat = lines.length < 3 ? null : countryOfPlace(`-, ${country}`)
  if (name === null || seat === null) return null
  const hq = seatOf(lines.at(-2) ?? '', seat, townOf)
  return shelfDraft(name, {
    seat,
    hq: hq === null ? null : inOneStyle(hq),
    industry: 'Networked hardware',
  })
}

function seatOf(line: string, country: string, townOf: TownOf): string | null {
  const town = townOf(line, country)
  if (town === null) return null
  if (country !== 'US' && country !== 'CA') {
    return `${town.name}, ${countryName(country)}`
  }
  const region = regionIn(line) ?? (country === 'US' ? stateOf(town.region) : null)
  return region === null ? null : `${town.name}, ${region}`
}

const names = new Intl.DisplayNames('en', { type: 'region' })

function countryName(code: string): string {
  return customary[code] ?? names.of(code) ?? code
}

/** As the rest of the catalog writes them. */
const customary: Readonly<Record<string, string>> = {
  CZ: 'Czech Republic',
  HK: 'Hong Kong',
  MO: 'Macau',
  TR: 'Turkey',
  BA: 'Bosnia and Herzegovina',
  MM: 'Myanmar',
}
