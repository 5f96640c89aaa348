import { z } from 'zod'
import type { JsonSchema } from './json-schema.ts'
import { jsonSchema } from './json-schema.ts'
import { inlineReferences } from './references.ts'

/** The parts of an OpenAPI 3.1 description that the page reads, in its order. */
export interface ApiDocument {
  readonly title: string
  readonly version: string
  readonly description: string
  readonly baseUrl: string
  readonly sections: readonly Section[]
}

export interface Section {
  readonly name: string
  readonly description: string
  readonly endpoints: readonly Endpoint[]
}

export interface Endpoint {
  readonly method: string
  readonly path: string
  readonly operation: Operation
}

export type Operation = z.infer<typeof operationSchema>
export type Parameter = z.infer<typeof parameterSchema>
export type DocumentedAnswer = z.infer<typeof answerSchema>
export type Content = z.infer<typeof contentSchema>

const anything: JsonSchema = {}

const contentSchema = z.object({
  schema: jsonSchema.default(anything),
  example: z.unknown().optional(),
  examples: z.record(z.string(), z.object({ value: z.unknown() })).default({}),
})

const contents = z.record(z.string(), contentSchema).default({})

const parameterSchema = z.object({
  name: z.string(),
  in: z.string(),
  required: z.boolean().default(false),
  description: z.string().optional(),
  schema: jsonSchema.default(anything),
  example: z.unknown().optional(),
})

const answerSchema = z.object({
  description: z.string().default(''),
  headers: z.record(z.string(), z.object({ description: z.string().default('') })).default({}),
  content: contents,
})

const operationSchema = z.object({
  operationId: z.string().optional(),
  summary: z.string().default(''),
  description: z.string().default(''),
  tags: z.array(z.string()).default([]),
  parameters: z.array(parameterSchema).default([]),
  requestBody: z.object({ content: contents }).optional(),
  responses: z.record(z.string(), answerSchema).default({}),
  security: z.array(z.record(z.string(), z.unknown())).optional(),
})

const documentSchema = z.object({
  info: z.object({
    title: z.string(),
    version: z.string(),
    description: z.string().default(''),
  }),
  servers: z.array(z.object({ url: z.string() })).default([]),
  tags: z.array(z.object({ name: z.string(), description: z.string().default('') })).default([]),
  security: z.array(z.record(z.string(), z.unknown())).default([]),
  paths: z.record(z.string(), z.record(z.string(), z.unknown())),
})

const methods = ['get', 'post', 'put', 'patch', 'delete', 'head', 'options']
const untagged = 'Other'

/** Throws on what is no OpenAPI: the description is our own, so a fault in it is our bug. */
export function readDocument(openapi: unknown): ApiDocument {
  const { info, servers, tags, security, paths } = documentSchema.parse(inlineReferences(openapi))
  const endpoints = Object.entries(paths).flatMap(([path, item]) =>
    methods
      .filter((method) => item[method] !== undefined)
      .map((method) => endpointOf(method, path, { security, ...asObject(item[method]) })),
  )
  return {
    ...info,
    baseUrl: (servers[0]?.url ?? '').replace(/\/$/, ''),
    sections: sectionsOf(tags, endpoints),
  }
}

/** The scheme names that an endpoint accepts; none is public. */
export function accessOf({ security = [] }: Operation): readonly string[] {
  return [...new Set(security.flatMap((requirement) => Object.keys(requirement)))]
}

/** The example that the description gives for a body, or undefined. */
export function exampleOf({ example, examples, schema }: Content): unknown {
  return example ?? Object.values(examples)[0]?.value ?? schema.examples?.[0]
}

/** As it comes: a text that holds JSON, such as a line for each row, is not quoted once more. */
export function exampleText(example: unknown): string {
  return typeof example === 'string' ? example.trimEnd() : JSON.stringify(example, null, 2)
}

export function anchorOf({ method, path }: Endpoint): string {
  const words = path.replace(/[^A-Za-z0-9]+/g, '-').replace(/^-|-$/g, '')
  return `${method.toLowerCase()}-${words || 'index'}`.toLowerCase()
}

function endpointOf(method: string, path: string, operation: unknown): Endpoint {
  return { method: method.toUpperCase(), path, operation: operationSchema.parse(operation) }
}

function asObject(value: unknown): object {
  return typeof value === 'object' && value !== null ? value : {}
}

function sectionsOf(
  tags: readonly { readonly name: string; readonly description: string }[],
  endpoints: readonly Endpoint[],
): readonly Section[] {
  const known = new Map(tags.map(({ name, description }) => [name, description]))
  const tagOf = ({ operation }: Endpoint) => operation.tags[0] ?? untagged
  const names = new Set([...known.keys(), ...endpoints.map(tagOf)])
  return [...names]
    .map((name) => ({
      name,
      description: known.get(name) ?? '',
      endpoints: endpoints.filter((endpoint) => tagOf(endpoint) === name),
    }))
    .filter((section) => section.endpoints.length > 0)
}
