import { z } from 'zod'
import type { Call } from '../../../ledger/prices.ts'
import type { InsideCall } from '../../inside.ts'
import type { Route } from '../../route.ts'

/** A tool is an endpoint under a name that agents know: its input and answer are the endpoint's. */
export interface Tool {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly input: z.ZodObject
  readonly output: z.ZodObject
  readonly isReadOnly: boolean
  readonly isPaid: boolean
  call(input: ToolInput): InsideCall
  /** At most so much, free calls left out of account. Null for tools that cost nothing. */
  price(input: ToolInput): { readonly call: Call; readonly items: number } | null
  /** The endpoint's answer as an object. */
  shown(body: unknown): object
}

export type ToolInput = Readonly<Record<string, unknown>>

interface ToolParts {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly route: Route
  /** Members in place of those that the endpoint names, or that it leaves open. */
  readonly input?: z.ZodRawShape
  readonly without?: readonly string[]
  readonly output?: z.ZodObject
  /** Parts of the query that the tool decides. */
  readonly query?: Readonly<Record<string, string>>
  readonly price?: Tool['price']
  readonly shown?: Tool['shown']
}

/** Beside the input of a paid endpoint. */
const paidInput = {
  max_cents: z.int().min(0).optional().meta({
    description: 'Refuse the call, free, when it could cost more. Free calls are not counted on.',
  }),
  idempotency_key: z
    .string()
    .min(1)
    .max(255)
    .optional()
    .meta({ description: 'The same key again gives the same answer and is charged once.' }),
}

/** Beside the answer of a paid endpoint: what an agent needs to account for what it spent. */
const paidOutput = {
  charged_cents: z
    .int()
    .nullable()
    .meta({ description: 'Null: set aside, and charged as it runs.' }),
  free_calls_used: z.int().nullable(),
  balance_cents: z.int().nullable(),
  ledger_entry: z
    .string()
    .nullable()
    .meta({ description: 'The receipt, `seq;hash`, of the entry that charged it.' }),
}

export function toolOf(parts: ToolParts): Tool {
  const { route, query = {}, price = () => null } = parts
  const isPaid = route.paid === true
  const inBody = bodyShapeOf(route)
  const names = {
    params: [...route.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name),
    query: Object.keys(route.query?.shape ?? {}).filter((name) => !(name in inBody)),
  }
  const output = parts.output ?? answerOf(route)
  return {
    ...{ name: parts.name, title: parts.title, description: parts.description, isPaid, price },
    input: z.object(
      withoutNames(inputOf(parts), [...(parts.without ?? []), ...Object.keys(query)]),
    ),
    output: isPaid ? z.looseObject({ ...output.shape, ...paidOutput }) : output,
    isReadOnly: route.method === 'GET',
    shown: parts.shown ?? objectOf,
    call(input) {
      const asked = { ...named(input, names.query), ...query }
      const path = route.path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(`${input[name]}`))
      const rest = withoutNames(input, [...names.params, ...names.query, ...Object.keys(paidInput)])
      const search = new URLSearchParams(
        Object.entries(asked).map(([name, value]): [string, string] => [name, String(value)]),
      )
      return {
        method: route.method,
        path: search.size > 0 ? `${path}?${search}` : path,
        ...(route.body ? { body: rest } : {}),
      }
    },
  }
}

function inputOf({ route, input = {} }: ToolParts): z.ZodRawShape {
  const { params, query, paid } = route
  return {
    ...params?.shape,
    ...query?.shape,
    ...bodyShapeOf(route),
    ...(paid ? paidInput : {}),
    ...input,
  }
}

function bodyShapeOf({ body }: Route): z.ZodRawShape {
  return body?.schema instanceof z.ZodObject ? body.schema.shape : {}
}

/** Answers grow: an agent of today must not fail at a member of tomorrow. */
function answerOf({ name, answers }: Route & { readonly name?: string }): z.ZodObject {
  const schema = Object.values(answers)[0]?.schema
  if (schema instanceof z.ZodObject) return z.looseObject(schema.shape)
  throw new Error(`the tool ${name} has no answer that is an object`)
}

function objectOf(body: unknown): object {
  return typeof body === 'object' && body !== null ? body : { answer: body }
}

function named<T>(from: Readonly<Record<string, T>>, names: readonly string[]): Record<string, T> {
  return Object.fromEntries(
    Object.entries(from).filter(([name, value]) => names.includes(name) && value !== undefined),
  )
}

function withoutNames<T>(
  from: Readonly<Record<string, T>>,
  names: readonly string[],
): Record<string, T> {
  return Object.fromEntries(Object.entries(from).filter(([name]) => !names.includes(name)))
}
