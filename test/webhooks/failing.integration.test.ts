import { afterEach, beforeEach, expect, test } from 'vitest'
import { openPool, type Pool } from '../../src/db/pool.ts'
import { claimDue, recordAttempt } from '../../src/webhooks/claim.ts'
import { insertDelivery } from '../../src/webhooks/enqueue.ts'
import { takesNothing } from '../../src/webhooks/failing.ts'
import { useDatabases } from '../contracts/database.ts'

const databases = useDatabases()
let pool: Pool
beforeEach(async () => {
  pool = openPool(await databases.fresh(), 2)
})
afterEach(() => pool.end())

const hourMs = 3_600_000

async function claimed(owner: string, id: string) {
  const made = {
    accountId: 'acc_1',
    owner,
    url: 'https://a.example/',
    type: 'webhook.test' as const,
  }
  await insertDelivery(pool, { ...made, id, at: new Date().toISOString(), payload: {} })
  const [one] = await claimDue(pool, { lanes: [], accounts: [] }, 1)
  if (!one) throw new Error('nothing was due')
  return one
}

test('a webhook is told of when it has taken nothing for a day, and no sooner', async () => {
  const refused = await claimed('whk_1', 'evt_1')
  const after = (hours: number) => new Date(refused.createdAt.getTime() + hours * hourMs)
  expect(await takesNothing(pool, refused, after(23))).toBe(false)
  expect(await takesNothing(pool, refused, after(25))).toBe(true)
})

test('a webhook that took another event within the day is not told of', async () => {
  const refused = await claimed('whk_1', 'evt_1')
  const taken = await claimed('whk_1', 'evt_2')
  const after = (hours: number) => new Date(refused.createdAt.getTime() + hours * hourMs)
  const attempt = { type: 'answered', status: 200 } as const
  const made = { attempt, at: after(10), tookMs: 1, pauseMs: null }
  await recordAttempt(pool, taken, { ...made, status: 'delivered' })
  expect(await takesNothing(pool, refused, after(30))).toBe(false)
  expect(await takesNothing(pool, refused, after(35))).toBe(true)
})
