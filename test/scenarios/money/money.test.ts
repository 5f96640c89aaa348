import { describe, expect, test } from 'vitest'
import { execute } from '../../contracts/database.ts'
import { until } from '../../until.ts'
import type { Account } from '../client.ts'
import {
  at,
  balanceOf,
  buyCredits,
  call,
  enrich,
  listAt,
  newAccount,
  numberAt,
  spendFreeCalls,
  textAt,
} from '../client.ts'
import { begin, ended } from '../jobs-client.ts'
import { auditOf, checkReceipt } from '../ledger-auditor.ts'
import { expectProblem } from '../problem.ts'
import { useService } from '../shared-service.ts'

const service = useService()
const items = (count: number) =>
  Array.from({ length: count }, () => ({ description: 'NETFLIX.COM', amount: -15.49 }))

function batch(account: Account, transactions: readonly unknown[], query = '') {
  const where = `POST /enrich/batch${query}`
  return call(service(), where, { key: account.key, body: { transactions } })
}

async function standing(account: Account) {
  const { body } = await call(service(), 'GET /payments/balance', { key: account.key })
  return [numberAt(body, 'balance_cents'), numberAt(body, 'free_calls_remaining')]
}

describe('free calls and credits', () => {
  test('20 calls are free, the next is a 402 that says what is required and what is there', async () => {
    const account = await newAccount(service())
    for (let left = 19; left >= 0; left -= 1) {
      const reply = await enrich(service(), account.key)
      expect(reply.status).toBe(200)
      expect(reply.headers.get('free-calls-used')).toBe('1')
      expect(reply.headers.get('credits-charged')).toBe('0')
      expect(await standing(account)).toEqual([0, left])
    }
    const refused = await enrich(service(), account.key)
    expectProblem(refused, 402)
    expect(refused.body).toMatchObject({
      required_cents: 1,
      available_cents: 0,
      free_calls_remaining: 0,
    })
    for (const [path, body, cents] of [
      ['company', { domain: 'stripe.com' }, 2],
      ['person', { email: 'ada@stripe.com' }, 2],
      ['social', { domain: 'stripe.com' }, 1],
    ] as const) {
      const reply = await call(service(), `POST /enrich/${path}`, { key: account.key, body })
      expectProblem(reply, 402)
      expect(reply.body).toMatchObject({ required_cents: cents, available_cents: 0 })
    }
    const { balance, freeCalls } = await auditOf(service(), account)
    expect([balance, freeCalls]).toEqual([0, 0])
  })

  test('each call costs its price, and the balance is that of its header at once', async () => {
    const account = await newAccount(service(), 1000)
    await spendFreeCalls(service(), account)
    let stands = 1000
    for (const [path, body, cents] of [
      ['', { description: 'NETFLIX.COM' }, 1],
      ['/batch', { transactions: items(7) }, 7],
      ['/company', { domain: 'stripe.com' }, 2],
      ['/domain', { domain: 'stripe.com' }, 1],
      ['/social', { domain: 'stripe.com' }, 1],
      ['/person', { email: 'patrick.collison@stripe.com' }, 2],
    ] as const) {
      const reply = await call(service(), `POST /enrich${path}`, { key: account.key, body })
      stands -= cents
      expect(reply.headers.get('credits-charged')).toBe(String(cents))
      expect(reply.headers.get('credits-balance')).toBe(String(stands))
      expect(reply.headers.get('free-calls-used')).toBe('0')
      expect(await balanceOf(service(), account)).toBe(stands)
      const audit = await auditOf(service(), account)
      expect(checkReceipt(audit, reply).seq).toBe(audit.head.seq)
    }
  })

  test('a batch uses free calls first and pays for the rest', async () => {
    const account = await newAccount(service(), 100)
    await batch(account, items(17))
    const reply = await batch(account, items(10))
    expect(reply.headers.get('free-calls-used')).toBe('3')
    expect(reply.headers.get('credits-charged')).toBe('7')
    expect(await standing(account)).toEqual([93, 0])
  })

  test('a batch that is one cent short is refused whole, before any work', async () => {
    const account = await newAccount(service())
    await batch(account, items(15))
    const refused = await batch(account, items(6))
    expectProblem(refused, 402)
    expect(refused.body).toMatchObject({
      required_cents: 1,
      available_cents: 0,
      free_calls_remaining: 5,
    })
    expect(await standing(account)).toEqual([0, 5])
    expect((await batch(account, items(5))).status).toBe(200)
  })

  test('an invalid item is answered in its place and free; an empty batch is free', async () => {
    const account = await newAccount(service())
    const wrong = [{ description: '' }, { description: ' \t' }, { amount: 1 }, null, 7, 'text', {}]
    const reply = await batch(account, [...wrong, ...items(1), { description: 'x', amount: 'y' }])
    expect(reply.status).toBe(200)
    const results = listAt(reply.body, 'results')
    expect(results).toHaveLength(9)
    results.forEach((result, index) => {
      if (index === 7) expect(result).toMatchObject({ merchant: 'Netflix' })
      else expect(result).toHaveProperty('error')
    })
    expect(reply.headers.get('free-calls-used')).toBe('1')
    const none = await batch(account, [])
    expect([none.status, none.body]).toEqual([200, { results: [] }])
    const onlyWrong = await batch(account, wrong)
    expect(onlyWrong.status).toBe(200)
    expect(await standing(account)).toEqual([0, 19])
  })

  test('an account without a cent is still told which items are wrong, for nothing', async () => {
    const account = await newAccount(service())
    await spendFreeCalls(service(), account)
    expect((await batch(account, [])).status).toBe(200)
    expect((await batch(account, [{ description: '' }])).status).toBe(200)
  })

  test('nothing found is a 404 and free', async () => {
    const account = await newAccount(service())
    for (const [path, body] of [
      ['company', { name: 'Zzyqx Nonexistent Holdings 991' }],
      ['company', { domain: 'zzyqx-nonexistent-991.example' }],
      ['domain', { domain: 'zzyqx-nonexistent-991.example' }],
      ['social', { domain: 'zzyqx-nonexistent-991.example' }],
      ['person', { email: 'x9@zzyqx-nonexistent-991.example' }],
    ] as const) {
      const reply = await call(service(), `POST /enrich/${path}`, { key: account.key, body })
      expectProblem(reply, 404)
      expect(reply.body).toMatchObject({ code: 'not_found' })
    }
    expect(await standing(account)).toEqual([0, 20])
    expect((await auditOf(service(), account)).charges()).toEqual([])
  })

  test('a line of which nothing can be told is free, alone and in a batch', async () => {
    const account = await newAccount(service())
    const sent = { key: account.key, body: { description: '000 1234 ***' } }
    const alone = await call(service(), 'POST /enrich', sent)
    expect(alone).toMatchObject({ status: 200, body: { merchant: null, category: 'Other' } })
    expect(alone.headers.get('free-calls-used')).toBe('0')
    const mixed = await batch(account, [sent.body, ...items(2), sent.body])
    expect(mixed.headers.get('free-calls-used')).toBe('2')
    expect(await standing(account)).toEqual([0, 18])
  })

  test('an answer below min_confidence is given and free', async () => {
    const account = await newAccount(service())
    const sent = { key: account.key, body: { description: 'ZZQX 00 UNHEARD OF' } }
    const free = await call(service(), 'POST /enrich?min_confidence=1', sent)
    expect(free.status).toBe(200)
    expect(free.headers.get('free-calls-used')).toBe('0')
    expect(free.headers.get('credits-charged')).toBe('0')
    const mixed = await batch(account, [...items(1), sent.body], '?min_confidence=0.95')
    expect(mixed.headers.get('free-calls-used')).toBe('1')
    expect(await standing(account)).toEqual([0, 19])
    for (const wrong of ['2', '-1', 'x', '']) {
      const query = `POST /enrich?min_confidence=${wrong}`
      expectProblem(await call(service(), query, sent), 400)
    }
  })
})

