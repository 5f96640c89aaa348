import type { Account } from './account.ts'
import { release } from './decide-job.ts'
import type { Draft } from './seal.ts'
import { minus } from './seal.ts'
import type { Settlement } from './settlement.ts'

/**
 * The end of an account. The reservations of running jobs come back first, so nothing stays
 * reserved; then all that stands is forfeited: a key that some process still trusts has nothing to
 * spend. A provider's later word is still recorded, because money that moved is a fact.
 */
type Closing = Extract<Settlement, { readonly type: 'CloseAccount' }>

/** A holder who did not agree to lose his credits keeps his account, whatever he was told. */
export function mayClose(account: Account, { forfeit }: Closing): boolean {
  return forfeit || account.balanceCents + account.reservedCents <= account.debtCents
}

/** The running jobs' ends, whose command ids are those of every job's end. */
export function releasesBeforeClosing(account: Account): readonly Draft[] {
  return Object.keys(account.reservations).flatMap((jobId) => {
    const end = { commandId: `${jobId}:release`, jobId, reason: 'cancelled' as const }
    return release(account, { type: 'ReleaseReservation', ...end }) ?? []
  })
}

export function close(account: Account, { commandId }: Closing): Draft {
  return {
    type: 'AccountClosed',
    commandId,
    creditsDelta: minus(account.balanceCents),
    freeCallsDelta: minus(account.freeCalls),
    details: {
      forfeited_cents: account.balanceCents,
      forfeited_free_calls: account.freeCalls,
      debt_cents: account.debtCents,
    },
  }
}
