import type { ListedRequest } from '../../../../messages/listed-request.ts'

export type RequestAnswer = ListedRequest

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
