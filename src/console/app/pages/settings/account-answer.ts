export interface AccountAnswer {
  readonly id: string
  readonly email?: string
  readonly email_verified_at: string | null
  readonly name: string | null
  readonly created_at: string
  readonly low_credits_cents: number | null
  readonly second_factor: boolean | null
}
