/**
 * A job's three moves. Its whole price is set aside at once, free calls first, or it is refused;
 * every chunk is paid out of what was set aside; what is left comes back at the end. So a job never
 * fails for want of credits half-way, and never costs more than was said.
 */
import type { Account } from './account.ts'
import { priceOf, quote } from './prices.ts'
import type { Draft } from './seal.ts'
import { minus } from './seal.ts'
import type { SettlementOf } from './settlement.ts'

export function reserve(account: Account, settlement: SettlementOf<'ReserveCredits'>): Draft {
  const { commandId, jobId, call, items } = settlement
  const { freeCallsUsed, cents } = quote(call, items, account.freeCalls)
  if (cents > account.balanceCents) {
    const short = { required_cents: cents, available_cents: account.balanceCents }
    const details = { call, items, ...short, reason: 'insufficient_credits' as const }
    return { type: 'ChargeRefused', commandId, details }
  }
  return {
    type: 'CreditsReserved',
    commandId,
    creditsDelta: minus(cents),
    reservedDelta: cents,
    freeCallsDelta: minus(freeCallsUsed),
    details: { job_id: jobId, items, cents, free_calls: freeCallsUsed },
  }
}

/**
 * Null for a chunk of a job that has nothing set aside: it comes late, after the rest was released,
 * and must not be charged. Free calls of the reservation go first, as in the reservation itself, so
 * the chunks of a job use up exactly what was set aside, in whatever order they come.
 */
export function settleChunk(
  account: Account,
  settlement: SettlementOf<'SettleChunk'>,
): Draft | null {
  const { commandId, call, items, jobId, chunk } = settlement
  const left = account.reservations[jobId]
  if (!left) return null
  const bound = { request_id: settlement.requestId, result_sha256: settlement.resultSha256 }
  if (items === 0) {
    const reason = settlement.freeReason
    const details = { call, items: 0 as const, reason, ...bound, job_id: jobId, chunk }
    return { type: 'CallNotCharged', commandId, details }
  }
  const { freeCallsUsed, cents } = quote(call, items, left.freeCalls)
  if (cents > left.cents) throw new Error(`chunk ${chunk} of ${jobId} costs more than is reserved`)
  const paid = { free_calls_used: freeCallsUsed, charged_cents: cents }
  const price = { call, items, unit_price_cents: priceOf(call) }
  const details = { ...price, ...paid, ...bound, job_id: jobId, chunk }
  return { type: 'CallCharged', commandId, reservedDelta: minus(cents), details }
}

/** Null for a job that has nothing set aside: it was released before. */
export function release(
  account: Account,
  settlement: SettlementOf<'ReleaseReservation'>,
): Draft | null {
  const { commandId, jobId, reason } = settlement
  const left = account.reservations[jobId]
  if (!left) return null
  return {
    type: 'ReservationReleased',
    commandId,
    creditsDelta: left.cents,
    reservedDelta: minus(left.cents),
    freeCallsDelta: left.freeCalls,
    details: { job_id: jobId, cents: left.cents, free_calls: left.freeCalls, reason },
  }
}
