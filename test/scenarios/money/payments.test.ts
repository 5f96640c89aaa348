import { describe, expect, test } from 'vitest'
import { until } from '../../until.ts'
import {
  at,
  balanceOf,
  buyCredits,
  call,
  createOrder,
  enrich,
  newAccount,
  numberAt,
  textAt,
} from '../client.ts'
import { auditOf } from '../ledger-auditor.ts'
import { expectProblem } from '../problem.ts'
import { shareService } from '../shared-service.ts'

const service = shareService()
const pay = (order: string, headers = {}) =>
  call(service(), `POST /payments/sandbox/${order}/pay`, { headers })

describe('an order', () => {
  test('is answered with its amount, its status and where to pay', async () => {
    const account = await newAccount(service())
    for (const amount of [100, 1_000_000]) {
      const sent = { key: account.key, body: { amount_cents: amount } }
      const reply = await call(service(), 'POST /payments/create-order', sent)
      expect(reply.status).toBe(201)
      expect(reply.body).toEqual({
        order_id: expect.stringMatching(/^ord_/),
        amount_cents: amount,
        status: expect.any(String),
        checkout_url: expect.stringMatching(/^http/),
      })
    }
    expect(await balanceOf(service(), account)).toBe(0)
  })

  test('is listed, newest first, with its state and the entry that it is paid by', async () => {
    const account = await newAccount(service())
    const open = await createOrder(service(), account, 500)
    const paid = await createOrder(service(), account, 700)
    await pay(paid)
    const read = (path: string, key = account.key) => call(service(), `GET ${path}`, { key })
    const first = await read('/payments/orders?limit=1')
    const { entries } = await auditOf(service(), account)
    const [, { seq = 0, hash = '', at: paidAt = '' } = {}] = entries
    const told = { provider: 'sandbox', refunded_cents: 0, created_at: expect.any(String) }
    const settled = {
      ...told,
      order_id: paid,
      amount_cents: 700,
      status: 'paid',
      paid_at: paidAt,
      checkout_url: null,
      ledger_entry: `${seq};${hash}`,
      invoice_number: `000002-${hash.slice(0, 8)}`,
      automatic: false,
      failure: null,
    }
    expect(at(first.body, 'data')).toEqual([settled])
    const cursor = encodeURIComponent(textAt(first.body, 'next_cursor'))
    const second = await read(`/payments/orders?limit=1&cursor=${cursor}`)
    expect(second.body).toMatchObject({
      data: [{ ...told, order_id: open, status: 'open', paid_at: null, ledger_entry: null }],
      next_cursor: null,
    })
    expect((await read(`/payments/orders/${paid}`)).body).toEqual(settled)
    const other = await newAccount(service())
    expect(at((await read('/payments/orders', other.key)).body, 'data')).toEqual([])
    expectProblem(await read(`/payments/orders/${paid}`, other.key), 404)
  })

  test('of a wrong amount, or without a key, is refused', async () => {
    const account = await newAccount(service())
    for (const amount of [99, 1_000_001, 0, -500, 100.5, '500', null, 1e300]) {
      const sent = { key: account.key, body: { amount_cents: amount } }
      expectProblem(await call(service(), 'POST /payments/create-order', sent), 400)
    }
    const body = { amount_cents: 500 }
    expectProblem(await call(service(), 'POST /payments/create-order', { body }), 401)
  })

  test('has a page with a Pay button, clearly a sandbox, that posts to its own address', async () => {
    const account = await newAccount(service())
    const sent = { key: account.key, body: { amount_cents: 500 } }
    const order = await call(service(), 'POST /payments/create-order', sent)
    const page = await fetch(textAt(order.body, 'checkout_url'))
    const html = await page.text()
    expect(page.status).toBe(200)
    expect(page.headers.get('content-type')).toMatch(/^text\/html/)
    expect(html).toMatch(/sandbox/i)
    expect(html).toMatch(/<button[^>]*>[^<]*Pay/)
    expect(html).toContain(`/payments/sandbox/${textAt(order.body, 'order_id')}/pay`)
    expect(html).toMatch(/5\.00/)
  })

  test('paid five times at once credits once', async () => {
    const account = await newAccount(service())
    const order = await createOrder(service(), account, 700)
    const replies = await Promise.all(Array.from({ length: 5 }, () => pay(order)))
    expect(new Set(replies.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(replies[0]?.status).toBe(200)
    const again = await pay(order)
    expect([again.status, again.text]).toEqual([replies[0]?.status, replies[0]?.text])
    const audit = await auditOf(service(), account)
    expect([audit.balance, await balanceOf(service(), account)]).toEqual([700, 700])
    const purchase = audit.entries.filter(({ type }) => type === 'CreditsPurchased')
    expect(purchase).toHaveLength(1)
    expect(purchase[0]?.details).toEqual({
      order_id: order,
      provider: 'sandbox',
      provider_event_id: expect.any(String),
      amount_cents: 700,
    })
  })

  test('is paid by an empty body of any content type', async () => {
    const account = await newAccount(service())
    const types = [
      'application/x-www-form-urlencoded',
      'application/json',
      'text/plain',
      'multipart/form-data; boundary=x',
      'nonsense',
    ]
    for (const [index, type] of types.entries()) {
      const order = await createOrder(service(), account, 100)
      expect([type, (await pay(order, { 'content-type': type })).status]).toEqual([type, 200])
      expect(await balanceOf(service(), account)).toBe(100 * (index + 1))
    }
  })

  test('that is unknown is a 404 and credits nobody', async () => {
    for (const order of ['ord_unknown', 'x', '%00', '..%2f..', `ord_${'9'.repeat(5000)}`]) {
      const reply = await pay(order)
      expect([400, 404]).toContain(reply.status)
      expectProblem(reply, reply.status)
      const page = await call(service(), `GET /payments/sandbox/${order}`)
      expect([400, 404]).toContain(page.status)
    }
    expectProblem(await pay('ord_unknown'), 404)
  })

  test('can be paid after a restart, once', async () => {
    const account = await newAccount(service())
    const [paid, open] = [
      await buyCredits(service(), account, 300),
      await createOrder(service(), account, 400),
    ]
    await service().restart()
    expect((await pay(paid)).status).toBe(200)
    expect(await balanceOf(service(), account)).toBe(300)
    expect((await pay(open)).status).toBe(200)
    await until('it is credited', async () => (await balanceOf(service(), account)) === 700)
  })
})

describe('the balance of the past', () => {
  test('is folded from the ledger at a seq and at a time', async () => {
    const account = await newAccount(service())
    await buyCredits(service(), account, 500)
    for (let calls = 0; calls < 22; calls += 1) await enrich(service(), account.key)
    const { entries } = await auditOf(service(), account)
    const past = (when: string | number) =>
      call(service(), `GET /payments/balance?at=${when}`, { key: account.key })
    for (const entry of entries) {
      const reply = await past(entry.seq)
      expect(reply.body).toMatchObject({
        balance_cents: entry.balance_cents,
        free_calls_remaining: entry.free_calls_remaining,
        reserved_cents: 0,
        ledger: { seq: entry.seq, hash: entry.hash },
      })
      // Entries of that very millisecond are included: the last of them is what stood then.
      const last = entries.findLast(({ at }) => at <= entry.at)
      const then = await past(entry.at)
      expect(then.body).toMatchObject({ ledger: { seq: last?.seq, hash: last?.hash } })
    }
    const now = await call(service(), 'GET /payments/balance', { key: account.key })
    expect(now.body).toEqual({
      balance_cents: 498,
      debt_cents: 0,
      free_calls_remaining: 0,
      reserved_cents: 0,
      ledger: { seq: 24, hash: entries.at(-1)?.hash },
      as_of: expect.stringMatching(/Z$/),
      sandbox: true,
    })
    expectProblem(await past('2020-01-01T00:00:00Z'), 404)
    expect(numberAt((await past('2099-01-01T00:00:00Z')).body, 'balance_cents')).toBe(498)
    for (const wrong of [0, 25, 999_999_999_999]) {
      const reply = await past(wrong)
      expect([400, 404]).toContain(reply.status)
      expectProblem(reply, reply.status)
    }
    for (const wrong of ['yesterday', '-1', '1.5', '2026-13-45T00:00:00Z', '%00', '1e3']) {
      expectProblem(await past(wrong), 400)
    }
  })
})
