import { answerOf } from './answer.ts'
import type { Operations } from './data/operations.ts'
import { operations } from './data/operations.ts'
import { repeated } from './repeat.ts'
import type { ApiContent } from './send.ts'
import { send } from './send.ts'
import { settled } from './settle.ts'

export type OperationName = keyof Operations

/** A key goes nowhere else than to `server`. */
export interface ClientSettings {
  /** Such as https://enrich.example.com */
  readonly server: string
  /** An API key, or the token of a session; none for what is open to everybody. */
  readonly key?: string | null | undefined
  /** Aborts whatever is under way. */
  readonly signal?: AbortSignal | undefined
  /** For the beginning of one answer; default 60 s. */
  readonly answerLimitMs?: number | undefined
  /** For the answer of a call that was accepted first (202); default 60 s. */
  readonly settleLimitMs?: number | undefined
  /** How often at most a request is sent whose answer is lost or put off; default 4. */
  readonly attempts?: number | undefined
  /** The pause before the second attempt; default 500 ms. */
  readonly pauseMs?: number | undefined
  readonly fetch?: typeof fetch | undefined
}

export interface CallSettings {
  /** Your name of this call, such as an order number: again means the same, charged once. */
  readonly idempotencyKey?: string | undefined
  readonly signal?: AbortSignal | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/** The body of an upload, opened anew for each attempt. */
export interface Uploading extends CallSettings {
  readonly open: () => ApiContent | Promise<ApiContent>
  /** Whether it can be opened again. */
  readonly repeatable: boolean
  readonly limitMs: number
}

interface OperationRow {
  readonly path: string
  /** A name that ends with a comma takes an array as one parameter. */
  readonly query?: readonly string[]
  readonly body?: true
  readonly once?: true
  readonly pending?: true
  readonly raw?: true
  /** The parameters beside a body that is sent as it is. */
  readonly upload?: readonly string[]
}

/** One operation: sent again where that may help, and waited for where it is accepted first. */
export async function callOperation(
  settings: ClientSettings,
  name: OperationName,
  input: object = {},
  call: CallSettings | Uploading = {},
): Promise<unknown> {
  const row: OperationRow = operations[name]
  const upload = 'open' in call ? call : null
  const { method, path, body } = requestOf(upload ? uploadRow(row) : row, input)
  const once = row.once ? { 'Idempotency-Key': call.idempotencyKey ?? crypto.randomUUID() } : {}
  const signal = joined(settings.signal, call.signal)
  const request = { method, path, body, headers: { ...once, ...call.headers }, signal }
  // A request sent twice must not take effect twice.
  const isSafe = row.once || method === 'GET' || method === 'DELETE'
  const isRepeatable = isSafe && upload?.repeatable !== false
  const repeating = { ...settings, signal, ...(isRepeatable ? {} : { attempts: 1 }) }
  const ask = (asked: AskedPath) =>
    repeated(async () => {
      const content = asked === request ? await upload?.open() : undefined
      const more = { content, limitMs: upload?.limitMs, streams: row.raw }
      const response = await sendTo(settings, { ...asked, ...more })
      return row.raw ? response : answerOf(response, signal)
    }, repeating)
  const first = await ask(request)
  if (!row.pending) return first
  const again = (next: string) => ask({ method: 'GET', path: next, signal })
  return settled(first, again, { limitMs: settings.settleLimitMs, signal })
}

interface AskedPath {
  readonly method: string
  readonly path: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly signal: AbortSignal | undefined
  readonly content?: ApiContent | undefined
  readonly limitMs?: number | undefined
  readonly streams?: boolean | undefined
}

function sendTo(settings: ClientSettings, { path, ...request }: AskedPath) {
  const { key, fetch, answerLimitMs } = settings
  const url = `${settings.server.replace(/\/+$/, '')}${path}`
  return send({ ...request, url, key, fetch, limitMs: request.limitMs ?? answerLimitMs })
}

function uploadRow({ body: _, upload = [], ...row }: OperationRow): OperationRow {
  return { ...row, query: upload }
}

/** Members by where they belong: in the path, in the query, and all others in the body. */
function requestOf(row: OperationRow, input: object) {
  const [method = '', template = ''] = row.path.split(' ')
  const left = new Map<string, unknown>(Object.entries(input))
  const filled = template.replace(/\{(\w+)\}/g, (_, name) => {
    const value = left.get(name)
    if (value === undefined || value === '') throw new TypeError(`${name} is missing`)
    left.delete(name)
    return encodeURIComponent(String(value))
  })
  const query = new URLSearchParams()
  for (const marked of row.query ?? []) {
    const name = marked.replace(/,$/, '')
    const value = left.get(name)
    left.delete(name)
    if (value === undefined || value === null) continue
    const values = Array.isArray(value) && marked === name ? value : [value]
    for (const each of values) query.append(name, String(each))
  }
  const search = query.size > 0 ? `?${query}` : ''
  if (!row.body && left.size > 0) throw new TypeError(`${[...left.keys()]} is not of this call`)
  const body = row.body ? Object.fromEntries(left) : undefined
  return { method, path: `${filled}${search}`, body }
}

function joined(...signals: readonly (AbortSignal | undefined)[]): AbortSignal | undefined {
  const given = signals.filter((signal) => signal !== undefined)
  return given.length > 1 ? AbortSignal.any(given) : given[0]
}
