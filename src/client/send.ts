/** A problem as the service tells it (RFC 9457), with the members that say more. */
export interface ApiProblem {
  readonly title?: string
  readonly code?: string
  readonly detail?: string
  readonly request_id?: string
  readonly required_cents?: number
  readonly available_cents?: number
  readonly free_calls_remaining?: number
  readonly errors?: readonly { readonly pointer?: string; readonly message: string }[]
}

/** The one error of this client: the service refused, or (status 0) no answer came. */
export class ApiError extends Error {
  readonly status: number
  readonly problem: ApiProblem
  readonly requestId: string | null
  /** Null unless the service asked to come back later. */
  readonly retryAfterMs: number | null

  constructor(status: number, problem: ApiProblem, from?: Headers | null, cause?: unknown) {
    super(
      problem.detail ?? problem.title ?? `The service answered ${status}.`,
      cause === undefined ? undefined : { cause },
    )
    this.name = 'ApiError'
    this.status = status
    this.problem = problem
    this.requestId = from?.get('Request-Id') ?? problem.request_id ?? null
    const seconds = Number(from?.get('Retry-After') ?? Number.NaN)
    this.retryAfterMs = seconds >= 0 ? seconds * 1_000 : null
  }
}

export type ApiContent = string | Uint8Array<ArrayBuffer> | Blob | ReadableStream<Uint8Array>

export interface ApiRequest {
  readonly method: string
  readonly url: string | URL
  readonly key?: string | null | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Sent as JSON. */
  readonly body?: unknown
  /** Sent as it is, instead of `body`. */
  readonly content?: ApiContent | undefined
  readonly signal?: AbortSignal | undefined
  /** For the whole answer, or for its beginning where `streams`. */
  readonly limitMs?: number | undefined
  /** The body is read as it comes, for however long. */
  readonly streams?: boolean | undefined
  readonly fetch?: typeof fetch | undefined
}

export const answerLimitMs = 60_000

/** One request. The answer is of 2xx, its body unread; everything else is an ApiError. */
export async function send(request: ApiRequest): Promise<Response> {
  const { method, url, key, body, content, signal, limitMs = answerLimitMs } = request
  const headers: Record<string, string> = { Accept: 'application/json' }
  if (key) headers.Authorization = `Bearer ${key}`
  if (body !== undefined) headers['Content-Type'] = 'application/json'
  if (content !== undefined) headers['Content-Type'] = 'application/octet-stream'
  const limit = request.streams ? limitOfBeginning(limitMs) : limitOfWhole(limitMs)
  const response = await (request.fetch ?? fetch)(url, {
    method,
    headers: { ...headers, ...request.headers },
    body: content ?? (body === undefined ? null : JSON.stringify(body)),
    // A key does not follow to where somebody else points.
    redirect: 'manual',
    signal: signal ? AbortSignal.any([signal, limit.signal]) : limit.signal,
    ...(content instanceof ReadableStream ? { duplex: 'half' } : {}),
  }).catch((cause) => {
    limit.begun()
    throw unanswered(cause, signal)
  })
  limit.begun()
  if (response.ok) return response
  const problem = readJson(await response.text().catch(() => ''))
  throw new ApiError(response.status, isProblem(problem) ? problem : {}, response.headers)
}

/** The whole body; a connection that breaks on the way is an answer that did not come. */
export function textOfAnswer(response: Response, signal?: AbortSignal): Promise<string> {
  return response.text().catch((cause) => {
    throw unanswered(cause, signal)
  })
}

export function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** The end that the caller asked for is no error of the service. */
function unanswered(cause: unknown, signal?: AbortSignal): unknown {
  const detail = 'The service did not answer. Check your connection and try again.'
  return signal?.aborted ? cause : new ApiError(0, { detail }, null, cause)
}

/** The platform's own timer, which keeps no program alive. */
function limitOfWhole(limitMs: number) {
  return { signal: AbortSignal.timeout(limitMs), begun() {} }
}

function limitOfBeginning(limitMs: number) {
  const limit = new AbortController()
  const isOver = () => new DOMException('No answer has begun in time.', 'TimeoutError')
  const timer = setTimeout(() => limit.abort(isOver()), limitMs)
  return { signal: limit.signal, begun: () => clearTimeout(timer) }
}

function isProblem(value: unknown): value is ApiProblem {
  return typeof value === 'object' && value !== null
}
