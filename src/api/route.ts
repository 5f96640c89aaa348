import type { z } from 'zod'
import type { ProblemCode, ProblemError } from '../messages/problem.ts'
import type { Caller } from './accounts/authenticate.ts'
import type { ApiContext } from './context.ts'
import type { Exchange } from './http/exchange.ts'
import { ProblemSignal } from './http/exchange.ts'

/**
 * An endpoint as data: the same object routes, validates, authenticates and describes itself in
 * /openapi.json, so that these four cannot disagree.
 */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly tag: string
  readonly summary: string
  readonly description?: string
  /** `key`: an API key, paid calls; `account`: a key or a session token; `session`: that alone. */
  readonly auth: 'public' | 'key' | 'account' | 'session'
  readonly paid?: boolean
  readonly params?: z.ZodObject
  readonly query?: z.ZodObject
  readonly body?: RouteBody
  readonly answers: Readonly<Record<number, RouteAnswer>>
  readonly problems?: readonly ProblemCode[]
  readonly handle: (context: ApiContext, exchange: Exchange, input: Input) => Promise<void> | void
}

export interface RouteBody {
  readonly schema: z.ZodType
  readonly examples: readonly unknown[]
  /** The handler reads the body itself, as it comes: JSON, or one of these, with an example. */
  readonly streamed?: Readonly<Record<string, string>>
}

export interface RouteAnswer {
  readonly description: string
  readonly mediaType?: string
  readonly schema?: z.ZodType
  readonly example?: unknown
  readonly headers?: readonly string[]
}

export interface Input {
  readonly params: Readonly<Record<string, string>>
  readonly query: unknown
  readonly body: unknown
  readonly caller: Caller | null
}

/** The value as the schema has it, or a 400 that points at every fault. */
export function parse<T>(schema: z.ZodType<T>, value: unknown, where: 'body' | 'query'): T {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const errors = parsed.error.issues
    .slice(0, errorsShown)
    .flatMap((issue) => errorsOf(issue, where))
  const detail = `The ${where} is not valid: ${errors[0]?.pointer || where} ${errors[0]?.message}.`
  throw new ProblemSignal('invalid_request', { detail, errors })
}

const errorsShown = 20

function errorsOf(issue: z.core.$ZodIssue, where: 'body' | 'query'): ProblemError[] {
  const message = issue.message.replace(/[^\x20-\x7e]+/g, ' ')
  if (where === 'query') return [{ pointer: issue.path.join('.'), message }]
  return [{ pointer: pointerOf(issue.path), message }]
}

/** RFC 6901. */
export function pointerOf(path: readonly PropertyKey[]): string {
  return path.map((step) => `/${String(step).replace(/~/g, '~0').replace(/\//g, '~1')}`).join('')
}

/** The caller of a route that is not public: the router has checked it. */
export function callerOf(input: Input): Caller {
  if (!input.caller) throw new Error('a route without authentication asked for its caller')
  return input.caller
}
