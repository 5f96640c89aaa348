import { unreachable } from '../errors.ts'
import type { Account } from './account.ts'
import { evolve } from './account.ts'
import type { Entry, EntryOf, EntryType } from './entry.ts'
import { hashOf } from './entry.ts'
import type { Call } from './prices.ts'
import { freeCallsPerAccount, priceOf, quote } from './prices.ts'

/**
 * What a settlement does to an account. Time comes in as an argument; nothing here reads or waits.
 * Three decisions that surprise:
 * - Every call that was accepted ends in exactly one entry, also a free one (`CallNotCharged`, which
 *   moves nothing): so "one command, one outcome" can be checked from the ledger alone, and a retry
 *   of a free answer finds it again.
 * - An account that nobody opened is opened by its first settlement. A crash between the creation of
 *   an account and its `OpenAccount` then costs nobody the free calls.
 * - What is refused is decided on the items that would really be charged.
 */
export type Settlement =
  | { readonly type: 'OpenAccount'; readonly commandId: string }
  | {
      readonly type: 'PurchaseCredits'
      readonly commandId: string
      readonly purchase: EntryOf<'CreditsPurchased'>['details']
    }
  | ({ readonly type: 'SettleCall'; readonly commandId: string } & CallOutcome)

export interface CallOutcome {
  readonly call: Call
  /** How many items are to be paid for; 0 is a free answer. */
  readonly items: number
  readonly freeReason: EntryOf<'CallNotCharged'>['details']['reason']
  readonly requestId: string
  readonly keyId: string | null
  readonly resultSha256: string
}

/** The entries that settle `settlement`, in order, sealed onto the account's chain. */
export function decide(account: Account, settlement: Settlement, now: string): readonly Entry[] {
  const draft = draftOf(account, settlement)
  if (account.seq > 0) return draft.type === 'AccountOpened' ? [] : [seal(account, draft, now)]
  if (draft.type === 'AccountOpened') return [seal(account, draft, now)]
  const opened = seal(account, opening(openCommandId(account.accountId)), now)
  const open = evolve(account, opened)
  return [opened, seal(open, draftOf(open, settlement), now)]
}

export function openCommandId(accountId: string): string {
  return `open:${accountId}`
}

/** A type and its details, and what it moves: not yet in the chain. */
type Draft = { readonly [T in EntryType]: DraftOf<T> }[EntryType]

interface DraftOf<T extends EntryType> {
  readonly type: T
  readonly commandId: string
  readonly creditsDelta?: number
  readonly freeCallsDelta?: number
  readonly details: EntryOf<T>['details']
}

function draftOf(account: Account, settlement: Settlement): Draft {
  switch (settlement.type) {
    case 'OpenAccount':
      return opening(settlement.commandId)
    case 'PurchaseCredits':
      return purchased(settlement)
    case 'SettleCall':
      return settleCall(account, settlement)
    default:
      return unreachable(settlement)
  }
}

function opening(commandId: string): DraftOf<'AccountOpened'> {
  return { type: 'AccountOpened', commandId, freeCallsDelta: freeCallsPerAccount, details: {} }
}

function purchased(
  settlement: Extract<Settlement, { type: 'PurchaseCredits' }>,
): DraftOf<'CreditsPurchased'> {
  const { commandId, purchase } = settlement
  return {
    type: 'CreditsPurchased',
    commandId,
    creditsDelta: purchase.amount_cents,
    details: purchase,
  }
}

function settleCall(account: Account, outcome: CallOutcome & { commandId: string }): Draft {
  const { commandId, call, items, requestId } = outcome
  const caller = { request_id: requestId, ...(outcome.keyId ? { key_id: outcome.keyId } : {}) }
  const bound = { ...caller, result_sha256: outcome.resultSha256 }
  if (items === 0) {
    const details = { call, items: 0 as const, reason: outcome.freeReason, ...bound }
    return { type: 'CallNotCharged', commandId, details }
  }
  const { freeCallsUsed, cents } = quote(call, items, account.freeCalls)
  if (cents > account.balanceCents) {
    const short = { required_cents: cents, available_cents: account.balanceCents }
    const details = { call, items, ...short, reason: 'insufficient_credits' as const, ...caller }
    return { type: 'ChargeRefused', commandId, details }
  }
  const paid = { free_calls_used: freeCallsUsed, charged_cents: cents }
  const details = { call, items, unit_price_cents: priceOf(call), ...paid, ...bound }
  return {
    type: 'CallCharged',
    commandId,
    creditsDelta: minus(cents),
    freeCallsDelta: minus(freeCallsUsed),
    details,
  }
}

/** −0 would be another number to a reader that compares bit by bit; JSON has only one zero. */
function minus(amount: number): number {
  return amount === 0 ? 0 : -amount
}

/** Gives a draft its place in the chain. `at` never goes back within an account. */
function seal(account: Account, draft: Draft, now: string): Entry {
  const creditsDelta = draft.creditsDelta ?? 0
  const freeCallsDelta = draft.freeCallsDelta ?? 0
  const entry = {
    account_id: account.accountId,
    seq: account.seq + 1,
    type: draft.type,
    at: now > account.at ? now : account.at,
    command_id: draft.commandId,
    credits_delta_cents: creditsDelta,
    free_calls_delta: freeCallsDelta,
    reserved_delta_cents: 0,
    balance_cents: account.balanceCents + creditsDelta,
    free_calls_remaining: account.freeCalls + freeCallsDelta,
    reserved_cents: account.reservedCents,
    details: draft.details,
    prev_hash: account.hash,
  } as Omit<Entry, 'hash'> // as: `type` and `details` agree because a Draft pairs them.
  return { ...entry, hash: hashOf(entry) } as Entry // as: the same pair, with its hash.
}
