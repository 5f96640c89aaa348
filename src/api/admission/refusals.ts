import { ProblemSignal, tryAgain } from '../http/exchange.ts'
import { tooMany } from './addresses.ts'
import type { BudgetScope } from './budget.ts'

/** The connection is closed: nobody reads the rest of the body. */
export function refusalOf(scope: BudgetScope): ProblemSignal {
  switch (scope) {
    case 'account':
      return tooMany('This account has too much in hand at once.', 1)
    case 'address':
      return tooMany('This address has too much in hand at once.', 1)
    case 'strangers':
      return tryAgain('Too many calls without a key are being answered.')
    case 'process':
      return tryAgain('Too many calls are being answered.')
  }
}

export function tooSlow(): ProblemSignal {
  const detail =
    'The body came too slowly. A small one must be whole within 5 s, a larger one have at least ' +
    '16 KB a second over any ten seconds.'
  return new ProblemSignal('request_timeout', detail)
}
