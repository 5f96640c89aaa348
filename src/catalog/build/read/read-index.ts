import { labelOf } from '../../domain-name.ts'
import { wordClass } from '../../matcher/knowledge/tables/word-classes.ts'
import { nameKeys, nameWords } from '../../name-key.ts'
import { type BrandDraft, emptyDraft, networks, type Tally } from './draft.ts'
import { readPackageJson } from './package-json.ts'
import { readTsv, sourcesFolder } from './read-tsv.ts'
import { chooseWebsite } from './website.ts'

interface Item {
  readonly displayName: string
  readonly locationSet: { readonly include?: readonly unknown[] }
  readonly matchNames?: readonly string[]
  readonly tags: Readonly<Record<string, string>>
}

interface Entry {
  readonly label?: string
  readonly description?: string
  readonly identities?: Readonly<Record<string, string>>
  readonly officialWebsites?: readonly string[]
}

interface Found {
  readonly item: Item
  readonly kind: string
  readonly position: number
  readonly tree: string
}

const folder = ['name-suggestion-index', 'dist']

/** Operators repeat brands; of them only those that people pay are read. */
const operatorKinds = wordClass('operator_kinds')

/** name-suggestion-index: shops, food, fuel, banks, transit and utilities of the whole world. */
export function readIndex(tally: Tally): BrandDraft[] {
  const kinds = new Map(
    readTsv(`${sourcesFolder}/index-kinds.tsv`).map((row, position) => [
      row.kind ?? '',
      { category: row.category ?? '', mcc: row.mcc ?? '', position },
    ]),
  )
  const groups = new Map<string, Found[]>()
  for (const found of itemsOf(tally)) {
    const kind = kinds.get(found.kind)
    if (kind === undefined) {
      tally.add(`index: kind ${found.kind} is no merchant's`)
      continue
    }
    const key = `${identityOf(found)}\n${nameKeys(nameOf(found, {}))[0] ?? ''}`
    const group = groups.get(key)
    const placed = { ...found, position: kind.position }
    if (group) group.push(placed)
    else groups.set(key, [placed])
  }
  const entries = readEntries()
  return [...groups].map(([key, group]) => {
    group.sort((a, b) => a.position - b.position)
    const best = kinds.get(group[0]?.kind ?? '')
    const draft = draftOf(group, entries.get(key.split('\n')[0] ?? '') ?? {})
    return { ...draft, category: best?.category ?? null, mcc: best?.mcc ?? null }
  })
}

function* itemsOf(tally: Tally): Generator<Found> {
  // The package's JSON is not typed; the fields read here are those its schema folder promises.
  const index = readPackageJson(...folder, 'json', 'nsi.min.json') as {
    nsi: Record<string, { items: Item[] }>
  }
  for (const [path, { items }] of Object.entries(index.nsi)) {
    const [tree = '', ...rest] = path.split('/')
    const kind = rest.join('/')
    const wanted =
      tree === 'brands' ||
      (tree === 'operators' && operatorKinds.has(kind)) ||
      (tree === 'transit' && kind.startsWith('route/'))
    if (!wanted) {
      tally.add(`index: ${tree} of another kind`, items.length)
      continue
    }
    for (const item of items) yield { item, kind, tree, position: 0 }
  }
}

function identityOf({ item, tree }: Found): string {
  const { tags } = item
  const byTree = { brands: 'brand', operators: 'operator', transit: 'network' }[tree] ?? 'brand'
  return tags[`${byTree}:wikidata`] ?? `${item.displayName}|${countriesOf(item).join()}`
}

function readEntries(): ReadonlyMap<string, Entry> {
  // As above: the shape is the package's own and is only read, field by field, as optional.
  const file = readPackageJson(...folder, 'wikidata', 'wikidata.min.json') as {
    wikidata: Record<string, Entry>
  }
  return new Map(Object.entries(file.wikidata))
}

