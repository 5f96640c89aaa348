import { describe, expect, test } from 'vitest'
import { until } from '../../until.ts'
import type { Account } from '../client.ts'
import {
  at,
  balanceOf,
  call,
  enrich,
  listAt,
  newAccount,
  numberAt,
  spendFreeCalls,
  textAt,
} from '../client.ts'
import { expectProblem } from '../problem.ts'
import { shareService } from '../shared-service.ts'

const service = shareService()

async function make(key: string, wanted: object) {
  const reply = await call(service(), 'POST /keys', { key, body: { name: 'made', ...wanted } })
  expect({ status: reply.status, text: reply.text }).toMatchObject({ status: 201 })
  return { id: textAt(reply.body, 'id'), key: textAt(reply.body, 'api_key') }
}

async function payer(cents: number): Promise<Account> {
  const account = await newAccount(service(), cents)
  await spendFreeCalls(service(), account)
  return account
}

async function spentBy(account: Account, id: string): Promise<number> {
  const { body } = await call(service(), 'GET /keys', { key: account.key })
  const key = listAt(body, 'data').find((each) => at(each, 'id') === id)
  return numberAt(key, 'spent_this_month_cents')
}

const nextMonth = () => {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1)).toISOString()
}

describe('a monthly cap', () => {
  test('is never passed, however many calls come at once', async () => {
    const account = await payer(500)
    const { id, key } = await make(account.key, { monthly_cap_cents: 10 })
    const replies = await Promise.all(Array.from({ length: 80 }, () => enrich(service(), key)))
    const paid = replies.filter(({ status }) => status === 200)
    expect(paid).toHaveLength(10)
    for (const reply of replies.filter((each) => !paid.includes(each))) expectProblem(reply, 402)
    expect(await balanceOf(service(), account)).toBe(490)
    await until('the list shows it', async () => (await spentBy(account, id)) === 10)
    const after = await enrich(service(), key)
    expectProblem(after, 402)
    expect(after.body).toMatchObject({
      code: 'key_cap_reached',
      monthly_cap_cents: 10,
      spent_cents: 10,
      resets_at: nextMonth(),
    })
    expect((await enrich(service(), account.key)).status).toBe(200)
  })

  test('lets everything up to it through, one by one, and what costs nothing', async () => {
    const account = await newAccount(service(), 500)
    const { key } = await make(account.key, { monthly_cap_cents: 3 })
    await spendFreeCalls(service(), { ...account, key })
    const company = { key, body: { domain: 'stripe.com' } }
    expect((await call(service(), 'POST /enrich/company', company)).status).toBe(200)
    expectProblem(await call(service(), 'POST /enrich/company', company), 402)
    const nothing = { key, body: { domain: 'no-such-company-at-all.com' } }
    expect((await call(service(), 'POST /enrich/domain', nothing)).status).toBe(404)
    expect((await enrich(service(), key)).status).toBe(200)
    expectProblem(await enrich(service(), key), 402)
  })

  test('holds for calls that are answered later, and for jobs', async () => {
    const account = await payer(500)
    const { key } = await make(account.key, { monthly_cap_cents: 6 })
    const headers = { prefer: 'respond-async' }
    const later = await Promise.all(
      Array.from({ length: 9 }, () => enrich(service(), key, { headers })),
    )
    expect(later.map(({ status }) => status).sort()).toEqual([
      ...Array(6).fill(202),
      ...Array(3).fill(402),
    ])
    const job = await make(account.key, { monthly_cap_cents: 2 })
    const items = (count: number) => Array(count).fill({ description: 'NETFLIX.COM' })
    const send = (count: number) =>
      call(service(), 'POST /jobs', {
        key: job.key,
        body: { type: 'transaction', items: items(count) },
      })
    const refused = await send(3)
    expectProblem(refused, 402)
    expect(refused.body).toMatchObject({ code: 'key_cap_reached', spent_cents: 0 })
    expect((await send(2)).status).toBe(202)
    expectProblem(await send(1), 402)
    expectProblem(await enrich(service(), job.key), 402)
  })

  test('outlives a restart, a roll, and is one with that of the keys that it makes', async () => {
    const account = await payer(500)
    const wanted = { monthly_cap_cents: 3, scopes: ['enrich', 'manage'] }
    const first = await make(account.key, wanted)
    expect((await enrich(service(), first.key)).status).toBe(200)
    const child = await make(first.key, {})
    expect((await enrich(service(), child.key)).status).toBe(200)
    const roll = { key: account.key, body: { grace_seconds: 60 } }
    const rolled = await call(service(), `POST /keys/${first.id}/roll`, roll)
    const next = textAt(rolled.body, 'api_key')
    await service().restart()
    expect((await enrich(service(), next)).status).toBe(200)
    for (const key of [first.key, child.key, next]) expectProblem(await enrich(service(), key), 402)
  })
})

