// Lines of a Wikidata JSON dump: one entity a line, inside one large array. Only entities with a
// site of their own and a kind of business are read.
import { z } from 'zod'
import { parseDomain } from '../domain-name.ts'
import { keyOfName, type Reading, rangeOf, yearOf } from './imported-company.ts'

const text = z.object({ value: z.string() })
const statement = z.object({
  rank: z.string().optional(),
  mainsnak: z.object({ datavalue: z.object({ value: z.unknown() }).optional() }),
})
const entity = z.object({
  id: z.string(),
  labels: z.record(z.string(), text).default({}),
  descriptions: z.record(z.string(), text).default({}),
  claims: z.record(z.string(), z.array(statement)).default({}),
})

type Entity = z.infer<typeof entity>

/** Business, enterprise, company, brand, retail chain, bank, airline and their like. */
const KINDS = new Set(
  (
    'Q4830453 Q6881511 Q783794 Q431289 Q507619 Q22687 Q46970 Q18534542 Q891723 Q1616075 Q161726 ' +
    'Q786820 Q1058914 Q18388277 Q210167 Q658255 Q726870'
  ).split(' '),
)

export function readWikidataLine(line: string): Reading {
  const json = line.trim().replace(/,$/, '')
  if (json === '' || json === '[' || json === ']') return null
  // A dump has a hundred million lines that are no companies; parsing them all would take hours.
  if (!json.includes('"P856"') || !json.includes('"P31"')) return null
  const parsed = parse(json)
  if (parsed === null) return { fault: 'no valid entity' }
  if (!idsOf(parsed, 'P31').some((id) => KINDS.has(id))) return null
  return companyOf(parsed)
}

function parse(json: string): Entity | null {
  try {
    const parsed = entity.safeParse(JSON.parse(json))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}

function companyOf(found: Entity): Reading {
  const name =
    found.labels.en?.value ?? found.labels.mul?.value ?? Object.values(found.labels)[0]?.value
  const website = stringsOf(found, 'P856')[0]
  if (name === undefined || keyOfName(name) === '') return { fault: `${found.id} has no name` }
  return {
    name,
    nameKey: keyOfName(name),
    domain: website === undefined ? null : parseDomain(website),
    industry: null,
    foundedYear: yearOf(timesOf(found, 'P571')[0]),
    hq: null,
    employees: rangeOf(amountsOf(found, 'P1128').at(-1) ?? Number.NaN),
    description: found.descriptions.en?.value ?? null,
    twitter: stringsOf(found, 'P2002')[0] ?? null,
    linkedin: stringsOf(found, 'P4264')[0] ?? null,
    facebook: stringsOf(found, 'P2013')[0] ?? null,
    instagram: stringsOf(found, 'P2003')[0] ?? null,
    youtube: stringsOf(found, 'P2397')[0] ?? null,
  }
}

/** Preferred statements first; deprecated ones are known to be wrong. */
function valuesOf(found: Entity, property: string): unknown[] {
  return (found.claims[property] ?? [])
    .filter(({ rank }) => rank !== 'deprecated')
    .sort((a, b) => Number(b.rank === 'preferred') - Number(a.rank === 'preferred'))
    .map(({ mainsnak }) => mainsnak.datavalue?.value)
}

function stringsOf(found: Entity, property: string): string[] {
  return valuesOf(found, property).filter((value) => typeof value === 'string')
}

function idsOf(found: Entity, property: string): string[] {
  return fieldsOf(found, property, 'id')
}

function timesOf(found: Entity, property: string): string[] {
  return fieldsOf(found, property, 'time')
}

function amountsOf(found: Entity, property: string): number[] {
  return fieldsOf(found, property, 'amount').map(Number)
}

function fieldsOf(found: Entity, property: string, field: string): string[] {
  return valuesOf(found, property).flatMap((value) => {
    const parsed = z.record(z.string(), z.unknown()).safeParse(value)
    const inner = parsed.success ? parsed.data[field] : undefined
    return typeof inner === 'string' ? [inner] : []
  })
}
