import { join } from 'node:path'
import type { BrandDraft } from './read/draft.ts'
import { readTsv, sourcesFolder } from './read/read-tsv.ts'
import { readShelfTables } from './shelf/read-shelf.ts'

/**
 * Facts that the sources have wrong or in another way: when a business began, where it sits. Where
 * they have none, the tables of the shelf tell them.
 */
export function correctFacts(drafts: readonly BrandDraft[]): void {
  const onShelf = new Map(readShelfTables().map((row) => [row.domain, row]))
  const facts = new Map(
    readTsv(join(sourcesFolder, 'company-facts.tsv')).map((row) => [row.domain ?? '', row]),
  )
  for (const draft of drafts) {
    const row = facts.get(draft.domain ?? '')
    if (row !== undefined && (draft.hq !== null || draft.foundedYear !== null)) {
      if (row.founded_year) draft.foundedYear = row.founded_year
      if (row.hq) draft.hq = row.hq
    }
    const shelved = onShelf.get(draft.domain ?? '')
    draft.foundedYear ??= shelved?.foundedYear ?? null
    draft.hq ??= shelved?.hq ?? null
    if (draft.hq !== null) draft.hq = inOneStyle(draft.hq)
  }
}

/** "City, Region" or "City, Country": a town alone gets its country, a country alone is no seat. */
function inOneStyle(seat: string): string | null {
  if (!seat.includes(',')) {
    for (const [country, towns] of Object.entries(townsAlone)) {
      if (towns.split(';').includes(seat)) return `${english.get(seat) ?? seat}, ${country}`
    }
    return null
  }
  const [town = '', ...rest] = seat.split(', ')
  return [english.get(town) ?? town, ...rest].join(', ')
}

const english = new Map([
  ['Zürich', 'Zurich'],
  ['München', 'Munich'],
  ['Köln', 'Cologne'],
  ['Wien', 'Vienna'],
  ['Genève', 'Geneva'],
  ['Göteborg', 'Gothenburg'],
  ['Praha', 'Prague'],
  ['Warszawa', 'Warsaw'],
  ['Den Haag', 'The Hague'],
  ['Miami-Dade County', 'Miami'],
])

const townsAlone: Readonly<Record<string, string>> = {
  Bahamas: 'Nassau',
  Belgium: 'Brussels;Lembeke;Ypres',
  'El Salvador': 'San Salvador',
  Finland: 'Helsinki',
  France:
    'Bernin;Bois-Colombes;Boulogne-Billancourt;Carros;Clichy;Issy-les-Moulineaux;Levallois-Perret;' +
    'Massy;Metz;Meudon;Neuilly-sur-Seine;Paris;Puteaux;Saint-Cloud;Saint-Herblain;Saint-Ouen',
  Germany:
    'Bergisch Gladbach;Berlin;Duisburg;Frankfurt;Garching;Göttingen;Koblenz;Lübeck;Maintal;' +
    'Montabaur;Munich;Pullach;Stuttgart;Stühlingen;Taufkirchen',
  Illinois: 'Lake Forest;West Chicago',
  Japan: 'Fuchū;Ichikawa;Isehara;Suwa;Tokyo;Urayasu;Ōguchi',
  Luxembourg: 'Luxembourg',
  Netherlands: 'Amsterdam;Rotterdam',
  Florida: 'Miami',
  'New York': 'New York',
  Nevada: 'Paradise',
  Oregon: 'Beaverton',
  Pennsylvania: 'West Reading',
  Senegal: 'Dakar',
  Singapore: 'Singapore',
  Spain: 'Barcelona;Madrid;Majadahonda',
  Sweden: 'Solna',
  Switzerland: 'Stäfa;Zug;Zurich',
  Texas: 'Katy',
  'United Kingdom': 'Dundee',
  Virginia: 'Arlington;Richmond',
}
