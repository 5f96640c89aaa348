import { Webhook } from 'standardwebhooks'
import type { Agent } from 'undici'
import {
  checkedLookup,
  openResolve,
  PrivateTarget,
  type Resolve,
  resolveLocally,
} from './resolve.ts'
import { refusalOfTarget } from './target.ts'

const attemptLimitMs = 15_000
const connectLimitMs = 5_000
/** As many as attempts at once: accounts share hosts, and none may wait for another's. */
const connectionsPerHost = 64
const bodyReadMax = 16_384
const headersMax = 16_384

interface SignedEvent {
  readonly url: string
  readonly eventId: string
  readonly body: string
  /** Newest first: while they overlap each one signs. */
  readonly secrets: readonly string[]
}

export type Attempt =
  | { readonly type: 'answered'; readonly status: number }
  | { readonly type: 'failed'; readonly reason: string }

export interface Sender {
  send(message: SignedEvent, now: Date, stop: AbortSignal): Promise<Attempt>
  close(): Promise<void>
}

export interface SenderDeps {
  readonly allowPrivate: boolean
  /** Another way to resolve names, in tests. */
  readonly resolve?: Resolve
  readonly answerLimitMs?: number
}

/** Posts signed messages. Follows no redirect, reads little, waits for a bounded time. */
export function openSender(deps: SenderDeps): Sender {
  const { allowPrivate, answerLimitMs = 10_000 } = deps
  const resolve = deps.resolve ?? (allowPrivate ? resolveLocally : openResolve())
  // Loaded beside the start, which does not wait for it, and not with the first event: a module
  // that cannot be read once, for want of a descriptor, stays missing.
  const opened = openAgent()
  opened.catch(() => {})

  async function openAgent(): Promise<Agent> {
    const { Agent } = await import('undici')
    return new Agent({
      connections: connectionsPerHost,
      connect: { timeout: connectLimitMs, lookup: checkedLookup(resolve, allowPrivate) },
      headersTimeout: answerLimitMs,
      bodyTimeout: answerLimitMs,
      maxHeaderSize: headersMax,
      keepAliveTimeout: 1_000,
      keepAliveMaxTimeout: 1_000,
    })
  }

  return {
    async send(message, now, stop) {
      // A literal address is connected to without being looked up, so it is refused before.
      const refusal = refusalOfTarget(message.url, allowPrivate)
      if (refusal) return { type: 'failed', reason: `the address ${refusal}` }
      const { origin, pathname, search } = new URL(message.url)
      try {
        const agent = await opened
        const { statusCode, body } = await agent.request({
          origin,
          path: `${pathname}${search}`,
          method: 'POST',
          headers: headersOf(message, now),
          body: message.body,
          signal: AbortSignal.any([stop, AbortSignal.timeout(attemptLimitMs)]),
        })
        // The status is all that counts; a body without end must not hold the connection.
        await body.dump({ limit: bodyReadMax }).catch(() => {})
        return { type: 'answered', status: statusCode }
      } catch (error) {
        return { type: 'failed', reason: reasonOf(error) }
      }
    },
    close: () => opened.then((agent) => agent.destroy()).catch(() => {}),
  }
}

/** As https://www.standardwebhooks.com says. */
function headersOf({ eventId, body, secrets }: SignedEvent, now: Date): Record<string, string> {
  return {
    'content-type': 'application/json',
    'user-agent': 'enrich-webhooks/1',
    'webhook-id': eventId,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
    'webhook-signature': secrets
      .map((secret) => new Webhook(secret).sign(eventId, now, body))
      .join(' '),
  }
}

/** For the owner of the target: what he can do something about, and nothing of our insides. */
function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (error instanceof PrivateTarget) return 'the host has a private address'
  if (error instanceof Error && error.name === 'TimeoutError') return 'no answer in time'
  if (/TIMEOUT|TIMEDOUT/.test(code)) return 'no answer in time'
  if (code === 'ENOTFOUND' || code === 'ENODATA' || code === 'ESERVFAIL') return 'no such host'
  if (code === 'ECONNREFUSED') return 'the connection was refused'
  if (/CERT|SSL|TLS|SELF_SIGNED|UNABLE_TO/.test(code)) return 'the certificate was not accepted'
  return 'the connection failed'
}
