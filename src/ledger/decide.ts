import { unreachable } from '../errors.ts'
import type { Account } from './account.ts'
import { evolve } from './account.ts'
import { close, mayClose, releasesBeforeClosing } from './decide-closing.ts'
import { giveBack, grant, payDebt, purchase, refund, revoke } from './decide-credits.ts'
import { release, reserve, settleChunk } from './decide-job.ts'
import type { Entry } from './entry.ts'
import { freeCallsPerAccount, priceOf, quote } from './prices.ts'
import type { Draft, DraftOf } from './seal.ts'
import { minus, seal } from './seal.ts'
import type { CallOutcome, Settlement } from './settlement.ts'

/**
 * The entries that settle `settlement`, in order, sealed onto the account's chain. Time comes in
 * as an argument; nothing here reads or waits. Decisions that surprise:
 * - Every call that was accepted ends in exactly one entry, also a free one (`CallNotCharged`,
 *   which moves nothing): so "one command, one outcome" can be checked from the ledger alone, and
 *   a retry of a free answer finds it again.
 * - An account that nobody opened is opened by its first settlement. A crash between the
 *   creation of an account and its `OpenAccount` then costs nobody the free calls.
 * - What is refused is decided on the items that would really be charged.
 * - Whoever owes pays before he spends: a debt is taken out of credits as soon as there are any.
 * - A closing that its holder did not agree to settles nothing either, and may be asked again.
 * - What comes for a job that has ended settles nothing at all: nobody waits for it.
 */
export function decide(account: Account, settlement: Settlement, now: string): readonly Entry[] {
  if (settlement.type === 'OpenAccount') {
    return account.seq > 0 ? [] : [seal(account, opening(settlement.commandId), now)]
  }
  const closing = settlement.type === 'CloseAccount'
  if (closing && !mayClose(account, settlement)) return []
  const draft = draftOf(account, settlement)
  if (draft === null) return []
  const entries: Entry[] = []
  let current = account
  const add = (next: Draft | null) => {
    if (next === null) return
    const entry = seal(current, next, now)
    entries.push(entry)
    current = evolve(current, entry)
  }
  if (account.seq === 0) add(opening(openCommandId(account.accountId)))
  if (closing) for (const released of releasesBeforeClosing(current)) add(released)
  add(payDebt(current))
  add(current === account ? draft : draftOf(current, settlement))
  add(payDebt(current))
  return entries
}

export function openCommandId(accountId: string): string {
  return `open:${accountId}`
}

type AfterOpening = Exclude<Settlement, { readonly type: 'OpenAccount' }>

function draftOf(account: Account, settlement: AfterOpening): Draft | null {
  switch (settlement.type) {
    case 'PurchaseCredits':
      return purchase(settlement)
    case 'SettleCall':
      return settleCall(account, settlement)
    case 'RefundCredits':
      return refund(account, settlement)
    case 'ReturnCredits':
      return giveBack(settlement)
    case 'GrantCredits':
      return grant(settlement)
    case 'RevokeCredits':
      return revoke(account, settlement)
    case 'ReserveCredits':
      return reserve(account, settlement)
    case 'SettleChunk':
      return settleChunk(account, settlement)
    case 'ReleaseReservation':
      return release(account, settlement)
    case 'CloseAccount':
      return close(account, settlement)
    default:
      return unreachable(settlement)
  }
}

function opening(commandId: string): DraftOf<'AccountOpened'> {
  return { type: 'AccountOpened', commandId, freeCallsDelta: freeCallsPerAccount, details: {} }
}

function settleCall(account: Account, outcome: CallOutcome & { commandId: string }): Draft {
  const { commandId, call, items, requestId } = outcome
  const bound = { request_id: requestId, result_sha256: outcome.resultSha256 }
  if (items === 0) {
    const details = { call, items: 0 as const, reason: outcome.freeReason, ...bound }
    return { type: 'CallNotCharged', commandId, details }
  }
  const { freeCallsUsed, cents } = quote(call, items, account.freeCalls)
  if (cents > account.balanceCents) {
    const short = { required_cents: cents, available_cents: account.balanceCents }
    const details = { call, items, ...short, reason: 'insufficient_credits' as const }
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
