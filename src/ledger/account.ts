import type { Entry } from './entry.ts'
import { zeroHash } from './entry.ts'
import type { Reservations } from './reservation.ts'
import { noReservations, reservationsAfter } from './reservation.ts'

/** The fold of an account's ledger: its head, and the balances after it. */
export interface Account {
  readonly accountId: string
  readonly seq: number
  readonly hash: string
  readonly at: string
  readonly balanceCents: number
  readonly freeCalls: number
  readonly reservedCents: number
  /** Refunds that could not be taken back: the next credits pay them first. */
  readonly debtCents: number
  /** The running jobs' shares of `reservedCents`, and the free calls that they have left. */
  readonly reservations: Reservations
}

/** An account of which the ledger knows nothing yet. */
export function unopened(accountId: string): Account {
  const at = new Date(0).toISOString()
  const nothing = { balanceCents: 0, freeCalls: 0, reservedCents: 0, debtCents: 0 }
  return { accountId, seq: 0, hash: zeroHash, at, ...nothing, reservations: noReservations }
}

/**
 * The chain rule, the fence of the whole service: every reader applies it and ignores what fails
 * it.
 */
export function follows(account: Account, entry: Entry): boolean {
  return entry.seq === account.seq + 1 && entry.prev_hash === account.hash
}

/** The account after an entry that follows. */
export function evolve(account: Account, entry: Entry): Account {
  return {
    accountId: account.accountId,
    seq: entry.seq,
    hash: entry.hash,
    at: entry.at,
    balanceCents: account.balanceCents + entry.credits_delta_cents,
    freeCalls: account.freeCalls + entry.free_calls_delta,
    reservedCents: account.reservedCents + entry.reserved_delta_cents,
    debtCents: debtAfter(entry) ?? account.debtCents,
    reservations: reservationsAfter(account.reservations, entry),
  }
}

/** The debt that an entry leaves, or null for one that does not touch it. */
export function debtAfter({ type, details }: Entry): number | null {
  return type === 'CreditsRefunded' || type === 'DebtPaid' ? details.debt_cents : null
}
