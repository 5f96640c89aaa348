import { z } from 'zod'

/**
 * Names of schemas in /openapi.json: generators of clients make a type of each. A registry of our
 * own, because zod's would write the names into the published schemas of messages, too.
 */
const registry = z.registry<{ readonly id: string }>()

export function named<T extends z.ZodType>(name: string, schema: T): T {
  const other = componentNames.get(name)
  if (other && other !== schema) throw new Error(`two schemas are named ${name}`)
  componentNames.set(name, schema)
  registry.add(schema, { id: name })
  return schema
}

const componentNames = new Map<string, z.ZodType>()

export function nameOf(schema: z.ZodType): string | undefined {
  return registry.get(schema)?.id
}

/** Each named schema as JSON Schema, the others in it as references. */
export function namedSchemas(io: 'input' | 'output'): Record<string, z.core.JSONSchema.BaseSchema> {
  const uri = (name: string) => `#/components/schemas/${name}`
  return z.toJSONSchema(registry, { io, uri, unrepresentable: 'any' }).schemas
}
