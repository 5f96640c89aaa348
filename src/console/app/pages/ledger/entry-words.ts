import type { EntryAnswer } from '../../state/answers.ts'
import { count, dollars } from '../../state/words.ts'

const typeWords: Readonly<Record<string, string>> = {
  AccountOpened: 'Account opened',
  CreditsPurchased: 'Credits bought',
  CallCharged: 'Call charged',
  CallNotCharged: 'Call, free',
  ChargeRefused: 'Charge refused',
  CreditsReserved: 'Credits set aside',
  ReservationReleased: 'Credits given back',
  CreditsRefunded: 'Refunded by the provider',
  CreditsReturned: 'Dispute won',
  DebtPaid: 'Debt paid',
  CreditsGranted: 'Granted by us',
  CreditsRevoked: 'Taken back by us',
  AccountClosed: 'Account closed',
}

export function whatOf({ type }: EntryAnswer): string {
  return typeWords[type] ?? type
}

export function aboutOf({ details }: EntryAnswer): string {
  if (details.order_id) return `order ${details.order_id}`
  if (details.job_id) return `job ${details.job_id}`
  const items = details.items && details.items > 1 ? `, ${count(details.items, 'item')}` : ''
  if (details.by) return `${details.reason} (${details.by})`
  if (details.paid_cents) return `${dollars(details.debt_cents ?? 0)} still owed`
  const reason = details.reason ? `, ${details.reason.replaceAll('_', ' ')}` : ''
  return details.call ? `${details.call}${items}${reason}` : ''
}
