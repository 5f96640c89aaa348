import type { BalanceAnswer } from '../state/answers.ts'
import { linkTo } from '../state/place.ts'
import { dollars } from '../state/words.ts'

interface LowCreditsParts {
  readonly held: Pick<BalanceAnswer, 'balance_cents' | 'free_calls_remaining'>
  /** The threshold of the settings; null without one. */
  readonly lowCents: number | null
}

/** Stands above the page while credits are below the account's own threshold. */
export function LowCredits({ held, lowCents }: LowCreditsParts) {
  if (lowCents === null || held.balance_cents >= lowCents) return null
  return (
    <div class="notice notice-wait" role="status">
      Credits are low: {dollars(held.balance_cents)} is below your threshold of {dollars(lowCents)}.{' '}
      <a href={linkTo('credits')}>Add credits</a> or{' '}
      <a href={linkTo('settings')}>change the threshold</a>.
    </div>
  )
}
