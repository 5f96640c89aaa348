import { z } from 'zod'

/** The part of JSON Schema 2020-12 that zod writes and that a reader of the docs can use. */
export interface JsonSchema {
  readonly type?: string | readonly string[] | undefined
  readonly description?: string | undefined
  readonly format?: string | undefined
  readonly pattern?: string | undefined
  readonly enum?: readonly unknown[] | undefined
  readonly const?: unknown
  readonly default?: unknown
  readonly examples?: readonly unknown[] | undefined
  readonly minimum?: number | undefined
  readonly maximum?: number | undefined
  readonly minLength?: number | undefined
  readonly maxLength?: number | undefined
  readonly minItems?: number | undefined
  readonly maxItems?: number | undefined
  readonly properties?: Readonly<Record<string, JsonSchema>> | undefined
  readonly required?: readonly string[] | undefined
  readonly items?: JsonSchema | undefined
  readonly anyOf?: readonly JsonSchema[] | undefined
  readonly oneOf?: readonly JsonSchema[] | undefined
  readonly allOf?: readonly JsonSchema[] | undefined
}

const number = z.number().optional()

const objectForm = z.object({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  description: z.string().optional(),
  format: z.string().optional(),
  pattern: z.string().optional(),
  enum: z.array(z.unknown()).optional(),
  const: z.unknown().optional(),
  default: z.unknown().optional(),
  examples: z.array(z.unknown()).optional(),
  minimum: number,
  maximum: number,
  minLength: number,
  maxLength: number,
  minItems: number,
  maxItems: number,
  properties: z
    .record(
      z.string(),
      z.lazy(() => jsonSchema),
    )
    .optional(),
  required: z.array(z.string()).optional(),
  items: z.lazy(() => jsonSchema).optional(),
  anyOf: z.array(z.lazy(() => jsonSchema)).optional(),
  oneOf: z.array(z.lazy(() => jsonSchema)).optional(),
  allOf: z.array(z.lazy(() => jsonSchema)).optional(),
})

/** `true` and `false` are schemas too; neither says anything about fields. */
export const jsonSchema: z.ZodType<JsonSchema> = z.lazy(() =>
  z.union([objectForm, z.boolean().transform(() => ({}))]),
)

/** The forms a value may take, one entry per alternative that is not itself a choice. */
export function alternativesOf(schema: JsonSchema): readonly JsonSchema[] {
  if (schema.properties) return [schema]
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return choices.flatMap(alternativesOf)
  if (schema.allOf) return [merged(schema.allOf.flatMap(alternativesOf), 'all')]
  if (Array.isArray(schema.type)) return schema.type.map((type) => ({ ...schema, type }))
  return [schema]
}

/**
 * One object that shows every field of several, so that a reader sees each name once. In a
 * choice, a field that only some have is optional, and a field that differs is itself a choice.
 */
export function merged(objects: readonly JsonSchema[], how: 'all' | 'any'): JsonSchema {
  const names = new Set(objects.flatMap(({ properties = {} }) => Object.keys(properties)))
  const properties = Object.fromEntries(
    [...names].map((name) => [name, choiceOf(objects.flatMap((one) => propertyOf(one, name)))]),
  )
  const demands = (name: string) => (one: JsonSchema) => one.required?.includes(name) ?? false
  const required = [...names].filter((name) =>
    how === 'all' ? objects.some(demands(name)) : objects.every(demands(name)),
  )
  return { type: 'object', properties, required }
}

function propertyOf({ properties }: JsonSchema, name: string): readonly JsonSchema[] {
  const property = properties?.[name]
  return property ? [property] : []
}

function choiceOf(schemas: readonly JsonSchema[]): JsonSchema {
  const distinct = new Map(schemas.map((schema) => [JSON.stringify(schema), schema]))
  const [first, ...others] = distinct.values()
  if (!first || others.length > 0) return { anyOf: [...distinct.values()] }
  return first
}
