import type { Entry } from '../../ledger/entry.ts'
import { calls } from '../../ledger/prices.ts'

/**
 * Where money comes from and goes to, seen by the payer. The list is closed, because strict checks
 * want every account declared before the first entry is known.
 */
const other = 'equity:other'
const purchases = 'equity:purchases'
const refunds = 'equity:refunds'
const callsOf = (call: string) => `expenses:calls:${call}`
const known: ReadonlySet<string> = new Set(calls)

export const openings = 'equity:opening'
export const counterAccounts: readonly string[] = [
  openings,
  other,
  purchases,
  refunds,
  ...calls.map(callsOf),
  callsOf('other'),
]

export function counterAccountOf({ type, details }: Entry): string {
  if (type === 'CreditsPurchased') return purchases
  if (/Refund|Returned/.test(type)) return refunds
  if (!('call' in details)) return other
  const call = String(details.call)
  return callsOf(known.has(call) ? call : 'other')
}