test('a window holds the same calls for usage, the ledger and its export, days as whole days', async () => {
  const account = await newAccount(service())
  await enrich(service(), account.key)
  const { body: second } = await call(service(), 'GET /ledger/2', { key: account.key })
  const now = new Date(textAt(second, 'at'))
  const [day, hour] = [now.toISOString().slice(0, 10), now.toISOString().slice(0, 13)]
  const [before, after] = [-1, 1].map((days) =>
    new Date(now.getTime() + days * 24 * 3_600_000).toISOString().slice(0, 10),
  )
  const windows = [
    ...[`from=${day}&to=${day}`, `from=${day}`, `to=${day}`, `from=${hour}:00:00Z`],
    ...[`from=${before}&to=${after}`, `from=${before}&to=${before}`, `from=${after}`],
    `from=${day}T00:00:00%2B14:00&to=${after}`,
  ]
  for (const window of windows) {
    const usage = await call(service(), `GET /usage?${window}`, { key: account.key })
    const ledger = await call(service(), `GET /ledger?${window}`, { key: account.key })
    const url = `${service().url}/ledger/export?${window}`
    const text = await fetch(url, { headers: { authorization: `Bearer ${account.key}` } })
    const exported = (await text.text()).split('\n').filter((line) => line.includes('CallCharged'))
    const charged = listAt(ledger.body, 'data').filter(
      (entry) => textAt(entry, 'type') === 'CallCharged',
    )
    expect([window, exported.length]).toEqual([window, charged.length])
    expect(usage.body).toMatchObject({ totals: { calls: charged.length } })
  }
  const whole = await call(service(), `GET /usage?from=${day}&to=${day}`, { key: account.key })
  expect(whole.body).toMatchObject({
    from: `${day}T00:00:00.000Z`,
    to: `${day}T23:59:59.999Z`,
    totals: { calls: 1 },
  })
})

