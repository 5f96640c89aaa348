import type { IncomingMessage, ServerResponse } from 'node:http'
import express from 'express'
import { isAccountGone, isDatabaseAway } from '../db/pool.ts'
import { CodedError, errorText } from '../errors.ts'
import type { Report } from '../report.ts'
import type { Caller } from './accounts/callers/find-callers.ts'
import type { Admitted } from './admission/admitted.ts'
import { answerOnce } from './calls/answer-once.ts'
import { readIdempotencyKey } from './calls/idempotency.ts'
import type { ApiContext } from './context.ts'
import { admit, callerOf } from './door.ts'
import { Exchange, ProblemSignal } from './http/exchange.ts'
import { isLarge, largeBodies } from './http/large-bodies.ts'
import type { QueryKinds } from './http/query.ts'
import { kindsOf, readQuery, unknownParameters } from './http/query.ts'
import { readJson, sendsJson } from './http/read-body.ts'
import type { Route, RouteInput } from './route.ts'
import { invalid, keepsAnswers, parse } from './route.ts'
import { sendMissing } from './routes/service/send-page.ts'

interface AppDeps {
  readonly context: ApiContext
  readonly report: Report
  readonly served: readonly Route[]
}

type Listener = (request: IncomingMessage, response: ServerResponse) => void

/**
 * The HTTP side: every route of the table, and an answer in problem+json for everything else. Paths
 * without parameters are found in a map; Express, which tries its patterns one by one and gives
 * every request and response another prototype, would cost such a call a third of its time.
 */
export function openApp({ context, report, served }: AppDeps): Listener {
  const fixed = new Map<string, Running>()
  const byPath = new Map<string, Route[]>()
  for (const route of served) {
    byPath.set(route.path, [...(byPath.get(route.path) ?? []), route])
    const running = { route, kinds: route.query ? kindsOf(route.query) : noKinds, context, report }
    if (!route.path.includes(':')) fixed.set(`${route.method} ${route.path}`, running)
  }
  const app = openExpress({ byPath, context, report })
  const listener: Listener = (request, response) => {
    const url = request.url ?? '/'
    const mark = url.indexOf('?')
    const path = mark < 0 ? url : url.slice(0, mark)
    const running = fixed.get(`${request.method} ${path}`)
    if (running) void run(running, request, response, {})
    else app(request, response)
  }
  context.inside.serve(listener)
  return listener
}

const noKinds: QueryKinds = new Map()

/** Paths with parameters, wrong methods, and what is not there. */
function openExpress({ byPath, context, report }: ExpressDeps): express.Express {
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.enable('strict routing')
  app.enable('case sensitive routing')
  for (const [path, some] of byPath) mount({ app, path, some, context, report })
  app.use(async (request: IncomingMessage, response: ServerResponse) => {
    const exchange = new Exchange(request, response)
    await context.strangers.turn('others')
    const detail = `There is nothing at ${exchange.path}. See GET /.`
    sendMissing(exchange, context.pages, detail)
  })
  app.use(broken)
  return app
}

interface ExpressDeps {
  readonly byPath: ReadonlyMap<string, readonly Route[]>
  readonly context: ApiContext
  readonly report: Report
}

interface Mounting {
  readonly app: express.Express
  readonly path: string
  readonly some: readonly Route[]
  readonly context: ApiContext
  readonly report: Report
}

function mount({ app, path, some, context, report }: Mounting): void {
  for (const route of some) {
    const kinds = route.query ? kindsOf(route.query) : noKinds
    const handler = (request: express.Request, response: express.Response) =>
      run({ route, kinds, context, report }, request, response, request.params)
    if (route.method === 'GET') app.get(path, handler)
    if (route.method === 'POST') app.post(path, handler)
    if (route.method === 'PATCH') app.patch(path, handler)
    if (route.method === 'DELETE') app.delete(path, handler)
  }
  const methods = some.map(({ method }) => method)
  const allowed = [...methods, ...(methods.includes('GET') ? ['HEAD'] : [])].join(', ')
  app.all(path, async (request: IncomingMessage, response: ServerResponse) => {
    const detail = `${path} answers ${allowed}.`
    const exchange = new Exchange(request, response)
    await context.strangers.turn('others')
    exchange.problem('method_not_allowed', { detail, headers: { Allow: allowed } })
  })
}

interface Running {
  readonly route: Route
  readonly kinds: QueryKinds
  readonly context: ApiContext
  readonly report: Report
}

type Params = Readonly<Record<string, string | readonly string[] | undefined>>

