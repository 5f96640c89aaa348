import { foldWords } from '../../fold.ts'
import type { BrandDraft } from '../read/draft.ts'
import { listCell, readTsv, sourcesFolder } from '../read/read-tsv.ts'

/**
 * Statement lines made up to learn from: brands and local shops in the styles of banks of many
 * countries, whole, cut off, with towns that nobody knows. No line was ever written by a bank.
 */
export interface TrainingLine {
  readonly line: string
  /** The merchant meant; a local shop has only its name. */
  readonly name: string
  readonly domain: string | null
}

/** A fixed seed: the same sources give the same lines on every machine. */
const randomSeed = 20_240_519
const brandLines = 9_000
const localLines = 6_000
/** Known brands pay for most of the lines that banks write. */
const famousRank = 8
const famousShare = 0.8
/** How often a shop is called by what brands are called as well. */
const borrowedShare = 0.15
/** A line that names a brand's trade or department behind it. */
const tradeShare = 0.06
const gluedShare = 0.03
/** Brands by their initials or by the beginnings of their words, which nobody can know. */
const shortenedShare = 0.04
/** How often people leave the word of the trade out, where it stands first. */
const shortLabelShare = 0.06

interface Region {
  readonly people: readonly string[]
  readonly words: readonly string[]
  readonly trades: readonly string[]
  readonly towns: readonly string[]
  readonly hamlets: readonly string[]
  /** Names and words that stand in no list. */
  readonly strange: readonly string[]
}

type Random = () => number

export function trainingLines(
  drafts: readonly BrandDraft[],
  borne: readonly string[],
): TrainingLine[] {
  const random = randomOf(randomSeed)
  const regions = readRegions()
  const styles = readTsv(`${sourcesFolder}/statement-styles.tsv`)
  const shops = styles.map(({ country = '', style = '' }) => ({ country, style }))
  const chains = shops.filter(({ style }) => !style.startsWith('+'))
  const brands = drafts.filter(isMerchant)
  const famous = brands.filter(({ rank }) => rank >= famousRank)
  const lines: TrainingLine[] = []
  for (let at = 0; at < brandLines; at += 1) {
    const draft = one(random, random() < famousShare ? famous : brands)
    const home = chains.filter(({ country }) => draft.countries.includes(country))
    const { country, style } = one(random, home.length > 0 ? home : chains)
    const region = regionOf(regions, country)
    const alias = draft.aliases.length > 0 && random() < 0.5 ? one(random, draft.aliases) : null
    const trade = random() < tradeShare ? ` ${one(random, region.trades)}` : ''
    const whole = (alias ?? draft.name) + trade
    const text = random() < shortenedShare ? shortened(random, draft.name) : whole
    const line = written(random, style, text, region)
    lines.push({ line, name: draft.name, domain: draft.domain })
  }
  for (let at = 0; at < localLines; at += 1) {
    const { country, style } = one(random, shops)
    const region = regionOf(regions, country)
    const name = shopName(random, region, borne)
    const line = written(random, style.replace('+', ''), name, region)
    lines.push({ line, name: labelOf(random, name), domain: null })
  }
  return lines
}

/** "Media Markt" as MM, "Chemist Warehouse" as CHEWAREHOUSE. */
function shortened(random: Random, name: string): string {
  const words = foldWords(name)
  if (words.length < 2) return name.slice(0, Math.max(2, Math.ceil(name.length / 2)))
  if (random() < 0.5) return words.map((word) => word.charAt(0)).join('')
  return (words[0] ?? '').slice(0, 3) + words.slice(1).join('')
}

function isMerchant({ category, kind, rank, name }: BrandDraft): boolean {
  return category !== null && kind !== 'project' && rank >= 2 && foldWords(name).length > 0
}

function shopName(random: Random, region: Region, borne: readonly string[]): string {
  const { people, words, trades, strange } = region
  const trade = one(random, trades)
  if (random() < borrowedShare) return `${one(random, borne)} ${trade}`
  const known = random() < 0.5 ? people : words
  const first = one(random, random() < 0.4 ? strange : known)
  const more = () => ` ${one(random, random() < 0.4 ? strange : words)}`
  const second = (random() < 0.45 ? more() : '') + (random() < 0.15 ? more() + more() : '')
  const turn = random()
  if (turn < 0.3) return `${first}${second}`
  if (turn < 0.4) return `${first} & ${one(random, people)} ${trade}`
  return turn < 0.6 ? `${trade} ${first}${second}` : `${first}${second} ${trade}`
}

function labelOf(random: Random, name: string): string {
  const words = name.split(' ')
  return words.length > 2 && random() < shortLabelShare ? words.slice(1).join(' ') : name
}

/** Half of the statements write in capitals, and a few lose the spaces. */
function written(random: Random, style: string, text: string, region: Region): string {
  const name = random() < gluedShare ? text.replaceAll(' ', '') : text
  const town = one(random, region.towns)
  const line = style
    .replace(/\{name(?::(\d+))?\}/, (_, width) => (width ? name.slice(0, Number(width)) : name))
    .replace('{town}', town)
    .replace('{state}', town.slice(-2))
    .replace('{hamlet}', one(random, region.hamlets))
    .replace('{store}', digits(random, 4))
    .replace('{phone}', `800-${digits(random, 3)}-${digits(random, 4)}`)
  return random() < 0.8 ? line.toUpperCase() : line
}

function digits(random: Random, count: number): string {
  return Array.from({ length: count }, () => String(Math.floor(random() * 10))).join('')
}

function readRegions(): ReadonlyMap<string, Region> {
  return new Map(
    readTsv(`${sourcesFolder}/local-shops.tsv`).map((row) => [
      row.country ?? '',
      {
        people: (row.people ?? '').split(' '),
        words: (row.words ?? '').split(' '),
        trades: listCell(row.trades),
        towns: listCell(row.towns),
        hamlets: listCell(row.hamlets),
        strange: (row.strange ?? '').split(' '),
      },
    ]),
  )
}

function regionOf(regions: ReadonlyMap<string, Region>, country: string): Region {
  const region = regions.get(country)
  if (region === undefined) throw new Error(`local-shops.tsv has no ${country}`)
  return region
}

function one<Item>(random: Random, items: readonly Item[]): Item {
  const item = items[Math.floor(random() * items.length)]
  if (item === undefined) throw new Error('nothing to choose from')
  return item
}

/** Mulberry32: small, even enough, and the same everywhere. */
function randomOf(seed: number): Random {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
