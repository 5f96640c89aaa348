import type { Company } from '../company-record.ts'

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

const states = new Set(
  (
    'Alabama Alaska Arizona Arkansas California Colorado Connecticut Delaware Florida Georgia ' +
    'Hawaii Idaho Illinois Indiana Iowa Kansas Kentucky Louisiana Maine Maryland Massachusetts ' +
    'Michigan Minnesota Mississippi Missouri Montana Nebraska Nevada New_Hampshire New_Jersey ' +
    'New_Mexico New_York North_Carolina North_Dakota Ohio Oklahoma Oregon Pennsylvania ' +
    'Rhode_Island South_Carolina South_Dakota Tennessee Texas Utah Vermont Virginia Washington ' +
    'West_Virginia Wisconsin Wyoming District_of_Columbia Puerto_Rico'
  )
    .split(' ')
    .map((state) => state.replaceAll('_', ' ')),
)

const provinces = new Set(
  (
    'Alberta British_Columbia Manitoba New_Brunswick Newfoundland_and_Labrador Nova_Scotia ' +
    'Ontario Prince_Edward_Island Quebec Saskatchewan Yukon Nunavut Northwest_Territories'
  )
    .split(' ')
    .map((province) => province.replaceAll('_', ' ')),
)

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
const retired = new Set(
  'AN BU CS DD DY FX HV NH NQ NT PC PU PZ RH SU TP UK VD WK YD YU ZR'.split(' '),
)

const others: readonly (readonly [string, string])[] = [
  ['usa', 'US'],
  ['united states of america', 'US'],
  ['uk', 'GB'],
  ['england', 'GB'],
  ['scotland', 'GB'],
  ['wales', 'GB'],
  ['northern ireland', 'GB'],
  ['czech republic', 'CZ'],
  ['hong kong', 'HK'],
  ['macau', 'MO'],
  ['turkey', 'TR'],
  ['the netherlands', 'NL'],
  ['uae', 'AE'],
  ['korea', 'KR'],
  ['ivory coast', 'CI'],
  ['burma', 'MM'],
]
