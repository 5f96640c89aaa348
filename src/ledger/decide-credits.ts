/**
 * Money that comes and goes back, and operators' adjustments. Nothing is ever edited: each is an
 * entry that says who and why. A balance never falls below zero; what a refund cannot take back is
 * a debt. It stands in `debt_cents` of the entry that changed it, and is paid out of the next
 * credits before anything else can be. So while there is a debt there is nothing to spend but free
 * calls.
 */
import type { Account } from './account.ts'
import type { Draft } from './seal.ts'
import { minus } from './seal.ts'
import type { SettlementOf } from './settlement.ts'

export function purchase({ commandId, purchase: details }: SettlementOf<'PurchaseCredits'>): Draft {
  return { type: 'CreditsPurchased', commandId, creditsDelta: details.amount_cents, details }
}

export function refund(
  account: Account,
  { commandId, refund: asked }: SettlementOf<'RefundCredits'>,
): Draft {
  const taken = Math.min(asked.amount_cents, account.balanceCents)
  const debt = account.debtCents + asked.amount_cents - taken
  const details = { ...asked, taken_cents: taken, debt_cents: debt }
  return { type: 'CreditsRefunded', commandId, creditsDelta: minus(taken), details }
}

/** A provider gives back what it took: a dispute was won. Debts are paid out of it. */
export function giveBack({ commandId, refund: lost }: SettlementOf<'ReturnCredits'>): Draft {
  const creditsDelta = lost.amount_cents
  return { type: 'CreditsReturned', commandId, creditsDelta, details: { ...lost } }
}

export function grant({ commandId, adjustment }: SettlementOf<'GrantCredits'>): Draft {
  const creditsDelta = adjustment.amount_cents
  return { type: 'CreditsGranted', commandId, creditsDelta, details: { ...adjustment } }
}

/**
 * An operator takes back what stands, and no more: a mistake of ours makes nobody our debtor. Null
 * when the account has moved on since the amount was computed: it is to be computed again.
 */
export function revoke(
  account: Account,
  { commandId, adjustment, ifSeq = account.seq }: SettlementOf<'RevokeCredits'>,
): Draft | null {
  if (account.seq !== ifSeq) return null
  const taken = Math.min(adjustment.amount_cents, account.balanceCents)
  const details = { ...adjustment, taken_cents: taken }
  return { type: 'CreditsRevoked', commandId, creditsDelta: minus(taken), details }
}

/** Null when nothing is owed, or nothing is there to pay it with. */
export function payDebt({ debtCents, balanceCents, seq }: Account): Draft | null {
  const paid = Math.min(debtCents, balanceCents)
  if (paid === 0) return null
  const details = { paid_cents: paid, debt_cents: debtCents - paid }
  return { type: 'DebtPaid', commandId: `debt:${seq + 1}`, creditsDelta: minus(paid), details }
}
