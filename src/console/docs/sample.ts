import type { JsonSchema } from './json-schema.ts'
import { alternativesOf } from './json-schema.ts'

const deepest = 6

/** A value of the form that a schema describes, for answers that come without an example. */
export function sampleOf(schema: JsonSchema, depth = 0): unknown {
  const given = schema.examples?.[0] ?? schema.default
  if (given !== undefined) return given
  const alternatives = alternativesOf(schema)
  const object = richest(alternatives.filter(({ properties }) => properties))
  if (object && depth < deepest) return sampleObject(object, depth)
  const [first = {}] = alternatives.filter(({ type }) => type !== 'null')
  if (first.examples) return first.examples[0]
  if (first.const !== undefined) return first.const
  if (first.enum) return first.enum[0]
  if (first.items) return depth < deepest ? [sampleOf(first.items, depth + 1)] : []
  return sampleScalar(first)
}

/** A choice is shown in its fullest form; a mixture would be a value that nobody ever sends. */
function richest(objects: readonly JsonSchema[]): JsonSchema | undefined {
  const sized = objects.map((object) => ({ object, size: JSON.stringify(object).length }))
  return sized.sort((a, b) => b.size - a.size)[0]?.object
}

function sampleObject({ properties = {} }: JsonSchema, depth: number): unknown {
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, sampleOf(schema, depth + 1)]),
  )
}

function sampleScalar({ type, format, pattern }: JsonSchema): unknown {
  if (format === 'date-time') return '2026-01-01T00:00:00.000Z'
  if (pattern === '^[0-9a-f]{64}$') return '0'.repeat(64)
  if (type === 'integer' || type === 'number') return 0
  if (type === 'boolean') return true
  if (type === 'string') return '…'
  return type === 'object' ? {} : null
}
