import { expect, test } from 'vitest'
import { until } from '../../until.ts'
import { call, enrich, newAccount, textAt } from '../client.ts'
import { expectProblem } from '../problem.ts'
import { shareService } from '../shared-service.ts'

const service = shareService({ FREE_MISSES_PER_DAY: '30', WEBHOOK_ALLOW_PRIVATE: 'true' })

test('of many orders at once twenty are open', async () => {
  const { key } = await newAccount(service())
  const order = { key, body: { amount_cents: 500 } }
  const replies = await Promise.all(
    Array.from({ length: 60 }, () => call(service(), 'POST /payments/create-order', order)),
  )
  const made = replies.filter(({ status }) => status === 201)
  expect(made).toHaveLength(20)
  for (const reply of replies.filter((each) => !made.includes(each))) {
    expectProblem(reply, 409)
    expect(reply.body).toMatchObject({ code: 'limit_reached' })
    expect(reply.text).toContain('20 orders')
  }
  const paid = textAt(made[0]?.body, 'order_id')
  await call(service(), `POST /payments/sandbox/${paid}/pay`)
  await until('a place is free', async () => {
    return (await call(service(), 'POST /payments/create-order', order)).status === 201
  })
})

test('a webhook is tried ten times a minute', async () => {
  const { key } = await newAccount(service())
  const hook = { url: 'http://127.0.0.1:9/', events: ['job.finished'] }
  const made = await call(service(), 'POST /webhooks', { key, body: hook })
  const where = `POST /webhooks/${textAt(made.body, 'id')}/test`
  const replies = await Promise.all(
    Array.from({ length: 20 }, () => call(service(), where, { key })),
  )
  expect(replies.filter(({ status }) => status === 202)).toHaveLength(10)
  const refused = replies.find(({ status }) => status !== 202)
  expect(refused?.status).toBe(429)
  expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0)
})

test('free answers end for a day at their limit, also after a restart', async () => {
  const account = await newAccount(service())
  const miss = () => {
    const sent = { key: account.key, body: { domain: 'no-such-company-at-all.com' } }
    return call(service(), 'POST /enrich/domain', sent)
  }
  for (let count = 0; count < 25; count += 1) expect((await miss()).status).toBe(404)
  expect((await enrich(service(), account.key)).status).toBe(200)
  await service().restart()
  let misses = 25
  const refused = await until('the limit', async () => {
    const reply = await miss()
    if (reply.status === 404) misses += 1
    return reply.status === 404 ? null : reply
  })
  expectProblem(refused, 429)
  expect(misses).toBeGreaterThanOrEqual(30)
  // The count is asked for beside the calls: a few more may slip through.
  expect(misses).toBeLessThanOrEqual(35)
  const wait = Number(refused.headers.get('retry-after'))
  const midnight = new Date().setUTCHours(24, 0, 0, 0)
  expect(Math.abs(midnight - Date.now() - wait * 1_000)).toBeLessThan(5_000)
  const other = await newAccount(service())
  expect((await enrich(service(), other.key)).status).toBe(200)
})
