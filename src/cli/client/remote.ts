import { setTimeout as sleep } from 'node:timers/promises'
import type { z } from 'zod'
import { type Cli, CommandRefused } from '../command.ts'
import { readClientConfig } from './client-config.ts'
import { readLogin } from './login-file.ts'
import { Refusal, refusalOf, Unanswered } from './remote-refusals.ts'

/** The service that a client's command asks over HTTP. */
export interface Remote {
  readonly server: string
  /** The whole answer. A status other than 2xx is thrown as one sentence that says what to do. */
  ask(request: RemoteRequest): Promise<RemoteAnswer>
  /** An answer whose body is read as it comes; the limit is for its beginning. */
  open(request: RemoteRequest): Promise<Response>
}

interface RemoteRequest {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly path: string
  /** A name with several values is said as often. */
  readonly query?: RemoteQuery
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
  /** Sent as it is, instead of `body`; opened anew for each attempt. */
  readonly upload?: () => Upload
  /** Aborts this request: where a limit of the whole is not the right one. */
  readonly signal?: AbortSignal
  /** Statuses beside 2xx that the caller understands. */
  readonly accepts?: readonly number[]
}

export type RemoteQuery = Readonly<Record<string, string | readonly string[] | undefined>>

export interface Upload {
  readonly stream: ReadableStream<Uint8Array>
  /** In place of the limit of an answer: a large file takes its time. */
  readonly signal: AbortSignal
}

export interface RemoteAnswer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly body: unknown
}

export const defaultServer = 'http://127.0.0.1:3000'
const answerLimitMs = 30_000
const attempts = 4
const pauseMs = 500
const longestPauseMs = 20_000

/** With the key of the environment, or that of the login at this very server and no other. */
export async function openRemote(cli: Cli): Promise<Remote> {
  const { server: named, apiKey, file } = readClientConfig(cli.env)
  if (named !== null && apiKey !== null) return remoteWith(cli, named, apiKey)
  const login = await readLogin(file)
  const server = named ?? login?.server ?? defaultServer
  const key = apiKey ?? (login && sameServer(login.server, server) ? login.api_key : null)
  if (key !== null) return remoteWith(cli, server, key)
  const instead = login === null ? '' : ` The stored key is for ${login.server} only.`
  const message = `There is no key for ${server} yet. Run: npx enrich login, or set ENRICH_API_KEY.`
  throw new CommandRefused(`${message}${instead}`)
}

export function remoteWith(cli: Cli, server: string, key: string | null): Remote {
  const open = (request: RemoteRequest) => send(cli, { server, key, request })
  return {
    server,
    open,
    async ask(request) {
      // A request sent twice must not take effect twice.
      const repeatable = request.method === 'GET' || request.headers?.['Idempotency-Key']
      const tries = repeatable ? attempts : 1
      return repeated(cli, tries, async () => {
        const response = await open(request)
        // Decoded by ourselves, because `text()` takes away the mark that a CSV begins with.
        const bytes = await reached(cli, server, () => response.arrayBuffer())
        const text = Buffer.from(bytes).toString('utf8')
        return { status: response.status, headers: response.headers, text, body: parsed(text) }
      })
    },
  }
}

/** An answer of the form that this release knows. */
export function understood<T>(remote: Remote, schema: z.ZodType<T>, body: unknown): T {
  const parsed = schema.safeParse(body)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new CommandRefused(
    `The answer of ${remote.server} is of another form (${issue?.path.join('.')}: ` +
      `${issue?.message}): is it another release?`,
  )
}

interface Sending {
  readonly server: string
  readonly key: string | null
  readonly request: RemoteRequest
}

async function send(cli: Cli, { server, key, request }: Sending): Promise<Response> {
  const upload = request.upload?.()
  const limit = upload?.signal ?? request.signal ?? AbortSignal.timeout(answerLimitMs)
  const headers = new Headers({ accept: 'application/json', ...request.headers })
  if (key !== null) headers.set('authorization', `Bearer ${key}`)
  const { body } = request
  if (body !== undefined) headers.set('content-type', 'application/json')
  return reached(cli, server, async () => {
    const response = await fetch(addressOf(server, request), {
      method: request.method,
      headers,
      // A key does not follow to where somebody else points.
      redirect: 'manual',
      signal: AbortSignal.any([cli.signal, limit]),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(upload === undefined ? {} : { body: upload.stream, duplex: 'half' }),
    })
    if (response.ok || request.accepts?.includes(response.status)) return response
    throw refusalOf(server, response, parsed(await response.text()))
  })
}

/** A refusal of the network becomes a sentence; every other error passes. */
export async function reached<T>(cli: Cli, server: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (cause) {
    if (cli.signal.aborted || cause instanceof CommandRefused) throw cause
    throw new Unanswered(server, cause)
  }
}

async function repeated<T>(cli: Cli, tries: number, act: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await act()
    } catch (error) {
      const waitMs = waitAfter(error, attempt)
      if (waitMs === null || attempt >= tries) throw error
      await sleep(waitMs, undefined, { signal: cli.signal })
    }
  }
}

/** Null when trying again is of no use. */
function waitAfter(error: unknown, attempt: number): number | null {
  if (error instanceof Unanswered) return error.nobodyListens ? null : pauseMs * attempt
  if (!(error instanceof Refusal) || error.retryAfterMs === null) return null
  return error.retryAfterMs > longestPauseMs ? null : error.retryAfterMs
}

function addressOf(server: string, { path, query = {} }: RemoteRequest): URL {
  const address = new URL(`${server.replace(/\/+$/, '')}${path}`)
  for (const [name, value] of Object.entries(query)) {
    for (const each of value === undefined ? [] : [value].flat()) {
      address.searchParams.append(name, each)
    }
  }
  return address
}

function sameServer(one: string, other: string): boolean {
  return new URL(one).href === new URL(other).href
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
