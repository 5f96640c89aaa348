import { z } from 'zod'
import { unknownText } from '../../messages/near-names.ts'
import type { ProblemError } from '../../messages/problem.ts'

/** How a parameter's text becomes the value that its schema speaks of. */
type Kind = 'text' | 'number' | 'integer' | 'boolean' | 'list' | 'repeated'

export type QueryKinds = ReadonlyMap<string, Kind>

export function kindsOf(schema: z.ZodObject): QueryKinds {
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input' })
  return new Map(Object.keys(properties).map((name) => [name, kindOf(properties[name])]))
}

/** Parameters that the schema does not know: who sends `dryrun=true` must not be charged. */
export function unknownParameters(
  kinds: QueryKinds,
  query: URLSearchParams | null,
): readonly ProblemError[] {
  if (!query) return []
  const names = new Set(query.keys())
  return [...names]
    .filter((name) => !kinds.has(name))
    .slice(0, unknownShown)
    .map((name) => {
      const message = unknownText('parameter', name, [...kinds.keys()])
      return { pointer: name.slice(0, nameShown).toWellFormed(), message }
    })
}

const unknownShown = 20
const nameShown = 100

export function readQuery(kinds: QueryKinds, query: URLSearchParams | null): object {
  if (!query) return {}
  const values: Record<string, unknown> = {}
  for (const [name, kind] of kinds) {
    const texts = query.getAll(name)
    if (texts.length > 0) values[name] = parameterOf(kind, texts)
  }
  return values
}

function kindOf(property: unknown): Kind {
  const type = typeof property === 'object' && property && 'type' in property ? property.type : ''
  if (type === 'number' || type === 'integer' || type === 'boolean') return type
  if (type !== 'array') return 'text'
  return typeof property === 'object' && property && repeated in property ? 'repeated' : 'list'
}

/** A list whose parts may hold commas, so that each is a parameter of its own. */
const repeated = 'x-repeated'

const numeric = /^-?\d{1,20}(\.\d{1,30})?([eE][+-]?\d{1,3})?$/

/** A text that is no number or boolean stays a text: the schema then refuses it by name. */
function parameterOf(kind: Kind, texts: readonly string[]): unknown {
  const text = texts[0] ?? ''
  if (kind === 'repeated') return texts
  if (kind === 'list') return texts.flatMap((part) => part.split(',')).filter((part) => part !== '')
  if (kind === 'number') return numeric.test(text) ? Number(text) : text
  if (kind === 'integer') return /^-?\d{1,15}$/.test(text) ? Number(text) : text
  if (kind === 'boolean' && (text === 'true' || text === 'false')) return text === 'true'
  return text
}
