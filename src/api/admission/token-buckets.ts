import { LRUCache } from 'lru-cache'

/**
 * Token buckets by subject: `perSecond` tokens come back, up to `burst`. Kept in this process; the
 * number of subjects is bounded, and the one that was used longest ago goes first.
 */
export interface BucketOptions {
  readonly perSecond: number
  readonly burst: number
  readonly subjects: number
}

export interface Taken {
  readonly allowed: boolean
  readonly remaining: number
  /** Seconds, at least 1, until one token is back. */
  readonly retryAfter: number
}

export function openTokenBuckets({ perSecond, burst, subjects }: BucketOptions) {
  const buckets = new LRUCache<string, { tokens: number; at: number }>({ max: subjects })

  function spend(subject: string, tokens: 0 | 1): Taken {
    const at = performance.now()
    const bucket = buckets.get(subject) ?? { tokens: burst, at }
    const refilled = Math.min(burst, bucket.tokens + ((at - bucket.at) / 1_000) * perSecond)
    const allowed = refilled >= 1
    const left = allowed ? refilled - tokens : refilled
    buckets.set(subject, { tokens: left, at })
    const retryAfter = Math.max(1, Math.ceil((1 - left) / perSecond))
    return { allowed, remaining: Math.floor(left), retryAfter }
  }

  return {
    take: (subject: string) => spend(subject, 1),
    peek: (subject: string) => spend(subject, 0),
    refill: (subject: string) => buckets.delete(subject),
  }
}

export type TokenBuckets = ReturnType<typeof openTokenBuckets>
