import { until } from '../until.ts'
import type { RunningService } from './service.ts'

/** A small HTTP client that knows nothing of the service but its contract. */
export interface Reply {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly body: unknown
}

export interface Sent {
  readonly key?: string
  readonly body?: unknown
  /** Sent as it is, instead of `body`. */
  readonly raw?: string | Uint8Array
  readonly headers?: Readonly<Record<string, string>>
  readonly limitMs?: number
}

const answerMs = 20_000

/** `where` is a method and a path: `POST /enrich`. */
export async function call(service: Pick<RunningService, 'url'>, where: string, sent: Sent = {}) {
  const [method = 'GET', path = '/'] = where.split(' ')
  const content = sent.raw ?? (sent.body === undefined ? undefined : JSON.stringify(sent.body))
  const headers = new Headers(content === undefined ? {} : { 'content-type': 'application/json' })
  if (sent.key !== undefined) headers.set('authorization', `Bearer ${sent.key}`)
  for (const [name, value] of Object.entries(sent.headers ?? {})) headers.set(name, value)
  const response = await fetch(`${service.url}${path}`, {
    method,
    headers,
    redirect: 'manual',
    signal: AbortSignal.timeout(sent.limitMs ?? answerMs),
    ...(content === undefined ? {} : { body: content }),
  })
  return replyOf(response)
}

async function replyOf(response: Response): Promise<Reply> {
  const text = await response.text()
  const isJson = (response.headers.get('content-type') ?? '').includes('json')
  const body: unknown = isJson && text !== '' && !text.includes('\n{') ? JSON.parse(text) : null
  return { status: response.status, headers: response.headers, text, body }
}

/** The member at a path such as `account.id` or `data.0.seq`. */
export function at(value: unknown, path: string): unknown {
  let found = value
  for (const name of path.split('.')) {
    found = found !== null && typeof found === 'object' ? Reflect.get(found, name) : undefined
  }
  return found
}

export function textAt(value: unknown, path: string): string {
  const found = at(value, path)
  if (typeof found === 'string') return found
  throw new Error(`${path} is no text in ${JSON.stringify(value)}`)
}

export function numberAt(value: unknown, path: string): number {
  const found = at(value, path)
  if (typeof found === 'number') return found
  throw new Error(`${path} is no number in ${JSON.stringify(value)}`)
}

export function listAt(value: unknown, path: string): readonly unknown[] {
  const found = at(value, path)
  if (Array.isArray(found)) return found
  throw new Error(`${path} is no list in ${JSON.stringify(value)}`)
}

export interface Account {
  readonly id: string
  readonly email: string
  readonly password: string
  readonly key: string
}

let registered = 0

export async function newAccount(
  service: Pick<RunningService, 'url'>,
  cents = 0,
): Promise<Account> {
  registered += 1
  const email = `payer-${process.pid}-${registered}-${Date.now()}@example.com`
  const password = 'correct horse battery'
  const reply = await call(service, 'POST /auth/register', { body: { email, password } })
  if (reply.status !== 201) throw new Error(`register answered ${reply.status}: ${reply.text}`)
  const key = textAt(reply.body, 'api_key')
  const account = { id: textAt(reply.body, 'account.id'), email, password, key }
  if (cents > 0) await buyCredits(service, account, cents)
  return account
}

/** Orders credits and pays in the sandbox; returns once the balance shows them. */
export async function buyCredits(
  service: Pick<RunningService, 'url'>,
  account: Account,
  cents: number,
): Promise<string> {
  const before = await balanceOf(service, account)
  const order = await createOrder(service, account, cents)
  const paid = await call(service, `POST /payments/sandbox/${order}/pay`)
  if (paid.status >= 300) throw new Error(`pay answered ${paid.status}: ${paid.text}`)
  await until('the credits arrive', async () => {
    return (await balanceOf(service, account)) >= before + cents
  })
  return order
}

export async function createOrder(
  service: Pick<RunningService, 'url'>,
  account: Account,
  cents: number,
) {
  const body = { amount_cents: cents }
  const order = await call(service, 'POST /payments/create-order', { key: account.key, body })
  if (order.status !== 201) throw new Error(`create-order: ${order.status} ${order.text}`)
  return textAt(order.body, 'order_id')
}

export async function balanceOf(
  service: Pick<RunningService, 'url'>,
  account: Account,
): Promise<number> {
  const reply = await call(service, 'GET /payments/balance', { key: account.key })
  return numberAt(reply.body, 'balance_cents')
}

/** Uses up the 20 free calls, so that the next call costs credits. */
export async function spendFreeCalls(
  service: Pick<RunningService, 'url'>,
  account: Account,
): Promise<void> {
  const transactions = Array.from({ length: 20 }, () => ({ description: 'NETFLIX.COM' }))
  const body = { transactions }
  const reply = await call(service, 'POST /enrich/batch', { key: account.key, body })
  if (reply.status !== 200) throw new Error(`batch answered ${reply.status}: ${reply.text}`)
}

export async function enrich(service: Pick<RunningService, 'url'>, key: string, sent: Sent = {}) {
  const body = { description: 'STARBUCKS STORE 1234 SEATTLE WA', amount: -5.75 }
  return call(service, 'POST /enrich', { key, body, ...sent })
}
