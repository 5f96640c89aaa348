import type { Knowledge } from '../../catalog/matcher/knowledge/knowledge.ts'
import { openGathering } from '../../db/gather.ts'
import type { Queryable } from '../../db/pool.ts'
import type { OwnCorrections } from './own-corrections.ts'
import { openOwnCorrections } from './own-corrections.ts'
import { anyCorrections, correctionVersions, loadCorrections } from './stored-corrections.ts'

/** An account's feedback is cached this long at most, so it takes effect within a second. */
const freshForMs = 500
/** Longer than this no look-up waits: it goes on with what is known. */
const waitMs = 250
const accountsRemembered = 10_000
const correctionsRemembered = 200_000

export interface Corrections {
  /** The account's own answer; null when it has said nothing. */
  of(accountId: string): Promise<OwnCorrections | null>
}

interface Known {
  readonly version: number
  readonly own: OwnCorrections | null
  readonly at: number
}

/**
 * Corrections by account, remembered within bounds. A service where nobody ever corrected anything
 * asks twice a second whether that is still so; else each account's version is asked for, and what
 * it said is read again only when that has changed. While Postgres is away, what is known stays in
 * force: a look-up is not refused for it.
 */
export function openCorrections(db: Queryable, catalog: Knowledge): Corrections {
  const known = new Map<string, Known>()
  const versionOf = openGathering((ids) => correctionVersions(db, ids))
  const anybody = openRefreshed(() => anyCorrections(db))
  let remembered = 0

  function keep(accountId: string, state: Known): void {
    forget(accountId)
    known.set(accountId, state)
    remembered += state.own?.size ?? 0
    for (const id of known.keys()) {
      if (known.size <= accountsRemembered && remembered <= correctionsRemembered) break
      if (id !== accountId) forget(id)
    }
  }

  function forget(accountId: string): void {
    remembered -= known.get(accountId)?.own?.size ?? 0
    known.delete(accountId)
  }

  async function renew(accountId: string): Promise<OwnCorrections | null> {
    const at = performance.now()
    const version = (await versionOf(accountId)) ?? 0
    const before = known.get(accountId)
    const same = before !== undefined && before.version === version
    const own = same ? before.own : version === 0 ? null : await read(accountId)
    keep(accountId, { version, own, at })
    return own
  }

  async function read(accountId: string): Promise<OwnCorrections | null> {
    const all = await loadCorrections(db, accountId)
    return all.length === 0 ? null : openOwnCorrections(catalog, all)
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

/** Asked again when the answer is old; once it was yes it stays so. */
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
