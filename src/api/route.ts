import { z } from 'zod'
import { readTold } from '../messages/faults.ts'
import type { ProblemCode, ProblemError } from '../messages/problem.ts'
import type { Caller } from './accounts/callers/find-callers.ts'
import type { ApiContext } from './context.ts'
import type { Exchange } from './http/exchange.ts'
import { ProblemSignal } from './http/exchange.ts'
import { named } from './http/named.ts'
import type { ApiTag } from './http/tags.ts'
import type { Scope } from './keys/rights.ts'

/**
 * An endpoint as data: the same object routes, validates, authenticates and describes itself in
 * /openapi.json, so that these four cannot disagree. `handle` is given what the schemas beside it
 * say; the router has parsed it with these very schemas, and has found the caller.
 */
export function defineRoute<
  const Auth extends Access,
  const Path extends string,
  Query extends z.ZodObject = z.ZodObject<Record<never, never>>,
  Body extends z.ZodType = z.ZodNull,
>(route: RouteDefinition<Auth, Path, Query, Body> & Scoped<Auth>): Route {
  return route
}

/** A route that a key may call says which scope the key needs. */
type Scoped<Auth extends Access> = Auth extends 'key' | 'account'
  ? { readonly scope: Scope | 'any' }
  : { readonly scope?: never }

/** `key`: an API key, paid calls; `account`: a key or a session token; `session`: that alone. */
export type Access = 'public' | 'key' | 'account' | 'session'

/** An endpoint of the table, whatever its input. */
export type Route = RouteDefinition<Access, string, z.ZodObject, z.ZodType>

export type RouteInput = Input<Access, string, z.ZodObject, z.ZodType>

export interface RouteDefinition<
  Auth extends Access,
  Path extends string,
  Query extends z.ZodObject,
  Body extends z.ZodType,
> {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  readonly path: Path
  /** How clients that are made from the description name the call. */
  readonly operationId: string
  readonly tag: ApiTag
  readonly summary: string
  readonly description?: string
  readonly auth: Auth
  /** `any`: what is asked behind it demands its own. */
  readonly scope?: Scope | 'any'
  readonly paid?: boolean
  /** A ticket in the query (accounts/callers/tickets.ts) stands for the header that is missing. */
  readonly ticketed?: boolean
  /** Tells how the service does: it waits for no stranger. */
  readonly vital?: boolean
  /** Request or answer hold a secret: only the same credential is given the answer again. */
  readonly holdsSecret?: boolean
  readonly params?: z.ZodObject
  readonly query?: Query
  readonly body?: RouteBody<Body>
  readonly answers: Readonly<Record<number, RouteAnswer>>
  readonly problems?: readonly ProblemCode[]
  // A method, because only methods let the table hold handlers of narrower input.
  handle(
    context: ApiContext,
    exchange: Exchange,
    input: Input<Auth, Path, Query, Body>,
  ): Promise<void> | void
}

/**
 * Whether answers are kept by the caller's Idempotency-Key, so that a retry does nothing twice.
 * Paid calls and uploads see to that themselves: they are commands on the log.
 */
export function keepsAnswers({ method, auth, paid, body }: Route): boolean {
  return method === 'POST' && auth !== 'public' && !paid && !body?.streamed
}

export interface RouteBody<Body extends z.ZodType = z.ZodType> {
  readonly schema: Body
  readonly examples: readonly unknown[]
  /** It may be left out; what is sent and is no JSON is thrown away. */
  readonly optional?: true
  /** The handler reads the body itself, as it comes: JSON, or one of these, with an example. */
  readonly streamed?: Readonly<Record<string, string>>
}

/** For a POST that needs no body: whoever sends members all the same wants more than it does. */
export const noMembers = {
  schema: named('NoMembers', z.strictObject({})),
  examples: [{}],
  optional: true,
} as const

export interface RouteAnswer {
  readonly description: string
  readonly mediaType?: string
  readonly schema?: z.ZodType
  readonly example?: unknown
  readonly headers?: readonly string[]
  /** Other forms of it that `Accept` or a parameter asks for, with an example each. */
  readonly forms?: Readonly<Record<string, string>>
}

interface Input<
  Auth extends Access,
  Path extends string,
  Query extends z.ZodObject,
  Body extends z.ZodType,
> {
  readonly params: Readonly<Record<NamesIn<Path>, string>>
  readonly query: z.infer<Query>
  readonly body: z.infer<Body>
  readonly caller: Auth extends 'public' ? null : Caller
}

/** `id` and `delivery` in `/webhooks/:id/deliveries/:delivery`. */
type NamesIn<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | NamesIn<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never

/** The value as the schema has it, or a 400 that points at every fault. */
export function parse<T>(schema: z.ZodType<T>, value: unknown, where: 'body' | 'query'): T {
  const parsed = readTold(schema, value)
  if (parsed.success) return parsed.data
  const errors = parsed.error.issues.slice(0, errorsShown).map((issue) => errorOf(issue, where))
  throw invalid(where, errors)
}

export function invalid(where: 'body' | 'query', errors: readonly ProblemError[]): ProblemSignal {
  const [first] = errors
  const named = first?.pointer.replace(/[^\x20-\x7e]+/g, ' ') || where
  const detail = `The ${where} is not valid: ${named} ${first?.message}.`
  return new ProblemSignal('invalid_request', { detail, errors })
}

const errorsShown = 20

function errorOf(issue: z.core.$ZodIssue, where: 'body' | 'query'): ProblemError {
  const message = issue.message.replace(/[^\x20-\x7e]+/g, ' ')
  if (where === 'query') return { pointer: issue.path.join('.'), message }
  return { pointer: pointerOf(issue.path), message }
}

/** RFC 6901. */
export function pointerOf(path: readonly PropertyKey[]): string {
  return path.map((step) => `/${String(step).replace(/~/g, '~0').replace(/\//g, '~1')}`).join('')
}