function draftOf(group: readonly Found[], entry: Entry): BrandDraft {
  const first = group[0]
  if (first === undefined) throw new Error('a group has at least one item')
  const countries = group.some(({ item }) => countriesOf(item).length === 0)
    ? []
    : [...new Set(group.flatMap(({ item }) => countriesOf(item)))].sort()
  const name = nameOf(first, entry)
  const lower = countries.map((code) => code.toLowerCase())
  const urls = [entry.identities?.website, ...(entry.officialWebsites ?? [])].filter(
    (url) => url !== undefined,
  )
  const sites = chooseWebsite(name, urls, lower)
  return {
    ...emptyDraft(name),
    domain: sites.main,
    otherDomains: [...sites.others],
    countries,
    kind:
      first.tree === 'brands'
        ? kindOf(first.kind)
        : first.tree === 'transit'
          ? 'transit'
          : 'operator',
    rank: rankOf(group, entry, countries),
    otherNames: otherNamesOf(group, entry, name),
    description: describe(entry.description),
    social: handlesOf(entry, name, sites.main),
  }
}

function kindOf(kind: string): string {
  if (kind === 'amenity/bank' || kind === 'amenity/atm') return 'bank'
  if (kind === 'office/government') return 'government'
  return 'merchant'
}

const latinText = /^[\p{Script=Latin}\p{N}\p{P}\p{S}\s]+$/u

function nameOf({ item, tree }: Found, entry: Entry): string {
  const { tags } = item
  const own = tree === 'operators' ? tags.operator : tree === 'transit' ? tags.network : tags.brand
  const spelled = [own, tags['brand:en'], tags['name:en'], entry.label, tags.name]
  const plain = item.displayName.replace(/\s*\([^)]*\)\s*$/, '')
  return (spelled.find((text) => text !== undefined && latinText.test(text)) ?? own ?? plain).trim()
}

const nameTags = /^(name|brand|official_name|alt_name|short_name|operator|network)(:|$)/

function otherNamesOf(group: readonly Found[], entry: Entry, name: string): string[] {
  const all = group.flatMap(({ item }) => [
    ...Object.entries(item.tags)
      .filter(([tag]) => nameTags.test(tag) && !tag.includes('wikidata') && !tag.endsWith(':type'))
      .flatMap(([, value]) => value.split(';')),
    ...(item.matchNames ?? []).filter((other) => sharesWord(other, name)),
  ])
  const cleaned = [...all, entry.label ?? ''].map((text) => text.replace(/[\t\n]/g, ' ').trim())
  return [...new Set(cleaned)].filter((text) => text.length > 1 && text !== name).sort()
}

/** Names to be replaced on the map: often those of a former owner, "Coles Express" for Shell. */
function sharesWord(other: string, name: string): boolean {
  const words = nameWords(name)
  return nameWords(other).some((word) => words.includes(word) || word.startsWith(words.join('')))
}

function countriesOf(item: Item): string[] {
  const codes = (item.locationSet.include ?? []).flatMap((place) => {
    if (typeof place !== 'string') return ['']
    if (/^\d+$/.test(place)) return ['']
    return [/^([a-z]{2})\b/.exec(place)?.[1]?.toUpperCase() ?? '']
  })
  return codes.includes('') ? [] : [...new Set(codes)].sort()
}

/** How well known it is: sites, accounts and countries, each with a ceiling. */
function rankOf(group: readonly Found[], entry: Entry, countries: readonly string[]): number {
  const sites = Math.min(3, Math.log2(1 + (entry.officialWebsites?.length ?? 0)))
  const accounts = Math.min(2, Object.keys(entry.identities ?? {}).length / 4)
  const spread = countries.length === 0 ? 1 : Math.min(2, Math.log2(countries.length))
  const places = Math.min(1, (group.length - 1) / 4)
  return Math.round(Math.min(7, sites + accounts + spread + places))
}

function describe(text: string | undefined): string | null {
  if (text === undefined || text.length < 8 || /wikimedia|disambiguation/i.test(text)) return null
  const sentence = text.replace(/\s+/g, ' ').trim()
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1).replace(/\.$/, '')}.`
}

/** A handle counts only where it equals the brand or its domain; others are a country's. */
function handlesOf(entry: Entry, name: string, domain: string | null): BrandDraft['social'] {
  const keys = new Set([nameWords(name).join(''), domain === null ? '' : labelOf(domain)])
  const social: BrandDraft['social'] = {}
  for (const network of networks) {
    const handle = entry.identities?.[network]
    if (handle && keys.has(nameWords(handle).join(''))) social[network] = handle
  }
  return social
}
