export interface WebhookAnswer {
  readonly id: string
  readonly url: string
  readonly events: readonly string[]
  readonly created_at: string
}

export interface DeliveryAnswer {
  readonly id: string
  readonly type: string
  readonly status: 'pending' | 'delivered' | 'failed'
  readonly created_at: string
  readonly next_attempt_at: string | null
  readonly attempts: readonly {
    readonly attempt: number
    readonly at: string
    readonly took_ms: number
    readonly status: number | null
    readonly error: string | null
  }[]
}

export const webhookEvents = [
  ['job.finished', 'a job has ended'],
  ['credits.low', 'credits fell below the threshold of the settings'],
  ['credits.purchased', 'credits were bought'],
] as const
