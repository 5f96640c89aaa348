import type { Exchange } from '../http/exchange.ts'
import { ProblemSignal } from '../http/exchange.ts'
import type { TokenBuckets } from './token-buckets.ts'

export function addressOf({ request }: Exchange): string {
  return request.socket.remoteAddress ?? 'unknown'
}

/** 429 when this address has used up what it may do of a kind. */
export function limitByAddress(exchange: Exchange, buckets: TokenBuckets, what: string): void {
  const { allowed, retryAfter } = buckets.take(addressOf(exchange))
  if (!allowed) throw tooMany(`Too many ${what} from this address.`, retryAfter)
}

export function tooMany(detail: string, retryAfter: number): ProblemSignal {
  const headers = { 'Retry-After': String(retryAfter) }
  return new ProblemSignal('too_many_requests', {
    detail: `${detail} Wait ${retryAfter} s.`,
    headers,
  })
}
