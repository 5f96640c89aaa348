import type { Company } from '../company-record.ts'
import { companyWordPairs, companyWords } from './company-words.ts'

/** The country of a company's seat: from its place, or else the only one where it trades. */
export function countryOf({ hq, countries }: Company): string | null {
  const seat = hq === null ? null : countryOfPlace(hq)
  return seat ?? (countries.length === 1 ? (countries[0] ?? null) : null)
}

/** A seat is "City, Region" in these two countries, and "City, Country" elsewhere. */
export function countryOfPlace(place: string): string | null {
  const region = place.slice(place.lastIndexOf(',') + 1).trim()
  if (states.has(region)) return 'US'
  if (provinces.has(region)) return 'CA'
  return countries().get(region.toLowerCase()) ?? null
}

const states = companyWords('states')
const provinces = companyWords('provinces')

let known: ReadonlyMap<string, string> | null = null

/** English names of countries, as Unicode has them, and those that people write besides. */
function countries(): ReadonlyMap<string, string> {
  if (known !== null) return known
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  const found = new Map<string, string>()
  for (const first of letters) {
    for (const second of letters) {
      const name = names.of(first + second)
      if (name && !retired.has(first + second)) found.set(name.toLowerCase(), first + second)
    }
  }
  for (const [name, code] of others) found.set(name, code)
  known = found
  return found
}

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
const retired = companyWords('retired_codes')
const others = companyWordPairs('country_names')
