import type { Entry } from './entry.ts'

/**
 * The rest of the money and free calls that a running job has set aside. It is part of an
 * account's folded state, because a chunk must be settled, and a rest released, to the exact cent
 * by whoever owns the account now: it follows from the entries alone, and the views hold it for a
 * worker that takes over (job_progress). The sum over an account's jobs is its `reserved_cents` at
 * every entry.
 */
interface Reservation {
  readonly cents: number
  readonly freeCalls: number
}

/** Reservations by job. A missing job has nothing set aside: it has not begun, or has ended. */
export type Reservations = Readonly<Record<string, Reservation>>

export const noReservations: Reservations = Object.freeze({})

/** The reservations after an entry; the same object for an entry that concerns no job. */
export function reservationsAfter(before: Reservations, entry: Entry): Reservations {
  if (entry.type === 'CreditsReserved') {
    const { job_id: jobId, cents, free_calls: freeCalls } = entry.details
    return { ...before, [jobId]: { cents, freeCalls } }
  }
  if (entry.type === 'ReservationReleased') {
    const { [entry.details.job_id]: _, ...rest } = before
    return rest
  }
  if (entry.type !== 'CallCharged' || entry.details.job_id === undefined) return before
  const { job_id: jobId, charged_cents: cents, free_calls_used: used } = entry.details
  const left = before[jobId]
  if (!left) return before // A fold from the middle of a ledger knows no reservations.
  return { ...before, [jobId]: { cents: left.cents - cents, freeCalls: left.freeCalls - used } }
}
