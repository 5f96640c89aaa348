/** A call of an account as `GET /requests` lists it, and the console shows it. */
export interface ListedRequest {
  readonly id: string
  readonly request_id: string | null
  readonly at: string
  readonly type: string
  readonly question: string | null
  readonly answer: string | null
  readonly confidence: number | null
  readonly status: number | null
  readonly items: number
  readonly charged_cents: number
  readonly free_calls_used: number
  readonly key_id: string | null
  readonly took_ms: number | null
  readonly ledger_entry: string
}
