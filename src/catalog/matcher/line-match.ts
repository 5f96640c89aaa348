/** The matcher's findings about one line. The enrichment turns them into the published answer. */
export const counterpartyRoles = [
  'processor',
  'marketplace',
  'wallet',
  'delivery',
  'instalment',
  'bank',
] as const
export type CounterpartyRole = (typeof counterpartyRoles)[number]

export interface Counterparty {
  readonly name: string
  readonly role: CounterpartyRole
  readonly website: string | null
}

export interface Location {
  readonly city: string | null
  readonly region: string | null
  readonly country: string | null
}

export type Channel = 'online' | 'in_store' | 'atm' | 'transfer' | 'direct_debit'
export type Recurrence = 'subscription' | 'instalment' | 'standing_order'

export interface LineMatch {
  readonly merchant: string | null
  readonly merchantId: string | null
  readonly domain: string | null
  readonly category: string | null
  readonly mcc: string | null
  readonly confidence: number
  readonly categoryConfidence: number
  readonly counterparties: readonly Counterparty[]
  readonly location: Location | null
  readonly channel: Channel | null
  readonly recurrence: Recurrence | null
  readonly reasons: readonly string[]
}
