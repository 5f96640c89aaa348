import type { EntryAnswer } from '../../state/answers.ts'
import { linkTo } from '../../state/place.ts'
import { count, dollars } from '../../state/words.ts'
import type { FoldedJob } from './fold-jobs.ts'

export const typeWords: Readonly<Record<string, string>> = {
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

export function whatOf({ type, details }: EntryAnswer): string {
  if (type === 'CallCharged' && details.job_id !== undefined) return 'Rows of a job'
  return typeWords[type] ?? type
}

export function aboutOf({ details }: EntryAnswer): string {
  if (details.order_id) return `order ${details.order_id}`
  const items = details.items && details.items > 1 ? `, ${count(details.items, 'item')}` : ''
  if (details.job_id) return jobWords(details, items)
  if (details.by) return `${details.reason} (${details.by})`
  if (details.paid_cents) return `${dollars(details.debt_cents ?? 0)} still owed`
  const reason = details.reason ? `, ${details.reason.replaceAll('_', ' ')}` : ''
  return details.call ? `${details.call}${items}${reason}` : ''
}

const requestsKeptMs = 7 * 86_400_000

/** The page of what an entry is about, as long as there is one. */
export function placeOf({ at, details }: EntryAnswer, now: number): string | null {
  if (details.order_id) return linkTo('credits', details.order_id)
  if (details.job_id) return linkTo('jobs', details.job_id)
  const isKept = now - Date.parse(at) < requestsKeptMs
  return details.request_id && isKept ? linkTo('requests', details.request_id) : null
}

/** Chunks take from what was set aside: the balance does not move, and the words say what did. */
function jobWords(
  { job_id: id, charged_cents: taken, free_calls_used: free }: EntryAnswer['details'],
  items: string,
): string {
  const cents = taken ? `, ${dollars(taken)} of what was set aside` : ''
  const calls = free ? `, ${count(free, 'free call')}` : ''
  return `job ${id}${items}${cents}${calls}`
}

/** `−$200.00 of $250.00 reserved`, and how many entries say so. */
export function foldedWords(job: FoldedJob): string {
  const { reserved, charged, entries, hasEnded } = job
  const many = count(entries.length, 'entry', 'entries')
  if (reserved === null) return `${many}; older ones are not read yet`
  const soFar = hasEnded ? '' : ' so far'
  const cents =
    reserved.cents > 0 ? `−${dollars(charged.cents)} of ${dollars(reserved.cents)} reserved` : ''
  const free =
    reserved.freeCalls > 0
      ? `${charged.freeCalls} of ${count(reserved.freeCalls, 'free call')}`
      : ''
  return `${[cents, free].filter((part) => part !== '').join(', ') || 'free'}${soFar} · ${many}`
}