describe('a test key', () => {
  test('answers from examples, free, and leaves nothing in any ledger', async () => {
    const account = await newAccount(service())
    const { key } = await make(account.key, { test: true })
    expect(key).toMatch(/^enr_test_/)
    const entries = async () => {
      const { body } = await call(service(), 'GET /ledger', { key: account.key })
      return listAt(body, 'data').length
    }
    const before = await entries()
    const ask = (path: string, body: object) => call(service(), `POST ${path}`, { key, body })
    const line = await ask('/enrich', { description: 'netflix.com', id: 'mine' })
    expect(line.status).toBe(200)
    expect(line.body).toMatchObject({ merchant: 'Netflix', id: 'mine' })
    expect(at(line.body, 'logo_url')).toBe(`${service().url}/logo/netflix.com`)
    expect(line.headers.get('credits-charged')).toBe('0')
    expect([line.headers.get('ledger-entry'), line.headers.get('test-key')]).toEqual([null, 'true'])
    const live = await enrich(service(), account.key, { body: { description: 'NETFLIX.COM' } })
    const members = (body: unknown) => Object.keys(body as object).sort()
    expect(members(line.body).filter((name) => name !== 'id')).toEqual(members(live.body))
    for (const [path, body] of [
      ['/enrich/company', { domain: 'airbnb.com' }],
      ['/enrich/domain', { domain: 'airbnb.com' }],
      ['/enrich/social', { domain: 'airbnb.com' }],
      ['/enrich/person', { email: 'jane.doe@airbnb.com' }],
    ] as const) {
      const [example, real] = [
        await ask(path, body),
        await call(service(), `POST ${path}`, { key: account.key, body }),
      ]
      expect([path, example.status, members(example.body)]).toEqual([path, 200, members(real.body)])
    }
    const batch = { transactions: [{ description: 'NETFLIX.COM' }, {}] }
    expect(listAt((await ask('/enrich/batch', batch)).body, 'results')).toHaveLength(2)
    expectProblem(await ask('/enrich/domain', { domain: 'unknown.example' }), 404)
    expectProblem(await ask('/enrich', { description: 'test 402' }), 402)
    expectProblem(await ask('/enrich/domain', { domain: 'test-429.example' }), 429)
    expectProblem(await ask('/enrich/person', { email: 'a@test-503.example' }), 503)
    expectProblem(await ask('/enrich', { description: 5 }), 400)
    expect(await entries()).toBe(before + 5)
  })

  test('does nothing else, and says so', async () => {
    const account = await newAccount(service())
    const { key } = await make(account.key, { test: true })
    const job = { type: 'transaction', items: [{ description: 'NETFLIX.COM' }] }
    for (const reply of [
      await call(service(), 'POST /jobs', { key, body: job }),
      await call(service(), 'GET /payments/balance', { key }),
      await call(service(), 'GET /keys', { key }),
    ]) {
      expectProblem(reply, 403)
      expect(reply.body).toMatchObject({ code: 'live_key_needed' })
    }
    const body = { name: 'CI', test: true, scopes: ['enrich', 'jobs'] }
    expectProblem(await call(service(), 'POST /keys', { key: account.key, body }), 400)
  })
})
