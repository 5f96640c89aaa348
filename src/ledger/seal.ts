import type { Account } from './account.ts'
import type { Entry, EntryOf, EntryType } from './entry.ts'
import { hashOf } from './entry.ts'

/** A type and its details, and what it moves: not yet in the chain. */
export type Draft = { readonly [T in EntryType]: DraftOf<T> }[EntryType]

export interface DraftOf<T extends EntryType> {
  readonly type: T
  readonly commandId: string
  readonly creditsDelta?: number
  readonly freeCallsDelta?: number
  readonly reservedDelta?: number
  readonly details: EntryOf<T>['details']
}

/** Gives a draft its place in the chain. `at` never goes back within an account. */
export function seal(account: Account, draft: Draft, now: string): Entry {
  const creditsDelta = draft.creditsDelta ?? 0
  const freeCallsDelta = draft.freeCallsDelta ?? 0
  const reservedDelta = draft.reservedDelta ?? 0
  const entry = {
    account_id: account.accountId,
    seq: account.seq + 1,
    type: draft.type,
    at: now > account.at ? now : account.at,
    command_id: draft.commandId,
    credits_delta_cents: creditsDelta,
    free_calls_delta: freeCallsDelta,
    reserved_delta_cents: reservedDelta,
    balance_cents: account.balanceCents + creditsDelta,
    free_calls_remaining: account.freeCalls + freeCallsDelta,
    reserved_cents: account.reservedCents + reservedDelta,
    details: draft.details,
    prev_hash: account.hash,
    hash: '',
  } as Entry // as: `type` and `details` agree because a Draft pairs them.
  entry.hash = hashOf(entry)
  return entry
}

/** −0 would be another number to a reader that compares bit by bit; JSON has only one zero. */
export function minus(amount: number): number {
  return amount === 0 ? 0 : -amount
}
