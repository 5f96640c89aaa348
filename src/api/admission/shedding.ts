import type { BudgetScope } from './budget.ts'

/** Refusals with less than this between them are one time of shedding. */
const pauseMs = 2_000
/** Shedding that has lasted so long is told. */
const lastingMs = 5_000

/** A span of time through which something went on happening. */
function openSpan(now: () => number) {
  let began = 0
  let last = Number.NEGATIVE_INFINITY
  return {
    happened(): void {
      const at = now()
      if (at - last > pauseMs) began = at
      last = at
    },
    /** Milliseconds, 0 when it is over. */
    lasts: () => (now() - last > pauseMs ? 0 : last - began),
  }
}

/**
 * Tells for how long this process has been full. An account or address that is full is its own
 * affair; a lack of room that refuses callers with keys is everybody's.
 */
export function openShedding(now: () => number) {
  const any = openSpan(now)
  const keyed = openSpan(now)
  return {
    refused(scope: BudgetScope, hasKey: boolean): void {
      if (scope === 'account' || scope === 'address') return
      any.happened()
      if (hasKey) keyed.happened()
    },
    ended(scope: BudgetScope): void {
      if (scope === 'process' || scope === 'strangers') any.happened()
    },
    state(): { readonly state: string; readonly vital: boolean } {
      const seconds = Math.floor(any.lasts() / 1_000)
      if (any.lasts() < lastingMs) return { state: 'ok', vital: false }
      return { state: `sheds load for ${seconds} s`, vital: keyed.lasts() >= lastingMs }
    },
  }
}
