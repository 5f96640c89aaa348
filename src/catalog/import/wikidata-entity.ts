import { z } from 'zod'

const snak = z.object({ datavalue: z.object({ value: z.unknown() }).optional() })
const statement = z.object({
  rank: z.string().optional(),
  mainsnak: snak,
  qualifiers: z.record(z.string(), z.array(snak)).optional(),
})
const text = z.object({ value: z.string() })
// An empty map is written as an empty list there.
const texts = z.union([z.record(z.string(), text), z.array(z.never()).transform(() => ({}))])
const entitySchema = z.object({
  id: z.string(),
  labels: texts.default({}),
  descriptions: texts.default({}),
  claims: z.record(z.string(), z.array(statement)).default({}),
})

type Entity = z.infer<typeof entitySchema>
type EntityStatement = z.infer<typeof statement>

/**
 * The statements of a Wikidata entity under a property: the preferred ones, or else the normal
 * ones.
 */
export type WikidataEntity = ReturnType<typeof reading>

export function parseEntity(json: string): WikidataEntity | null {
  try {
    const parsed = entitySchema.safeParse(JSON.parse(json))
    return parsed.success ? reading(parsed.data) : null
  } catch {
    return null
  }
}

const pointInTime = 'P585'
/** Wikidata's code for a date of which the year is known; below it a decade or a century is. */
const precisionYear = 9

function reading(entity: Entity) {
  const labels: Readonly<Record<string, { readonly value: string }>> = entity.labels
  const descriptions: Readonly<Record<string, { readonly value: string }>> = entity.descriptions
  const best = (property: string) => bestOf(entity.claims[property] ?? [])
  return {
    id: entity.id,
    name: (labels.en ?? labels.mul ?? Object.values(labels)[0])?.value ?? null,
    description: descriptions.en?.value,
    has: (property: string) => best(property).length > 0,
    strings: (property: string) =>
      best(property)
        .map(contentOf)
        .filter((value) => typeof value === 'string'),
    ids: (property: string) => best(property).flatMap((one) => fieldOf(one, 'id') ?? []),
    year(property: string): string | undefined {
      const [first] = best(property)
      const precision = first && numberOf(first, 'precision')
      if (first === undefined || (precision ?? precisionYear) < precisionYear) return undefined
      return fieldOf(first, 'time')
    },
    latestAmount(property: string): number {
      const latest = [...best(property)].sort((a, b) => (timeOf(a) < timeOf(b) ? -1 : 1)).at(-1)
      return Number(latest === undefined ? undefined : fieldOf(latest, 'amount'))
    },
  }
}

/** Deprecated statements are known to be wrong; a preferred one speaks for all the normal ones. */
function bestOf(statements: readonly EntityStatement[]): readonly EntityStatement[] {
  const preferred = statements.filter(({ rank }) => rank === 'preferred')
  return preferred.length > 0 ? preferred : statements.filter(({ rank }) => rank !== 'deprecated')
}

function timeOf({ qualifiers }: EntityStatement): string {
  const [when] = qualifiers?.[pointInTime] ?? []
  return z.object({ time: z.string() }).safeParse(when?.datavalue?.value).data?.time ?? ''
}

function contentOf({ mainsnak }: EntityStatement): unknown {
  return mainsnak.datavalue?.value
}

const fields = z.record(z.string(), z.unknown())

function fieldOf(one: EntityStatement, field: string): string | undefined {
  const value = fields.safeParse(contentOf(one)).data?.[field]
  return typeof value === 'string' ? value : undefined
}

function numberOf(one: EntityStatement, field: string): number | undefined {
  const value = fields.safeParse(contentOf(one)).data?.[field]
  return typeof value === 'number' ? value : undefined
}
