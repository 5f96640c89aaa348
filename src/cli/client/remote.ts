import type { z } from 'zod'
import type { Client } from '../../client/client.ts'
import { openClient } from '../../client/client.ts'
import { repeated } from '../../client/repeat.ts'
import { ApiError, readJson, send } from '../../client/send.ts'
import { type Cli, CommandRefused } from '../command.ts'
import { readClientConfig } from './client-config.ts'
import { readLogin } from './login-file.ts'
import { refusalOf } from './remote-refusals.ts'

/** The service that a client's command asks over HTTP. */
export interface Remote {
  readonly server: string
  /** The whole answer. A status other than 2xx is thrown as one sentence that says what to do. */
  ask(request: RemoteRequest): Promise<RemoteAnswer>
  /** An answer whose body is read as it comes; the limit is for its beginning. */
  open(request: RemoteRequest): Promise<Response>
  /** A call of the typed client, whose errors are told as all others are. */
  call<T>(act: (client: Client) => Promise<T>): Promise<T>
  /** The items of a list, or the first `max` of them. */
  all<T>(list: (client: Client) => AsyncIterable<T>, max?: number): Promise<readonly T[]>
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
/** Where an upload or a stream of events has a limit of its own. */
const withoutLimitMs = 24 * 3_600_000

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
  const begin = (request: RemoteRequest) => beginning(cli, { server, key, request })
  const client = openClient({ server, key, signal: cli.signal, answerLimitMs })
  return {
    server,
    open: (request) => reached(cli, server, () => begin(request)),
    ask(request) {
      // A request sent twice must not take effect twice.
      const isRepeatable = request.method === 'GET' || request.headers?.['Idempotency-Key']
      const repeating = { signal: cli.signal, ...(isRepeatable ? {} : { attempts: 1 }) }
      const once = async () => {
        const response = await begin(request)
        // Decoded by ourselves, because `text()` takes away the mark that a CSV begins with.
        const bytes = await response.arrayBuffer().catch((cause) => {
          throw new ApiError(0, {}, null, cause)
        })
        const text = Buffer.from(bytes).toString('utf8')
        return { status: response.status, headers: response.headers, text, body: readJson(text) }
      }
      return reached(cli, server, () => repeated(once, repeating))
    },
    call: (act) => reached(cli, server, () => act(client)),
    all: (list, max) => reached(cli, server, () => firstOf(list(client), max)),
  }
}

async function firstOf<T>(
  items: AsyncIterable<T>,
  max = Number.POSITIVE_INFINITY,
): Promise<readonly T[]> {
  const found: T[] = []
  for await (const item of items) {
    if (found.length >= max) break
    found.push(item)
  }
  return found
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

function beginning(cli: Cli, { server, key, request }: Sending): Promise<Response> {
  const { method, headers, body } = request
  const upload = request.upload?.()
  const own = upload?.signal ?? request.signal
  return send({
    ...{ method, url: addressOf(server, request), key, headers, body, content: upload?.stream },
    signal: own ? AbortSignal.any([cli.signal, own]) : cli.signal,
    limitMs: own ? withoutLimitMs : answerLimitMs,
  }).catch((error) => {
    // Ended by a limit of its own, not by whoever typed the command.
    throw own?.aborted && !cli.signal.aborted ? new ApiError(0, {}, null, own.reason) : error
  })
}

/** Errors of the client become a sentence; so does a connection that broke on the way. */
export async function reached<T>(cli: Cli, server: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (cause) {
    if (cli.signal.aborted || cause instanceof CommandRefused) throw cause
    throw refusalOf(server, cause instanceof ApiError ? cause : new ApiError(0, {}, null, cause))
  }
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
