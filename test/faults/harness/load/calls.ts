import type { Account } from './accounts.ts'
import type { Answer } from './http.ts'
import type { Random } from './random.ts'
import { zipf } from './random.ts'

/** One call of a client, with every attempt at it. */
export interface Call {
  readonly account: Account
  readonly path: string
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
  readonly idempotencyKey: string | null
  /** A client that sends it twice under its key: at once, or after the first answer. */
  readonly sentTwice: 'at once' | 'afterwards' | null
  /** When an open loop was to send it: what waits to be sent waits for an answer too. */
  readonly dueAt: number
  readonly answers: Answer[]
}

export type DrawCall = (dueAt: number) => Call

const merchants = [
  'STARBUCKS STORE 1234 SEATTLE WA',
  'NETFLIX.COM 866-579-7172 CA',
  'UBER *TRIP HELP.UBER.COM',
  'SQ *BLUE BOTTLE COFFEE OAKLAND',
  'AMZN MKTP US*2K4LP0',
  'corner shop nobody knows 77',
]
const companies = ['Stripe', 'Netflix', 'no such company at all 4711']

/** Shares of all calls. */
const keyed = 0.6
const sentTwiceOfKeyed = 1 / 6
const later = 0.1
const batches = 0.1
const lookUps = 0.1

/** Zipf 1.1 over the accounts; one call in ten is sent again under its key. */
export function openCalls(accounts: readonly Account[], random: Random): DrawCall {
  const rank = zipf(accounts.length, 1.1, random)
  const series = random.below(1_000_000)
  let count = 0
  return (dueAt) => {
    count += 1
    const account = accounts[rank()]
    if (!account) throw new Error('the load has no accounts')
    const isKeyed = random.chance(keyed)
    const idempotencyKey = isKeyed ? `key-${series}-${count}` : null
    const twice = isKeyed && random.chance(sentTwiceOfKeyed)
    const headers: Record<string, string> = {}
    if (idempotencyKey !== null) headers['idempotency-key'] = idempotencyKey
    if (random.chance(later)) headers.prefer = 'respond-async'
    return {
      account,
      ...questionOf(random, count),
      headers,
      idempotencyKey,
      sentTwice: twice ? (random.chance(0.5) ? 'at once' : 'afterwards') : null,
      dueAt,
      answers: [],
    }
  }
}

function questionOf(random: Random, count: number): { path: string; body: string } {
  const transaction = (index: number) => ({
    description: merchants[random.below(merchants.length)],
    amount: -(count % 100) - index / 100,
  })
  const drawn = random.next()
  if (drawn < batches) {
    const transactions = [transaction(1), transaction(2), transaction(3)]
    return { path: '/enrich/batch', body: JSON.stringify({ transactions }) }
  }
  if (drawn < batches + lookUps) {
    const name = companies[random.below(companies.length)]
    return { path: '/enrich/company', body: JSON.stringify({ name }) }
  }
  return { path: '/enrich', body: JSON.stringify(transaction(0)) }
}

/** The answer that the call was made for. */
export function isFinal({ status }: Answer): boolean {
  return status === 200 || status === 402 || status === 404
}

/** Worth another try under the same key, now or later. A 500 of ours leaves the key unused. */
export function isRefusedForNow({ status }: Answer): boolean {
  return status === null || status === 429 || status >= 500
}

export function headerOf({ headers }: Answer, name: string): string | null {
  const value = headers[name]
  return typeof value === 'string' ? value : null
}
