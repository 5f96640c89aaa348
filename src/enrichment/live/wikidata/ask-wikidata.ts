import { z } from 'zod'
import { parseDomain } from '../../../catalog/domain-name.ts'
import { rangeOf, yearOf } from '../../../catalog/import/imported-company.ts'
import { parseEntity, type WikidataEntity } from '../../../catalog/import/wikidata-entity.ts'
import { nameKeys } from '../../../catalog/name-key.ts'
import { twitterHandle } from '../facts/networks.ts'
import { plainText } from '../page/plain-text.ts'
import type { Web } from '../web/web.ts'
import type { WebsiteFacts } from '../website.ts'
import { isBusinessKind } from './business-kinds.ts'

const bytesMax = 4_194_304
const searchedMax = 7
const parentsAskedMax = 40
/** Kinds of kinds: "airline" is a business at once, "regional airline" through its parent. */
const parentStepsMax = 2

export interface WikidataQuestion {
  readonly name: string
  /** The entity's website must agree with it, where it is known. */
  readonly domain: string | null
}

export interface WikidataFacts extends WebsiteFacts {
  readonly domain: string | null
}

export interface WikidataFound {
  readonly facts: WikidataFacts
  readonly url: string
}

type Ask = (parameters: Readonly<Record<string, string>>) => Promise<string | null>

/**
 * The business of this very name, from Wikidata's public API: searched, read, and believed only
 * where it is a business, its label or an alias equals the name, and its website the domain.
 */
export async function askWikidata(
  { web, api, signal }: { readonly web: Web; readonly api: string; readonly signal: AbortSignal },
  question: WikidataQuestion,
): Promise<WikidataFound | null> {
  const ask: Ask = async (parameters) => {
    const url = new URL(api)
    const all = { format: 'json', formatversion: '2', maxlag: '5', ...parameters }
    for (const [name, value] of Object.entries(all)) url.searchParams.set(name, value)
    const { status, bytes } = await web.get(url, { accept: 'application/json', bytesMax, signal })
    if (status !== 200) throw new Error(`Wikidata answered ${status}`)
    return bytes.toString('utf8')
  }
  const ids = await search(ask, question.name)
  const entities = await entitiesOf(ask, ids, 'labels|aliases|descriptions|claims')
  for (const { entity, names } of entities) {
    if (!names.some((name) => isSameName(name, question.name))) continue
    if (!agrees(entity, question.domain) || !(await isBusiness(ask, entity))) continue
    const facts = await factsOf(ask, entity)
    if (facts) return { facts, url: `https://www.wikidata.org/wiki/${entity.id}` }
  }
  return null
}

const searchSchema = z.object({
  search: z.array(z.object({ id: z.string().regex(/^Q\d{1,12}$/) })).default([]),
})

async function search(ask: Ask, name: string): Promise<readonly string[]> {
  const text = await ask({
    action: 'wbsearchentities',
    search: name.slice(0, 200),
    language: 'en',
    uselang: 'en',
    type: 'item',
    limit: String(searchedMax),
  })
  const found = searchSchema.safeParse(jsonOf(text))
  return found.success ? found.data.search.slice(0, searchedMax).map(({ id }) => id) : []
}

interface Named {
  readonly entity: WikidataEntity
  readonly names: readonly string[]
}

const texts = z.record(z.string(), z.unknown()).catch({})
const namedSchema = z.object({ labels: texts.default({}), aliases: texts.default({}) })
const entitiesSchema = z.object({ entities: z.record(z.string(), z.unknown()).default({}) })

/** In the order of the ids. */
async function entitiesOf(
  ask: Ask,
  ids: readonly string[],
  props: string,
): Promise<readonly Named[]> {
  if (ids.length === 0) return []
  const text = await ask({ action: 'wbgetentities', ids: ids.join('|'), props })
  const parsed = entitiesSchema.safeParse(jsonOf(text))
  const found = parsed.success ? parsed.data.entities : {}
  return ids.flatMap((id) => {
    const json = found[id]
    const entity = json === undefined ? null : parseEntity(JSON.stringify(json))
    return entity === null ? [] : [{ entity, names: namesIn(json) }]
  })
}

function namesIn(json: unknown): readonly string[] {
  const parsed = namedSchema.safeParse(json)
  if (!parsed.success) return []
  const all = [...Object.values(parsed.data.labels), ...Object.values(parsed.data.aliases)].flat()
  return all.flatMap((one) => z.object({ value: z.string() }).safeParse(one).data?.value ?? [])
}

function isSameName(a: string, b: string): boolean {
  const keys = new Set(nameKeys(a.slice(0, 200)))
  return nameKeys(b.slice(0, 200)).some((key) => keys.has(key))
}

function agrees(entity: WikidataEntity, domain: string | null): boolean {
  return domain === null || websitesOf(entity).includes(domain)
}

function websitesOf(entity: WikidataEntity): readonly string[] {
  return entity.strings('P856').flatMap((site) => parseDomain(site) ?? [])
}

async function isBusiness(ask: Ask, entity: WikidataEntity): Promise<boolean> {
  if (entity.has('P576')) return false
  let kinds = entity.ids('P31')
  for (let step = 0; kinds.length > 0; step += 1) {
    if (kinds.some(isBusinessKind)) return true
    if (step === parentStepsMax) return false
    const asked = await entitiesOf(ask, [...new Set(kinds)].slice(0, parentsAskedMax), 'claims')
    kinds = asked.flatMap(({ entity: kind }) => kind.ids('P279'))
  }
  return false
}

async function factsOf(ask: Ask, entity: WikidataEntity): Promise<WikidataFacts | null> {
  const name = plainText(entity.name ?? '', 120)
  if (name === null) return null
  const places = [...entity.ids('P159').slice(0, 1), ...entity.ids('P17').slice(0, 1)]
  const trade = entity.ids('P452').slice(0, 1)
  const labels = await labelsOf(ask, [...places, ...trade])
  const [city, country] = places.map((id) => labels.get(id) ?? null)
  const handle = (property: string) => plainText(entity.strings(property)[0] ?? '', 100)
  const isPlaced = entity.has('P159') && city
  return {
    name,
    domain: websitesOf(entity)[0] ?? null,
    description: plainText(entity.description ?? '', 500),
    industry: labels.get(trade[0] ?? '') ?? null,
    foundedYear: yearOf(entity.year('P571')),
    hq: isPlaced ? (country && country !== city ? `${city}, ${country}` : city) : null,
    employees: rangeOf(entity.latestAmount('P1128')),
    social: {
      twitter: twitterHandle(entity.strings('P2002')[0] ?? ''),
      linkedin: handle('P4264'),
      facebook: handle('P2013'),
      instagram: handle('P2003'),
      youtube: handle('P11245') ?? handle('P2397'),
    },
    icons: [],
    manifest: null,
  }
}

async function labelsOf(ask: Ask, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const entities = await entitiesOf(ask, [...new Set(ids)], 'labels')
  return new Map(
    entities.flatMap(({ entity }) => {
      const name = plainText(entity.name ?? '', 80)
      return name === null ? [] : [[entity.id, name] as const]
    }),
  )
}

function jsonOf(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '')
  } catch {
    return null
  }
}
