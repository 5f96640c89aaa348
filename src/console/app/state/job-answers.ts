interface JobColumns {
  readonly description: readonly string[] | null
  readonly amount: string | null
  readonly debit: string | null
  readonly credit: string | null
  readonly date: string | null
  readonly id: string | null
}

/** The answer of `POST /jobs?dry_run=true`. */
export interface JobPreview {
  readonly format: string
  readonly encoding: string | null
  readonly delimiter: string | null
  readonly header_row: number | null
  readonly columns: JobColumns
  /** Every column of the file, where it is a table. */
  readonly header?: readonly string[] | null
  readonly rows: number
  readonly bad_rows: number
  readonly errors: readonly { readonly row: number; readonly message: string }[]
  readonly sample: readonly SampleRow[]
  readonly price_cents: number
  readonly free_calls: number
}

export interface SampleRow {
  readonly row: number
  readonly description: string
  readonly amount: number | string | null
  readonly date: string | null
}

export interface JobAnswer {
  readonly id: string
  readonly type: string
  readonly status: 'queued' | 'running' | 'succeeded' | 'cancelled' | 'failed'
  readonly total: number
  readonly processed: number
  readonly matched: number
  readonly failed: number
  readonly charged_cents: number
  readonly free_calls_used: number
  readonly reserved_cents: number
  readonly created_at: string
  readonly started_at: string | null
  readonly finished_at: string | null
  readonly rows_per_second: number | null
  readonly estimated_finish_at: string | null
  readonly results_url: string | null
  readonly metadata: unknown
  /** How its file was read. */
  readonly source: { readonly format: string } | null
}

export interface ResultRow {
  readonly row: number
  readonly description?: string | null
  readonly amount?: number | string | null
  readonly date?: string | null
  readonly merchant?: string | null
  readonly merchant_id?: string | null
  readonly category?: string | null
  readonly subcategory?: string | null
  readonly website?: string | null
  readonly confidence?: number | null
  /** The names that jobs of other types give. */
  readonly name?: string | null
  readonly company_name?: string | null
  readonly domain?: string | null
  readonly error?: { readonly message?: string; readonly pointer?: string }
}

export interface CorrectionAnswer {
  readonly id: string
  readonly description: string
  readonly merchant?: string | null
  readonly category?: string
  readonly subcategory?: string
  readonly website?: string | null
  readonly created_at: string
}

export function hasEnded({ status }: JobAnswer): boolean {
  return status !== 'queued' && status !== 'running'
}