test('usage sums are those of the ledger', async () => {
  const account = await newAccount(service(), 500)
  await batch(account, items(30))
  await enrich(service(), account.key)
  await call(service(), 'POST /enrich/company', { key: account.key, body: { name: 'Stripe' } })
  const audit = await auditOf(service(), account)
  const sum = (of: (charge: ReturnType<typeof audit.charges>[number]['details']) => number) =>
    audit.charges().reduce((total, { details }) => total + of(details), 0)
  const expected = {
    calls: audit.charges().length,
    items: sum((each) => each.items),
    charged_cents: sum((each) => each.charged_cents),
    free_calls: sum((each) => each.free_calls_used),
  }
  expect(expected).toEqual({ calls: 3, items: 32, charged_cents: 13, free_calls: 20 })
  for (const granularity of ['hour', 'day', 'month']) {
    const where = `GET /usage?granularity=${granularity}`
    const { status, body } = await call(service(), where, { key: account.key })
    expect(status).toBe(200)
    expect(body).toMatchObject({ granularity, totals: expected })
    for (const part of ['by_type', 'series']) {
      const rows = listAt(body, part)
      for (const [name, value] of Object.entries(expected)) {
        expect(rows.reduce<number>((total, row) => total + numberAt(row, name), 0)).toBe(value)
      }
    }
  }
  const { body: hourly } = await call(service(), 'GET /usage?granularity=hour', {
    key: account.key,
  })
  const starts = listAt(hourly, 'series').map((row) => textAt(row, 'start'))
  expect(starts).toEqual([...new Set(starts)].sort())
  for (const start of starts) expect(start).toMatch(/^\d{4}-\d\d-\d\dT\d\d:00:00\.000Z$/)
  const before = 'GET /usage?from=2020-01-01T00:00:00Z&to=2020-02-01T00:00:00Z'
  const past = await call(service(), before, { key: account.key })
  expect(past.body).toMatchObject({ totals: { calls: 0, charged_cents: 0 } })
  const ledger = await call(service(), 'GET /ledger?type=CallCharged', { key: account.key })
  const times = listAt(ledger.body, 'data').map((entry) => Date.parse(textAt(entry, 'at')))
  const last = Math.max(...times)
  for (const [from, calls] of [
    [last, times.filter((time) => time === last).length],
    [last + 1, 0],
  ] as const) {
    const [start, end] = [from, last + 3_600_000].map((ms) => new Date(ms).toISOString())
    const window = await call(service(), `GET /usage?from=${start}&to=${end}`, { key: account.key })
    expect(numberAt(window.body, 'totals.calls')).toBe(calls)
  }
  expectProblem(await call(service(), 'GET /usage?granularity=week', { key: account.key }), 400)
  expectProblem(await call(service(), 'GET /usage?from=yesterday', { key: account.key }), 400)
})

test('a refused call goes through after a top-up', async () => {
  const account = await newAccount(service())
  await spendFreeCalls(service(), account)
  expect((await enrich(service(), account.key)).status).toBe(402)
  await buyCredits(service(), account, 100)
  const reply = await enrich(service(), account.key)
  expect(reply.headers.get('credits-balance')).toBe('99')
})

