export interface RequestAnswer {
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

interface TracedRecord {
  readonly topic: string
  readonly partition: number
  readonly offset: number | null
  readonly type?: string
  readonly at?: string
}

export interface TraceAnswer {
  readonly id: string
  readonly request_id: string | null
  readonly status: string
  readonly command: TracedRecord | null
  readonly enrichment: TracedRecord | null
  readonly charge:
    | (TracedRecord & {
        readonly entry: { readonly at: string; readonly type: string; readonly seq: number }
      })
    | null
  readonly reply: { readonly status: number | null; readonly ledger_entry: string } | null
}
