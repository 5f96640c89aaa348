import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { execute } from '../../contracts/database.ts'
import { until } from '../../until.ts'
import { call, enrich, listAt, newAccount, textAt } from '../client.ts'
import { begin, csvOf, ended, submit } from '../jobs-client.ts'
import { expectProblem } from '../problem.ts'
import { shareService } from '../shared-service.ts'

const service = shareService({
  FREE_MISSES_PER_DAY: '30',
  WEBHOOK_ALLOW_PRIVATE: 'true',
  STAGING_MAX_BYTES: '300000',
  STAGING_ACCOUNT_BYTES: '300000',
})

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

test('deliveries are sent once more a hundred times a minute', async () => {
  const { key } = await newAccount(service())
  const hook = { url: 'http://127.0.0.1:9/', events: ['job.finished'] }
  const made = await call(service(), 'POST /webhooks', { key, body: hook })
  const webhook = `/webhooks/${textAt(made.body, 'id')}`
  const tried = await call(service(), `POST ${webhook}/test`, { key })
  const where = `POST ${webhook}/deliveries/${textAt(tried.body, 'id')}/redeliver`
  const replies = await Promise.all(
    Array.from({ length: 150 }, () => call(service(), where, { key })),
  )
  const sent = replies.filter(({ status }) => status === 202)
  expect(sent.length).toBeGreaterThanOrEqual(100)
  // Some come back while the others are sent.
  expect(sent.length).toBeLessThan(120)
  for (const reply of replies.filter((each) => !sent.includes(each))) {
    expectProblem(reply, 429)
    expect(reply.text).toContain('100 deliveries')
    expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0)
  }
})

test('an account watches with ten streams, and one that ends makes room', async () => {
  const account = await newAccount(service())
  const id = await begin(service(), account, { raw: csvOf(2) })
  await ended(service(), account, id)
  // As if it went on: a stream ends with its job.
  const goOn = `update job_progress set ended_at = null where job_id = '${id}'`
  await execute(service().database, goOn)
  const open = async () => {
    const end = new AbortController()
    const headers = { authorization: `Bearer ${account.key}` }
    const signal = AbortSignal.any([end.signal, AbortSignal.timeout(20_000)])
    const { status } = await fetch(`${service().url}/jobs/${id}/events`, { headers, signal })
    return { status, end: () => end.abort() }
  }
  const streams = await Promise.all(Array.from({ length: 14 }, open))
  expect(streams.map(({ status }) => status).sort()).toEqual([
    ...Array.from({ length: 10 }, () => 200),
    ...Array.from({ length: 4 }, () => 429),
  ])
  streams.find(({ status }) => status === 200)?.end()
  const again = await until('a stream is free', async () => {
    const stream = await open()
    return stream.status === 200 && stream
  })
  for (const { end } of [...streams, again]) end()
})

test('rows of all accounts beyond the bytes of the service are 507, are gone, and stop no call', async () => {
  const account = await newAccount(service(), 5_000)
  const row = () => `r,NETFLIX.COM,-1,${randomBytes(450).toString('base64')}\n`
  const rows = Array.from({ length: 2_000 }, row).join('')
  const refused = await submit(service(), account, { raw: `id,description,amount,note\n${rows}` })
  expectProblem(refused, 507)
  expect(refused.body).toMatchObject({ code: 'storage_full' })
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(listAt((await call(service(), 'GET /jobs', { key: account.key })).body, 'data')).toEqual(
    [],
  )
  expect((await enrich(service(), account.key)).status).toBe(200)
  await until('a small one has room', async () => {
    return (await submit(service(), account, { raw: csvOf(5) })).status === 202
  })
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
