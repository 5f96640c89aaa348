import { afterAll, beforeAll, expect, test } from 'vitest'
import { call, enrich, newAccount } from '../client.ts'
import { isDistributed } from '../distributed-place.ts'
import { startApiBeside } from '../service.ts'
import { shareService } from '../shared-service.ts'

const settings = { RATE_LIMIT_PER_SECOND: '2' }
const service = shareService(settings)
const triesMax = 10
let beside: Awaited<ReturnType<typeof startApiBeside>> | null = null

/** Two processes that serve the API; the one of the embedded mode is both. */
const doors = () => [service(), beside ?? service()] as const

beforeAll(async () => {
  if (isDistributed) beside = await startApiBeside(service(), settings)
})
afterAll(() => beside?.close())

test('guesses at two processes at the same time get no more tries than at one', async () => {
  const account = await newAccount(service())
  const guesses = Array.from({ length: 100 }, (_, index) =>
    call(doors()[index % 2 === 0 ? 0 : 1], 'POST /auth/login', {
      body: { email: account.email, password: `a wrong password ${index}` },
    }),
  )
  const statuses = (await Promise.all(guesses)).map(({ status }) => status)
  const evaluated = statuses.filter((status) => status === 401)
  expect(evaluated.length).toBeGreaterThan(0)
  // One more try comes back every half minute.
  expect(evaluated.length).toBeLessThanOrEqual(triesMax + 1)
  expect(new Set(statuses)).toEqual(new Set([401, 429]))
})

test('an account that has used up its rate at one process is soon refused at the other', async () => {
  const account = await newAccount(service())
  const [one, other] = doors()
  const flood = () => Promise.all(Array.from({ length: 8 }, () => enrich(one, account.key)))
  // Fewer than what a process alone lets through at once.
  const statuses: number[] = []
  for (const _ of '1234') {
    await flood()
    const { status, headers } = await enrich(other, account.key)
    statuses.push(status)
    if (status === 429) expect(headers.get('ratelimit')).toMatch(/^"calls";r=0;t=\d+$/)
  }
  expect(statuses).toContain(429)
})