test('usage adds up by key too, and as CSV', async () => {
  const account = await newAccount(service(), 500)
  const made = await call(service(), 'POST /keys', { key: account.key, body: { name: 'second' } })
  const [second, id] = [textAt(made.body, 'api_key'), textAt(made.body, 'id')]
  await spendFreeCalls(service(), account)
  for (let calls = 0; calls < 3; calls += 1) await enrich(service(), second)
  await enrich(service(), account.key)
  const body = await until('all calls are known by their key', async () => {
    const usage = await call(service(), 'GET /usage', { key: second })
    const isKnown = listAt(usage.body, 'by_key').every((row) => at(row, 'key_id'))
    return isKnown && numberAt(usage.body, 'totals.items') === 24 && usage.body
  })
  const keys = listAt(body, 'by_key')
  expect(keys).toContainEqual({
    ...{ key_id: id, name: 'second', calls: 3, items: 3, charged_cents: 3 },
    ...{ free_calls: 0, errors: 0 },
  })
  expect(numberAt(body, 'totals.items')).toBe(24)
  for (const name of Object.keys(figures)) {
    const sum = keys.reduce<number>((total, row) => total + numberAt(row, name), 0)
    expect([name, sum]).toEqual([name, numberAt(body, `totals.${name}`)])
  }
  for (const by of ['type', 'key']) {
    const headers = { accept: 'text/csv' }
    const csv = await call(service(), `GET /usage?by=${by}`, { key: second, headers })
    expect(csv.headers.get('content-type')).toContain('text/csv')
    const [head, ...rows] = csv.text.trimEnd().split('\r\n')
    expect(head).toBe(`start,${by === 'key' ? 'key_id' : 'type'},${Object.keys(figures).join(',')}`)
    for (const [column, name] of Object.keys(figures).entries()) {
      const sum = rows.reduce((total, row) => total + Number(row.split(',')[column + 2]), 0)
      expect([by, name, sum]).toEqual([by, name, numberAt(body, `totals.${name}`)])
    }
    expect(csv.text.includes(id)).toBe(by === 'key')
  }
})

test('the match rate counts what was looked up and found, by call, batch, job and look-up', async () => {
  const account = await newAccount(service(), 500)
  const key = account.key
  const [known, unknown] = [{ description: 'NETFLIX.COM' }, { description: 'Qzvrr Xkpw 88' }]
  await call(service(), 'POST /enrich', { key, body: known })
  await call(service(), 'POST /enrich', { key, body: unknown })
  await batch(account, [known, unknown, { description: '' }, known])
  await call(service(), 'POST /enrich/company', { key, body: { domain: 'stripe.com' } })
  await call(service(), 'POST /enrich/company', { key, body: { name: 'Qzvrr Xkpw Nowhere' } })
  const rows = [known, unknown, known].map((row) => JSON.stringify(row)).join('\n')
  await ended(
    service(),
    account,
    await begin(service(), account, { raw: rows, type: 'application/x-ndjson' }),
  )
  const body = await until('every line is counted', async () => {
    const matches = await call(service(), 'GET /usage/matches?granularity=hour', { key })
    return numberAt(matches.body, 'totals.looked_up') === 10 && matches.body
  })
  expect(listAt(body, 'by_type')).toEqual([
    { type: 'company', looked_up: 2, matched: 1 },
    { type: 'transaction', looked_up: 5, matched: 3 },
    { type: 'transaction_batch', looked_up: 3, matched: 2 },
  ])
  const sum = listAt(body, 'series').reduce<number>((all, row) => all + numberAt(row, 'matched'), 0)
  expect([sum, numberAt(body, 'totals.matched'), numberAt(body, 'totals.looked_up')]).toEqual([
    6, 6, 10,
  ])
  expectProblem(await call(service(), 'GET /usage/matches?from=yesterday', { key }), 400)
})

test('calls of which no key is known any more are a row of their own, so that usage adds up', async () => {
  const account = await newAccount(service())
  for (let calls = 0; calls < 3; calls += 1) await enrich(service(), account.key)
  const asked = { key: account.key }
  const id = await until('all calls are known by their key', async () => {
    const usage = await call(service(), 'GET /usage', asked)
    const [row, ...others] = listAt(usage.body, 'by_key')
    return others.length === 0 && numberAt(row, 'calls') === 3 && at(row, 'key_id')
  })
  // As when answers, and keys with them, were kept long enough.
  for (const forget of ['update results set key_id = null', 'delete from usage_by_key']) {
    await execute(service().database, `${forget} where key_id = '${id}'`)
  }
  const { body } = await call(service(), 'GET /usage', asked)
  const used = { calls: 3, items: 3, free_calls: 3 }
  expect(listAt(body, 'by_key')).toEqual([{ key_id: null, name: null, ...figures, ...used }])
})

const figures = { calls: 0, items: 0, charged_cents: 0, free_calls: 0, errors: 0 }
