export interface OrderAnswer {
  readonly order_id: string
  readonly amount_cents: number
  readonly status: 'open' | 'paid'
  readonly provider: 'sandbox' | 'stripe'
  readonly created_at: string
  readonly paid_at: string | null
  readonly refunded_cents: number
  readonly checkout_url: string | null
  readonly ledger_entry: string | null
  readonly invoice_number: string | null
  readonly automatic: boolean
  readonly failure: string | null
}

export function seqOf({ ledger_entry: entry }: OrderAnswer): string {
  return entry?.split(';')[0] ?? ''
}
