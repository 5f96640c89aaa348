import type {
  BalanceAnswer,
  EntryAnswer,
  KeyAnswer,
  MatchRateAnswer,
  UsageAnswer,
} from '../../state/answers.ts'
import { readBalance } from '../../state/balance.ts'
import { call } from '../../state/call.ts'
import type { JobAnswer } from '../../state/job-answers.ts'
import type { RequestAnswer } from '../requests/request-answers.ts'

const dayMs = 86_400_000
export const daysShown = 30
const jobsRead = 20
const requestsShown = 5

/** All that the page shows is read before it is drawn, so that nothing on it shifts. */
export interface OverviewAnswers {
  readonly balance: BalanceAnswer
  readonly lowCents: number | null
  /** Days from the first of last month on. */
  readonly usage: UsageAnswer
  /** The days shown, and no others. */
  readonly matches: MatchRateAnswer
  readonly jobs: readonly JobAnswer[]
  readonly requests: readonly RequestAnswer[]
  readonly hasKey: boolean
  readonly hasCalled: boolean
  readonly hasBought: boolean
}

export async function readOverview(signal: AbortSignal): Promise<OverviewAnswers> {
  const now = new Date()
  const lastMonth = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1)
  const from = new Date(Math.min(lastMonth, Date.now() - daysShown * dayMs))
  const list = async <T>(path: string) => {
    return (await call<{ data: readonly T[] }>('GET', path, { signal })).json.data
  }
  const day = from.toISOString().slice(0, 10)
  const firstShown = new Date(Date.now() - (daysShown - 1) * dayMs).toISOString().slice(0, 10)
  const [balance, account, used, matches, jobs, requests, keys, bought, charged] =
    await Promise.all([
      readBalance(),
      call<{ low_credits_cents: number | null }>('GET', '/account', { signal }),
      call<UsageAnswer>('GET', `/usage?granularity=day&from=${day}`, { signal }),
      call<MatchRateAnswer>('GET', `/usage/matches?granularity=day&from=${firstShown}`, { signal }),
      list<JobAnswer>(`/jobs?limit=${jobsRead}`),
      list<RequestAnswer>(`/requests?limit=${requestsShown}`),
      list<KeyAnswer>('/keys?limit=100'),
      list<EntryAnswer>('/ledger?type=CreditsPurchased&limit=1'),
      list<EntryAnswer>('/ledger?type=CallCharged&limit=1'),
    ])
  return {
    balance,
    lowCents: account.json.low_credits_cents,
    usage: used.json,
    matches: matches.json,
    jobs,
    requests,
    hasKey: keys.some(({ revoked_at: revoked }) => revoked === null),
    hasCalled: requests.length > 0 || charged.length > 0,
    hasBought: bought.length > 0,
  }
}

export interface MonthsSpent {
  readonly thisMonth: number
  readonly lastMonth: number
  /** Last month up to the same day and hour: what this month is held against. */
  readonly lastMonthSoFar: number
}

export function spentByMonth({ series }: Pick<UsageAnswer, 'series'>, now: Date): MonthsSpent {
  const start = Date.UTC(now.getUTCFullYear(), now.getUTCMonth())
  const before = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1)
  const spent = (from: number, to: number) =>
    series
      .filter(({ start: at }) => Date.parse(at) >= from && Date.parse(at) < to)
      .reduce((sum, { charged_cents: cents }) => sum + cents, 0)
  const soFar = Math.min(start, before + (now.getTime() - start))
  return {
    thisMonth: spent(start, Number.POSITIVE_INFINITY),
    lastMonth: spent(before, start),
    lastMonthSoFar: spent(before, soFar),
  }
}
