import { keysOf } from './keys-of.ts'

/** Prices of the specification, in cents per item. `call` is the word that ledger entries carry. */
export const prices = {
  enrich: { type: 'transaction', endpoint: 'POST /enrich', unit: 'call', priceCents: 1 },
  batch: {
    type: 'transaction_batch',
    endpoint: 'POST /enrich/batch',
    unit: 'transaction',
    priceCents: 1,
  },
  company: { type: 'company', endpoint: 'POST /enrich/company', unit: 'call', priceCents: 2 },
  domain: { type: 'domain', endpoint: 'POST /enrich/domain', unit: 'call', priceCents: 1 },
  social: { type: 'social', endpoint: 'POST /enrich/social', unit: 'call', priceCents: 1 },
  person: { type: 'person', endpoint: 'POST /enrich/person', unit: 'call', priceCents: 2 },
} as const

export type Call = keyof typeof prices

export const calls = keysOf(prices)

/** Free calls that a new account is granted. */
export const freeCallsPerAccount = 20

export function priceOf(call: Call): number {
  return prices[call].priceCents
}

/**
 * The price of `items` for an account that still has `freeCalls`: free calls go first, whatever the
 * price.
 */
export function quote(call: Call, items: number, freeCalls: number) {
  const freeCallsUsed = Math.min(freeCalls, items)
  return { freeCallsUsed, cents: (items - freeCallsUsed) * priceOf(call) }
}
