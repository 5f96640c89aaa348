import { LRUCache } from 'lru-cache'
import type { Rate } from '../../../runtime/redis-tokens.ts'
import { atMost } from '../../at-most.ts'

/** Token buckets of this process. The subject that was used longest ago is forgotten first. */
const subjectsMax = 100_000

export interface Taken {
  readonly allowed: boolean
  readonly remaining: number
  /** Seconds, at least 1, until one token is back. */
  readonly retryAfter: number
}

export function openTokenBuckets({ perSecond, burst }: Omit<Rate, 'name'>) {
  const buckets = new LRUCache<string, { tokens: number; at: number }>(atMost(subjectsMax))

  function bucketOf(subject: string, at: number) {
    const known = buckets.get(subject)
    if (known) return known
    const full = { tokens: burst, at }
    buckets.set(subject, full)
    return full
  }

  function take(subject: string): Taken {
    const at = performance.now()
    const bucket = bucketOf(subject, at)
    const refilled = Math.min(burst, bucket.tokens + ((at - bucket.at) / 1_000) * perSecond)
    const allowed = refilled >= 1
    bucket.tokens = allowed ? refilled - 1 : refilled
    bucket.at = at
    return takenOf(allowed, bucket.tokens, perSecond)
  }

  return {
    take,
    /** The subject had so many tokens then, whatever was counted here. They may be below zero. */
    know(subject: string, tokens: number, at = performance.now()): void {
      buckets.set(subject, { tokens, at })
    },
    refill: (subject: string) => void buckets.delete(subject),
  }
}

export function takenOf(allowed: boolean, tokens: number, perSecond: number): Taken {
  const retryAfter = Math.max(1, Math.ceil((1 - tokens) / perSecond))
  return { allowed, remaining: Math.max(0, Math.floor(tokens)), retryAfter }
}
