import { notify } from './notice.ts'
import { endSession, session } from './session.ts'

const patienceMs = 60_000
const uploadPatienceMs = 30 * 60_000
const pollsMax = 40

export interface ProblemShown {
  readonly title?: string
  readonly detail?: string
  readonly code?: string
  readonly required_cents?: number
  readonly available_cents?: number
  readonly errors?: readonly { readonly pointer?: string; readonly message: string }[]
}

/** The problem that the service sent instead of an answer; status 0 when there was none. */
export class CallProblem extends Error {
  readonly status: number
  readonly problem: ProblemShown

  constructor(status: number, problem: ProblemShown) {
    super(problem.detail ?? `The service answered ${status}.`)
    this.status = status
    this.problem = problem
  }
}

export interface CallOptions {
  readonly body?: unknown
  /** Sent as it is, instead of a body in JSON. */
  readonly file?: Blob
  readonly headers?: Readonly<Record<string, string>>
  /** Stands in for the session; `none` sends neither. */
  readonly key?: string
  readonly signal?: AbortSignal
}

export interface Called<T> {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly json: T
}

/** One call of the API that everybody has. The shape of its answer is the caller's to know. */
export async function call<T>(
  method: string,
  path: string,
  options: CallOptions = {},
): Promise<Called<T>> {
  const response = await open(method, path, options)
  const text = await response.text().catch(() => {
    throw unanswered()
  })
  // as: the codec of this folder; the tests in a browser hold each shape against the service.
  return { status: response.status, headers: response.headers, text, json: readJson(text) as T }
}

/** As `call`, while the body is still to be read. */
export async function open(
  method: string,
  path: string,
  options: CallOptions = {},
): Promise<Response> {
  const { body, file, key, signal } = options
  const headers: Record<string, string> = { Accept: 'application/json', ...options.headers }
  const token = key ?? session.value?.token
  if (token !== undefined && token !== 'none') headers.Authorization = `Bearer ${token}`
  if (body !== undefined) headers['Content-Type'] = 'application/json'
  if (file !== undefined) headers['Content-Type'] = 'application/octet-stream'
  const limit = AbortSignal.timeout(file ? uploadPatienceMs : patienceMs)
  const response = await fetch(path, {
    method,
    headers,
    body: file ?? (body === undefined ? null : JSON.stringify(body)),
    signal: signal ? AbortSignal.any([signal, limit]) : limit,
  }).catch(() => {
    throw unanswered()
  })
  if (response.ok) return response
  const problem = readJson(await response.text().catch(() => ''))
  if (response.status === 401 && key === undefined && session.value !== null) loseSession()
  throw new CallProblem(response.status, isObject(problem) ? problem : {})
}

/** As `call`, for an answer that may be accepted first and given later (202). */
export async function callAndWait<T>(
  method: string,
  path: string,
  options: CallOptions = {},
): Promise<Called<T>> {
  let answer = await call<T>(method, path, options)
  for (let poll = 0; answer.status === 202 && poll < pollsMax; poll += 1) {
    const to = answer.headers.get('Location') ?? path
    await pause(Number(answer.headers.get('Retry-After') ?? 1))
    // Only the path: the address may name the service otherwise than this browser does.
    const { key } = options
    const next = new URL(to, location.href).pathname
    answer = await call<T>('GET', next, key === undefined ? {} : { key })
  }
  return answer
}

export function pause(seconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, seconds * 1_000))
}

export function problemOf(error: unknown): CallProblem {
  if (error instanceof CallProblem) return error
  return new CallProblem(0, { detail: error instanceof Error ? error.message : String(error) })
}

function unanswered(): CallProblem {
  const detail = 'The service did not answer. Check your connection and try again.'
  return new CallProblem(0, { detail })
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function isObject(value: unknown): value is ProblemShown {
  return typeof value === 'object' && value !== null
}

function loseSession(): void {
  endSession()
  notify('Your session has ended. Log in again.', 'wait')
}
