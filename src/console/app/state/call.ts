import { ApiError, answerLimitMs, readJson, send, textOfAnswer } from '../../../client/send.ts'
import { settled } from '../../../client/settle.ts'
import { notify } from './notice.ts'
import { endSession, session } from './session.ts'

const uploadPatienceMs = 30 * 60_000

/** The problem that the service sent instead of an answer; status 0 when there was none. */
export { ApiError as CallProblem } from '../../../client/send.ts'

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
  const text = await textOfAnswer(response)
  // as: the codec of this folder; the tests in a browser hold each shape against the service.
  return { status: response.status, headers: response.headers, text, json: readJson(text) as T }
}

/** As `call`, while the body is still to be read. */
export async function open(
  method: string,
  path: string,
  options: CallOptions = {},
): Promise<Response> {
  const { body, file, headers, key, signal } = options
  const token = key ?? session.value?.token
  return send({
    ...{ method, url: path, headers, body, content: file, signal },
    key: token === 'none' ? null : token,
    limitMs: file ? uploadPatienceMs : answerLimitMs,
  }).catch((error) => {
    const isOver = problemOf(error).status === 401 && key === undefined
    if (isOver && session.value !== null) loseSession()
    throw error
  })
}

/** As `call`, for an answer that may be accepted first and given later (202). */
export async function callAndWait<T>(
  method: string,
  path: string,
  options: CallOptions = {},
): Promise<Called<T>> {
  const { key, signal } = options
  const again = key === undefined ? {} : { key }
  const first = await call<T>(method, path, options)
  return settled(first, (next) => call<T>('GET', next, again), { signal })
}

export function pause(seconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, seconds * 1_000))
}

export function problemOf(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  return new ApiError(0, { detail: error instanceof Error ? error.message : String(error) })
}

function loseSession(): void {
  endSession()
  notify('Your session has ended. Log in again.', 'wait')
}
