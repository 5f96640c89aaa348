import type { Endpoint, Parameter } from '../document.ts'
import { accessOf, exampleOf } from '../document.ts'

/** One call of an endpoint, before it is written down in a language. */
export interface ExampleCall {
  readonly method: string
  /** An id of the caller's and whatever else is not known here stands in it as a `$NAME`. */
  readonly url: string
  /** The variable that holds what lets the caller in, if anything must. */
  readonly secret: 'KEY' | 'TOKEN' | null
  readonly type: string | undefined
  readonly body: unknown
  readonly answers: 'image' | 'json' | 'text' | 'nothing'
}

export function exampleCallOf(endpoint: Endpoint, baseUrl: string): ExampleCall {
  const { method, operation } = endpoint
  const [type, content] = Object.entries(operation.requestBody?.content ?? {})[0] ?? []
  const access = accessOf(operation)
  return {
    method,
    url: `${baseUrl}${pathOf(endpoint)}${queryOf(operation.parameters)}`,
    secret: access.length === 0 ? null : access.includes('apiKey') ? 'KEY' : 'TOKEN',
    type,
    body: content === undefined ? undefined : exampleOf(content),
    answers: answersOf(endpoint),
  }
}

function pathOf({ path, operation }: Endpoint): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const example = exampleValue(operation.parameters.find((one) => one.name === name))
    return example === undefined ? `$${name.toUpperCase()}` : encodeURIComponent(example)
  })
}

function queryOf(parameters: readonly Parameter[]): string {
  const query = new URLSearchParams()
  for (const parameter of parameters) {
    if (parameter.in !== 'query' || !parameter.required) continue
    query.set(parameter.name, exampleValue(parameter) ?? '')
  }
  return query.size > 0 ? `?${query}` : ''
}

function exampleValue(parameter: Parameter | undefined): string | undefined {
  const value = parameter?.example ?? parameter?.schema.examples?.[0]
  if (value !== undefined) return String(value)
  // A path that takes whole numbers only names things that are counted from 1.
  return parameter?.schema.pattern?.startsWith('^[0-9]') ? '1' : undefined
}

/** The form that comes when none is asked for is described first. */
function answersOf({ operation }: Endpoint): ExampleCall['answers'] {
  const good = Object.entries(operation.responses).filter(([status]) => Number(status) < 300)
  const type = good.flatMap(([, { content }]) => Object.keys(content))[0]
  if (type === undefined) return 'nothing'
  if (type.startsWith('image/')) return 'image'
  return type === 'application/json' ? 'json' : 'text'
}
