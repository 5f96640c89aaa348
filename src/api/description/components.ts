import type { z } from 'zod'
import { namedSchemas, nameOf } from '../http/named.ts'
import type { Route } from '../route.ts'
import { problemErrorSchema, problemSchema } from './problems.ts'
import { sentEvents } from './webhooks.ts'

/** A schema that is sent otherwise than it is answered is two, and needs two names. */
export function componentsOf(routes: readonly Route[]): Record<string, unknown> {
  const sent = routes.flatMap(({ body }) => body?.schema ?? [])
  const answered = routes.flatMap(({ answers }) =>
    Object.values(answers).flatMap(({ schema }) => schema ?? []),
  )
  const told = Object.values(sentEvents).map(({ schema }) => schema)
  const bodies = reachableFrom(sent, namedSchemas('input'))
  const replies = reachableFrom([...answered, ...told], namedSchemas('output'))
  const ambiguous = Object.keys(bodies).find(
    (name) => name in replies && JSON.stringify(bodies[name]) !== JSON.stringify(replies[name]),
  )
  if (ambiguous) throw new Error(`${ambiguous} is sent otherwise than it is answered`)
  return { Problem: problemSchema, ProblemError: problemErrorSchema, ...bodies, ...replies }
}

/** The named schemas, and those that they refer to. */
function reachableFrom(
  schemas: readonly z.ZodType[],
  all: ReturnType<typeof namedSchemas>,
): Record<string, unknown> {
  const found: Record<string, unknown> = {}
  const open = schemas.map((schema) => nameOf(schema) ?? '')
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    const schema = all[name]
    if (name in found || !schema) continue
    const { $schema: _schema, $id: _id, ...rest } = schema
    found[name] = rest
    open.push(...[...JSON.stringify(rest).matchAll(references)].map(([, other = '']) => other))
  }
  return found
}

const references = /"\$ref":"#\/components\/schemas\/(\w+)"/g

export function referenceTo(schema: z.ZodType) {
  const name = nameOf(schema)
  if (name === undefined) throw new Error('a body or an answer has no name')
  return { $ref: `#/components/schemas/${name}` }
}
