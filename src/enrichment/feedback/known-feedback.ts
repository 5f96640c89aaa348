import { LRUCache } from 'lru-cache'
import type { Knowledge } from '../../catalog/matcher/knowledge/knowledge.ts'
import { openGathering } from '../../db/gather.ts'
import type { Queryable } from '../../db/pool.ts'
import type { OwnFeedback } from './own-feedback.ts'
import { openOwnFeedback } from './own-feedback.ts'
import { anyFeedback, feedbackVersions, loadFeedback } from './stored-feedback.ts'

/** An account's feedback is cached this long at most, so it takes effect within a second. */
const freshForMs = 500
/** No look-up waits longer than this: it goes on with the feedback already known. */
const waitMs = 250
const accountsMax = 10_000
/** Lines of feedback, and one for each account that is remembered. */
const linesMax = 200_000

export interface KnownFeedback {
  /** The account's own answers; null when it has given none. */
  of(accountId: string): Promise<OwnFeedback | null>
}

interface Known {
  readonly version: number
  readonly own: OwnFeedback | null
  readonly at: number
}

/**
 * Feedback by account, remembered within bounds. A service where nobody has given any asks twice a
 * second whether that is still so; otherwise it asks for each account's version, and reads the
 * account's lines again only when that has changed. While Postgres is away, the feedback already
 * known stays in force: a look-up is not refused for it.
 */
export function openFeedback(db: Queryable, catalog: Knowledge): KnownFeedback {
  const known = new LRUCache<string, Known>({
    max: accountsMax,
    maxSize: linesMax,
    sizeCalculation: ({ own }) => 1 + (own?.size ?? 0),
  })
  const versionOf = openGathering((ids) => feedbackVersions(db, ids))
  const anybody = openRefreshed(() => anyFeedback(db))

  async function renew(accountId: string): Promise<OwnFeedback | null> {
    const at = performance.now()
    const version = (await versionOf(accountId)) ?? 0
    const before = known.get(accountId)
    const same = before !== undefined && before.version === version
    const own = same ? before.own : version === 0 ? null : await read(accountId)
    known.set(accountId, { version, own, at })
    return own
  }

  async function read(accountId: string): Promise<OwnFeedback | null> {
    const all = await loadFeedback(db, accountId)
    return all.length === 0 ? null : openOwnFeedback(catalog, all)
  }

  return {
    async of(accountId) {
      if (!(await anybody())) return null
      const state = known.get(accountId)
      if (state && performance.now() - state.at < freshForMs) return state.own
      return within(renew(accountId), state?.own ?? null)
    },
  }
}

/** Asks again when the answer is old; a yes stays a yes. */
function openRefreshed(ask: () => Promise<boolean>): () => Promise<boolean> {
  let known: { readonly answer: Promise<boolean>; readonly until: number } | null = null
  let yes = false
  return () => {
    const now = performance.now()
    if (known && (yes || known.until > now)) return known.answer
    const answer = within(ask(), yes).then((found) => {
      yes ||= found
      return found
    })
    known = { answer, until: now + freshForMs }
    return answer
  }
}

function within<T>(asked: Promise<T>, otherwise: T): Promise<T> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(otherwise), waitMs)
    asked.then(
      (answer) => {
        clearTimeout(timer)
        resolve(answer)
      },
      () => {
        clearTimeout(timer)
        resolve(otherwise)
      },
    )
  })
}