async function run(
  running: Running,
  request: IncomingMessage,
  response: ServerResponse,
  params: Params,
): Promise<void> {
  const { route, context, report } = running
  const exchange = new Exchange(request, response, context.addresses.of(request))
  let admitted: Admitted | null = null
  try {
    if (request.headers.host === undefined && request.httpVersion === '1.1') throw noHost()
    if (route.method !== 'GET' && context.disk.isFull()) throw diskFull()
    if (context.stopping()) throw new CodedError('closed', 'the service is stopping')
    if (isLarge(request)) await largeBodies.turn()
    const caller = await callerOf(running, exchange)
    if (route.auth !== 'public' || route.method === 'POST') {
      admitted = admit(running, exchange, caller)
      exchange.bodyWatch = admitted
    }
    const input = await inputOf(running, exchange, { given: params, caller })
    await handle(route, context, exchange, input)
  } catch (error) {
    // Node would read all that is left of it at once, to keep the connection.
    if (isLarge(request)) exchange.hangUpAfterwards()
    answerFailure(exchange, error, report)
    if (exchange.status === 500) context.seeDamage(error)
  }
  const left = admitted
  if (left) exchange.whenWritten(() => left.leave(exchange.inHandUntil))
  context.metrics.request(route.method, route.path, exchange.status)
}

async function handle(
  route: Route,
  context: ApiContext,
  exchange: Exchange,
  input: RouteInput,
): Promise<void> {
  const act = () => route.handle(context, exchange, input)
  const key = keepsAnswers(route) ? readIdempotencyKey(exchange) : null
  if (key === null || !input.caller) return act()
  const deps = { pool: context.runtime().pool, patienceMs: context.config.syncTimeoutMs }
  const secret = route.holdsSecret ? (exchange.header('authorization') ?? '') : ''
  const { accountId } = input.caller
  return answerOnce(deps, exchange, { accountId, key, body: input.body, secret }, act)
}

/** 5. what is asked. A stranger learns nothing about what is valid. */
async function inputOf(
  { route, kinds }: Running,
  exchange: Exchange,
  { given, caller }: { readonly given: Params; readonly caller: Caller | null },
): Promise<RouteInput> {
  const unknown = unknownParameters(kinds, exchange.query)
  if (unknown.length > 0) throw invalid('query', unknown)
  const params: Record<string, string> = {}
  for (const [name, value] of Object.entries(given)) {
    params[name] = String(value)
    if (params[name].includes('\0')) throw holdsNul(name)
  }
  if (route.params) parse(route.params, params, 'query')
  const query = route.query ? parse(route.query, readQuery(kinds, exchange.query), 'query') : {}
  const body = await bodyOf(route.body, exchange)
  return { params, query, body, caller }
}

async function bodyOf(body: Route['body'], exchange: Exchange): Promise<unknown> {
  if (!body || body.streamed || (body.optional && !sendsJson(exchange))) return null
  return parse(body.schema, await readJson(exchange), 'body')
}

function diskFull(): CodedError {
  return new CodedError('storage_full', 'the disk is full')
}

/** HTTP/1.1 demands it; Node's own answer to that would be no problem but an empty 400. */
function noHost(): ProblemSignal {
  const errors = [{ pointer: 'Host', message: 'is missing' }]
  return new ProblemSignal('invalid_request', { detail: 'The Host header is missing.', errors })
}

function holdsNul(name: string): ProblemSignal {
  const errors = [{ pointer: name, message: 'must not hold a NUL' }]
  return new ProblemSignal('invalid_request', { detail: 'The path holds a NUL.', errors })
}

function answerFailure(exchange: Exchange, error: unknown, report: Report): void {
  if (error instanceof ProblemSignal) {
    exchange.problem(error.code, error.options)
    return
  }
  if (isAccountGone(error)) {
    exchange.problem('unauthenticated', { detail: 'The account has been deleted.' })
    return
  }
  if (isUnavailable(error)) {
    const detail = 'The service cannot answer now. Try again in a moment; a retry under the same '
    const headers = { 'Retry-After': '1' }
    exchange.problem('unavailable', { detail: `${detail}Idempotency-Key is safe.`, headers })
    return
  }
  const stack = error instanceof Error ? error.stack : undefined
  report('request_failed', { path: exchange.path, error: errorText(error), stack })
  const detail = 'The service failed on this request. It was reported; give the request id.'
  exchange.problem('internal_error', { detail })
}

/** The world's failures, which pass: those of our own list, and a Postgres that is away. */
function isUnavailable(error: unknown): boolean {
  return error instanceof CodedError ? error.retryable : isDatabaseAway(error)
}

/** Express itself throws at a path that cannot be decoded; and strangers may be too many. */
function broken(
  error: unknown,
  request: IncomingMessage,
  response: ServerResponse,
  _next: express.NextFunction,
): void {
  const exchange = new Exchange(request, response)
  const detail = 'The path of the request cannot be decoded.'
  if (error instanceof ProblemSignal) exchange.problem(error.code, error.options)
  else exchange.problem('invalid_request', { detail })
}
