import type { Rate, SharedTokens } from '../../../runtime/redis-tokens.ts'
import type { Taken } from './token-buckets.ts'
import { openTokenBuckets, takenOf } from './token-buckets.ts'

/** A limit that guesses at the same time cannot overtake, in one process or in several. */
export interface Limit {
  take(subject: string): Promise<Taken>
  /** The tries were no guesses: all of them are back. */
  refill(subject: string): Promise<void>
}

/** Null in embedded mode, and in distributed mode while nothing is open. */
export type SharedNow = () => SharedTokens | null

/**
 * Redis decides where processes share it. This process remembers what it was told, so that it goes
 * on from there, and not from a full bucket, while Redis is away.
 */
export function openLimit(rate: Rate, shared: SharedNow): Limit {
  const buckets = openTokenBuckets(rate)
  return {
    async take(subject) {
      const left = (await shared()?.take(rate, subject)) ?? null
      if (left === null) return buckets.take(subject)
      const allowed = left >= 0
      const tokens = allowed ? left : left + 1
      buckets.know(subject, tokens)
      return takenOf(allowed, tokens, rate.perSecond)
    },
    async refill(subject) {
      buckets.refill(subject)
      await shared()?.refill(rate, subject)
    },
  }
}
