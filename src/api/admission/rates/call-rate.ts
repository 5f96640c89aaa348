import type { Rate, SharedTokens, Spent } from '../../../runtime/redis-tokens.ts'
import type { SharedNow } from './limit.ts'
import type { Taken } from './token-buckets.ts'
import { openTokenBuckets } from './token-buckets.ts'

/** Calls of an account are counted here, at once, and told to the other processes so often. */
const tellEveryMs = 200
/** An account that has spent that time's worth is told of sooner. */
const tellSoonMs = 10
/** Accounts that one question tells of, and all that are remembered until then; no others. */
const subjectsPerTelling = 1_000
const subjectsMax = 50_000

export interface CallRate {
  take(subject: string): Taken
  close(): void
}

/**
 * The rate over all processes, without a question on the way of a call. Each process spends from a
 * bucket of its own, tells Redis what it has spent, and goes on with what Redis says is left. Until
 * then others do not know of it: a further process may let through as much as the account has in
 * 200 ms (and in the 10 ms and the way to Redis that a faster caller is told of by), never more
 * than a burst. That becomes a debt, which the account has to wait for. An account of one process
 * is told no less than it has, for calls count as made when the first of them was.
 */
export function openCallRate(rate: Rate, shared: SharedNow): CallRate {
  const buckets = openTokenBuckets(rate)
  const soonFrom = Math.max(1, Math.floor((rate.perSecond * tellEveryMs) / 1_000))
  let unsent = new Map<string, number>()
  let begunAt = 0
  let timer: NodeJS.Timeout | null = null
  let telling = false
  let closed = false

  function tellWithin(limitMs: number): void {
    if (closed) return
    if (timer) clearTimeout(timer)
    timer = setTimeout(() => void tell(), limitMs).unref()
  }

  function note(subject: string): void {
    const spent = (unsent.get(subject) ?? 0) + 1
    if (spent === 1 && unsent.size >= subjectsMax) return
    if (unsent.size === 0) {
      begunAt = performance.now()
      tellWithin(tellEveryMs)
    }
    unsent.set(subject, spent)
    if (spent === soonFrom) tellWithin(tellSoonMs)
  }

  async function tell(): Promise<void> {
    if (telling) return tellWithin(tellSoonMs)
    const tokens = shared()
    const told = [...unsent]
    const sinceMs = performance.now() - begunAt
    unsent = new Map()
    if (!tokens) return
    telling = true
    const began = performance.now()
    for (let n = 0; n < told.length; n += subjectsPerTelling) {
      const some = new Map(told.slice(n, n + subjectsPerTelling))
      await charge(tokens, some, sinceMs + performance.now() - began)
    }
    telling = false
  }

  async function charge(tokens: SharedTokens, spent: Spent, sinceMs: number): Promise<void> {
    const at = performance.now()
    const left = await tokens.charge(rate, spent, sinceMs)
    if (!left) return
    for (const [n, subject] of [...spent.keys()].entries()) {
      const there = Math.min(rate.burst, left[n] ?? 0)
      buckets.know(subject, there - (unsent.get(subject) ?? 0), at)
    }
  }

  return {
    take(subject) {
      const taken = buckets.take(subject)
      if (taken.allowed && shared()) note(subject)
      return taken
    },
    close() {
      closed = true
      if (timer) clearTimeout(timer)
    },
  }
}
