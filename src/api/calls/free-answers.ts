import type { Pool } from '../../db/pool.ts'
import type { Entry } from '../../ledger/entry.ts'
import { ProblemSignal } from '../http/exchange.ts'

const accountsKnown = 50_000
const readEveryMs = 1_000
const dayMs = 86_400_000

interface Tally {
  readonly day: number
  /** The count that the views showed; `since` counts the answers given here after that. */
  shown: number
  since: number
  readAt: number
}

interface Deps {
  readonly pool: () => Pool
  readonly perDay: number
}

/**
 * Free answers by account and day of UTC. Each leaves an entry in a ledger that is kept for ever,
 * so a day has only so many. No call waits for the count: the views are asked beside it, at most
 * once a second. Calls in flight, and a second's of other processes, may go beyond the limit.
 */
export function openFreeAnswers({ pool, perDay }: Deps) {
  const tallies = new Map<string, Tally>()

  async function read(accountId: string, tally: Tally): Promise<void> {
    tally.readAt = performance.now()
    const before = tally.since
    const { rows } = await pool().query<{ count: number }>({
      name: 'free-answers',
      text: `select count(*)::int as count from (select from entries
        where account_id = $1 and type = 'CallNotCharged' and at >= $2 limit $3) as given`,
      values: [accountId, new Date(tally.day).toISOString(), perDay],
    })
    // The views may lag behind what was answered here: then its own count is the better one.
    tally.shown = Math.max(rows[0]?.count ?? 0, tally.shown + before)
    tally.since -= before
  }

  return {
    /** 429 until midnight for an account that was given as many as a day has. */
    demandRoom(accountId: string): void {
      const tally = tallies.get(accountId)
      if (!tally || tally.shown + tally.since < perDay) return
      const left = tally.day + dayMs - Date.now()
      if (left > 0) throw tooMany(perDay, Math.ceil(left / 1_000))
      tallies.delete(accountId)
    },
    saw({ type, account_id: accountId }: Entry): void {
      if (type !== 'CallNotCharged') return
      const day = Math.floor(Date.now() / dayMs) * dayMs
      const known = tallies.get(accountId)
      const tally = known?.day === day ? known : { day, shown: 0, since: 0, readAt: -readEveryMs }
      tally.since += 1
      tallies.delete(accountId)
      tallies.set(accountId, tally)
      if (tallies.size > accountsKnown) tallies.delete(tallies.keys().next().value ?? '')
      if (performance.now() - tally.readAt < readEveryMs) return
      read(accountId, tally).catch(() => {}) // The next one reads it.
    },
  }
}

export type FreeAnswers = ReturnType<typeof openFreeAnswers>

function tooMany(perDay: number, seconds: number): ProblemSignal {
  const detail =
    `This account has had the ${perDay} free answers of a day: look-ups that found nothing, and ` +
    'lines with nothing to tell. Calls go on at midnight, UTC; jobs go on now.'
  return new ProblemSignal('too_many_requests', {
    detail,
    headers: { 'Retry-After': String(seconds) },
  })
}
