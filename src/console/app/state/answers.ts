/** The answers of the API, as far as the console shows them. */
export interface BalanceAnswer {
  readonly balance_cents: number
  readonly free_calls_remaining: number
  readonly reserved_cents: number
  readonly debt_cents: number
  readonly ledger: { readonly seq: number; readonly hash: string }
  readonly sandbox?: true
}

export interface UsageFigures {
  readonly calls: number
  readonly items: number
  readonly charged_cents: number
  readonly free_calls: number
  readonly errors: number
}

export interface UsageStep extends UsageFigures {
  readonly start: string
}

export interface UsageAnswer {
  readonly from: string
  readonly to: string
  readonly totals: UsageFigures
  readonly by_type: readonly (UsageFigures & { readonly type: string })[]
  readonly by_key: readonly (UsageFigures & {
    readonly key_id: string | null
    readonly name: string | null
  })[]
  readonly series: readonly UsageStep[]
}

interface MatchFigures {
  readonly looked_up: number
  readonly matched: number
}

export interface MatchRateAnswer {
  readonly totals: MatchFigures
  readonly by_type: readonly (MatchFigures & { readonly type: string })[]
  readonly series: readonly (MatchFigures & { readonly start: string })[]
}

export interface EntryAnswer {
  readonly seq: number
  readonly type: string
  readonly at: string
  readonly command_id: string
  readonly credits_delta_cents: number
  readonly free_calls_delta: number
  readonly reserved_delta_cents: number
  readonly balance_cents: number
  readonly hash: string
  readonly prev_hash: string
  readonly details: EntryDetails
}

interface EntryDetails {
  readonly call?: string
  readonly items?: number
  readonly reason?: string
  readonly order_id?: string
  readonly job_id?: string
  readonly by?: string
  readonly paid_cents?: number
  readonly debt_cents?: number
  readonly result_sha256?: string
  readonly request_id?: string
  readonly cents?: number
  readonly free_calls?: number
  readonly charged_cents?: number
  readonly free_calls_used?: number
}

export interface KeyAnswer {
  readonly id: string
  readonly name: string
  readonly prefix: string
  readonly created_at: string
  readonly expires_at: string | null
  readonly revoked_at: string | null
  readonly last_used_at: string | null
  readonly scopes: readonly string[]
  readonly monthly_cap_cents: number | null
  readonly spent_this_month_cents: number
  readonly calls_per_second: number | null
  readonly allowed_addresses: readonly string[] | null
  readonly test: boolean
}

/** Every kind of look-up has some of these. */
export interface EnrichedAnswer {
  readonly merchant?: string | null
  readonly category?: string | null
  readonly subcategory?: string | null
  readonly website?: string | null
  readonly confidence?: number
  readonly company_name?: string | null
  readonly name?: string | null
  readonly domain?: string | null
  readonly industry?: string | null
  readonly title?: string | null
  readonly company?: string | null
  readonly hq_location?: string | null
}
