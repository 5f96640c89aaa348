import { join } from 'node:path'
import { companyWords } from '../../names/company-words.ts'
import { readTsv, sourcesFolder } from '../read/read-tsv.ts'

/** How towns are called in English, and where those lie that stand alone. */
const towns = new Map(
  readTsv(join(sourcesFolder, 'seat-towns.tsv')).map((row) => [row.town ?? '', row]),
)
const australian = companyWords('australian_states')

/**
 * "City, Region" in the United States and Canada, "City, Country" elsewhere. A town alone gets its
 * country, a country alone is no seat.
 */
export function inOneStyle(seat: string): string | null {
  const [first = '', ...rest] = seat.replace(', D.C., ', ', ').split(', ')
  const town = first.replace(/ \(.*\)$/, '').replace(/ \/ .*$/, '')
  const known = towns.get(town)
  const name = known?.english || town
  const [place, ...more] = rest
  if (place === undefined) return known?.place ? `${name}, ${known.place}` : null
  const region = place === 'Canada' ? (known?.place ?? place) : place
  return [name, australian.has(region) ? 'Australia' : region, ...more].join(', ')
}
