import type { JsonSchema } from './types-of.ts'
import { membersOf, noteOf, typeOf } from './types-of.ts'

/** The description that the service publishes, as far as a client follows from it. */
export interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly components: { readonly schemas: Readonly<Record<string, unknown>> }
}

interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly required: boolean; readonly content: Content }
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>
}

interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly description?: string
  readonly explode?: boolean
  readonly schema: JsonSchema
}

type Content = Readonly<Record<string, { readonly schema?: JsonSchema }>>

/** Pages for people, what the payment provider calls, and the door of agents, who bring a client. */
const leftOut = /^(show|callTools$|receiveStripeEvent$|getMetrics$|getOpenapi$)/

const head =
  '// Written by `npm run client` from the endpoints; the test of this folder holds it to them.\n'

/** The text of `src/client/data/operations.ts`: names, table and types of all calls. */
export function operationsText(description: Description): string {
  const all = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      // as: the description is our own, made in openapi.ts.
      return new Call(path, method.toUpperCase(), operation as Operation, description)
    }),
  )
  const calls = all.filter(({ operation }) => !leftOut.test(operation.operationId))
  const table = calls.map((call) => `  ${call.name}: ${call.row()},`)
  const types = calls.flatMap((call) => call.types())
  const schemas = Object.entries(description.components.schemas).flatMap(
    ([name, schema]) => namedType(name, schema as JsonSchema), // as: components.ts gives JSON Schemas.
  )
  return [
    head,
    'export const operations = {',
    ...table,
    '} as const\n',
    'export interface Operations {',
    ...types,
    '}\n',
    ...schemas,
  ].join('\n')
}

function namedType(name: string, schema: JsonSchema): readonly string[] {
  const note = schema.description ? [`/** ${noteOf(schema.description)} */`] : []
  if (Object.keys(schema.properties ?? {}).length === 0)
    return [...note, `export type ${name} = ${typeOf(schema)}\n`]
  return [...note, `export interface ${name} {`, ...membersOf(schema, '  '), '}\n']
}

class Call {
  readonly name: string
  readonly operation: Operation
  readonly #path: string
  readonly #method: string
  readonly #schemas: Description['components']['schemas']

  constructor(path: string, method: string, operation: Operation, description: Description) {
    this.name = operation.operationId
    this.operation = operation
    this.#path = path
    this.#method = method
    this.#schemas = description.components.schemas
  }

  /** An array is one parameter with commas, marked so, or the parameter several times. */
  row(): string {
    const query = marked(this.#query())
    const members = [
      `path: '${this.#method} ${this.#path}'`,
      ...(query.length > 0 ? [`query: ${JSON.stringify(query)}`] : []),
      ...(this.#body() ? ['body: true'] : []),
      ...(this.#header('Idempotency-Key') ? ['once: true'] : []),
      ...(this.#isPending() ? ['pending: true'] : []),
      ...(this.#isUpload() ? [`upload: ${JSON.stringify(marked(this.#parameters('query')))}`] : []),
      ...(this.#answer() === 'Response' ? ['raw: true'] : []),
    ]
    return `{ ${members.join(', ')} }`
  }

  types(): readonly string[] {
    const members = [
      `readonly input: ${this.#input()}`,
      `readonly answer: ${this.#answer()}`,
      ...(this.#isUpload() ? [`readonly upload: ${listed([], this.#parameters('query'))}`] : []),
    ]
    const note = `  /** ${noteOf(this.operation.summary)} */`
    return [note, `  readonly ${this.name}: { ${members.join('; ')} }`]
  }

  #input(): string {
    const path = this.#parameters('path')
    const query = this.#query()
    const body = this.#body()
    const parts = [
      ...(body ? [this.operation.requestBody?.required ? body : `Partial<${body}>`] : []),
      ...(path.length + query.length > 0 ? [listed(path, query)] : []),
    ]
    return parts.length > 0 ? parts.join(' & ') : 'Record<string, never>'
  }

  /** An answer that is no JSON is handed over as it comes. */
  #answer(): string {
    const types = Object.entries(this.operation.responses)
      .filter(([status]) => status.startsWith('2'))
      .filter(([status]) => !(status === '202' && this.#isPending()))
      .map(([, { content }]) => {
        if (!content || Object.keys(content).length === 0) return 'null'
        const schema = content['application/json']?.schema
        return schema?.$ref ? typeOf(schema) : 'Response'
      })
    return [...new Set(types)].join(' | ')
  }

  #isPending(): boolean {
    const schema = this.operation.responses['202']?.content?.['application/json']?.schema
    return schema?.$ref?.endsWith('/PendingAnswer') === true
  }

  #isUpload(): boolean {
    return Object.keys(this.operation.requestBody?.content ?? {}).length > 1
  }

  #body(): string | null {
    const schema = this.operation.requestBody?.content['application/json']?.schema
    return schema ? typeOf(schema) : null
  }

  /** A name that the body has, too, is said in the body. */
  #query(): readonly Parameter[] {
    // as: components.ts gives JSON Schemas.
    const body = this.#schemas[this.#body() ?? ''] as JsonSchema | undefined
    return this.#parameters('query').filter(({ name }) => !(name in (body?.properties ?? {})))
  }

  #parameters(place: Parameter['in']): readonly Parameter[] {
    return (this.operation.parameters ?? []).filter((parameter) => parameter.in === place)
  }

  #header(name: string): boolean {
    return this.#parameters('header').some((parameter) => parameter.name === name)
  }
}

function marked(query: readonly Parameter[]): readonly string[] {
  return query.map(({ name, explode }) => (explode === false ? `${name},` : name))
}

function listed(path: readonly Parameter[], query: readonly Parameter[]): string {
  const members = membersOf(
    {
      properties: Object.fromEntries([...path, ...query].map(({ name, schema }) => [name, schema])),
      required: path.map(({ name }) => name),
    },
    '',
  )
  return `{ ${members.filter((line) => !line.startsWith('/**')).join('; ')} }`
}
