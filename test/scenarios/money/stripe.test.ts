import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { until } from '../../until.ts'
import { projectRoot } from '../build.ts'
import type { Account } from '../client.ts'
import {
  balanceOf,
  call,
  createOrder,
  enrich,
  newAccount,
  numberAt,
  spendFreeCalls,
} from '../client.ts'
import { auditOf } from '../ledger-auditor.ts'
import { expectProblem } from '../problem.ts'
import type { RunningService } from '../service.ts'
import { failedStart, startService } from '../service.ts'

const secret = 'whsec_scenario'
const stripe = new Stripe('sk_test_scenario')
let standIn: Server
let service: RunningService
let account: Account
const asked: URLSearchParams[] = []

beforeAll(async () => {
  standIn = createServer(async (request, response) => {
    const charge = /^\/v1\/charges\/ch_(\w+)/.exec(request.url ?? '')?.[1]
    if (charge) {
      const paid = { id: `ch_${charge}`, object: 'charge', metadata: { order_id: charge } }
      const none = { error: { type: 'invalid_request_error', message: 'No such charge' } }
      const known = charge.startsWith('ord_')
      response.writeHead(known ? 200 : 404, { 'content-type': 'application/json' })
      response.end(JSON.stringify(known ? paid : none))
      return
    }
    const form = new URLSearchParams(Buffer.concat(await request.toArray()).toString('utf8'))
    asked.push(form)
    const broken = form.get('line_items[0][price_data][unit_amount]') === '66600'
    const session = { id: 'cs_1', object: 'checkout.session', url: 'https://checkout.example/cs_1' }
    const error = { error: { type: 'invalid_request_error', message: 'sk_test_scenario is wrong' } }
    response.writeHead(broken ? 400 : 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(broken ? error : session))
  })
  await new Promise<void>((resolve) => standIn.listen(0, '127.0.0.1', resolve))
  service = await startService({
    NODE_ENV: 'production',
    STRIPE_SECRET_KEY: 'sk_test_scenario',
    STRIPE_WEBHOOK_SECRET: secret,
    STRIPE_STAND_IN_PORT: String((standIn.address() as AddressInfo).port), // as: it listens on TCP.
    NODE_OPTIONS: `--import=${join(projectRoot, 'test', 'scenarios', 'money', 'stripe-elsewhere.mjs')}`,
  })
  account = await newAccount(service)
})
afterAll(async () => {
  standIn?.close()
  await service?.close()
})

let events = 0

function paidEvent(order: string, cents: number, changes: object = {}, type = 'completed'): string {
  events += 1
  const object = {
    id: `cs_${events}`,
    object: 'checkout.session',
    client_reference_id: order,
    metadata: { order_id: order },
    payment_status: 'paid',
    status: 'complete',
    mode: 'payment',
    currency: 'usd',
    amount_total: cents,
    ...changes,
  }
  const created = Math.floor(Date.now() / 1000)
  const event = { id: `evt_${events}`, object: 'event', created, type: `checkout.session.${type}` }
  return JSON.stringify({ ...event, data: { object } })
}

function deliver(payload: string, signedWith = secret, timestamp?: number) {
  const header = stripe.webhooks.generateTestHeaderString({
    payload,
    secret: signedWith,
    ...(timestamp === undefined ? {} : { timestamp }),
  })
  const headers = { 'stripe-signature': header }
  return call(service, 'POST /payments/stripe/webhook', { raw: payload, headers })
}

const balance = () => balanceOf(service, account)

describe('Stripe', () => {
  test('opens the checkout of an order, for its amount', async () => {
    const sent = { key: account.key, body: { amount_cents: 1234 } }
    const reply = await call(service, 'POST /payments/create-order', sent)
    expect(reply.status).toBe(201)
    expect(reply.body).toMatchObject({ checkout_url: 'https://checkout.example/cs_1' })
    const form = asked.at(-1)
    expect(form?.get('mode')).toBe('payment')
    expect(form?.get('line_items[0][price_data][unit_amount]')).toBe('1234')
    expect(form?.get('line_items[0][price_data][currency]')).toBe('usd')
  })

  test('that refuses a checkout is a coded problem and tells no secret', async () => {
    const sent = { key: account.key, body: { amount_cents: 66600 } }
    const reply = await call(service, 'POST /payments/create-order', sent)
    expect([502, 503]).toContain(reply.status)
    expectProblem(reply, reply.status)
    expect(reply.text).not.toContain('sk_test')
  })

  test('credits a paid order once, however often and in whatever order it says so', async () => {
    const before = await balance()
    const order = await createOrder(service, account, 500)
    const event = paidEvent(order, 500)
    expect(await Promise.all([deliver(event), deliver(event), deliver(event)])).toMatchObject([
      { status: 200 },
      { status: 200 },
      { status: 200 },
    ])
    expect((await deliver(event)).status).toBe(200)
    expect((await deliver(paidEvent(order, 500))).status).toBe(200)
    const late = paidEvent(order, 500, {}, 'async_payment_succeeded')
    expect((await deliver(late)).status).toBe(200)
    expect((await deliver(paidEvent(order, 500, {}, 'expired'))).status).toBe(200)
    expect(await balance()).toBe(before + 500)
    const audit = await auditOf(service, account)
    expect(audit.entries.at(-1)?.details).toMatchObject({
      order_id: order,
      provider: 'stripe',
      provider_event_id: expect.stringMatching(/^evt_/),
      amount_cents: 500,
    })
  })

  test('takes a refund back, once, and what is missing out of the next credits', async () => {
    const payer = await newAccount(service)
    const refund = (order: string, total: number, before: number) => {
      const object = { object: 'charge', metadata: { order_id: order }, currency: 'usd' }
      const data = {
        object: { ...object, amount_refunded: total },
        previous_attributes: { amount_refunded: before },
      }
      events += 1
      const created = Math.floor(Date.now() / 1000)
      const event = { id: `evt_${events}`, object: 'event', created, type: 'charge.refunded' }
      return deliver(JSON.stringify({ ...event, data }))
    }
    const order = await createOrder(service, payer, 500)
    await deliver(paidEvent(order, 500))
    expect((await refund(order, 200, 0)).body).toMatchObject({ refunded: true })
    await refund(order, 200, 0)
    expect(await balanceOf(service, payer)).toBe(300)
    await spendFreeCalls(service, payer)
    const spent = { transactions: Array.from({ length: 100 }, () => ({ description: 'NETFLIX' })) }
    await call(service, 'POST /enrich/batch', { key: payer.key, body: spent })
    await refund(order, 500, 200)
    expect(await balanceOf(service, payer)).toBe(0)
    expect((await enrich(service, payer.key)).status).toBe(402)
    const next = await createOrder(service, payer, 500)
    await deliver(paidEvent(next, 500))
    await until('the debt is paid', async () => (await balanceOf(service, payer)) === 400)
    const { entries } = await auditOf(service, payer)
    const moved = entries.filter(({ type }) => /Refunded|Debt/.test(type))
    expect(moved.map(({ credits_delta_cents: cents }) => cents)).toEqual([-200, -200, -100])
    expect((await refund(order, 900, 500)).body).toMatchObject({ refunded: false })
  })

  test('takes no cent twice when refunds do not say what was before, in whatever order', async () => {
    const refund = (order: string, total: number, changes: object = {}) => {
      const charge = { object: 'charge', metadata: { order_id: order }, currency: 'usd' }
      events += 1
      const created = Math.floor(Date.now() / 1000)
      const event = { id: `evt_${events}`, object: 'event', created, type: 'charge.refunded' }
      const object = { ...charge, amount_refunded: total, ...changes }
      return deliver(JSON.stringify({ ...event, data: { object } }))
    }
    for (const totals of [
      [400, 1_000],
      [1_000, 400],
      [400, 400, 1_000, 1_000],
    ]) {
      const payer = await newAccount(service)
      await deliver(paidEvent(await createOrder(service, payer, 5_000), 5_000))
      const order = await createOrder(service, payer, 1_000)
      expect((await refund(order, totals[0] ?? 0)).status).toBe(503)
      await deliver(paidEvent(order, 1_000))
      const replies = await Promise.all(totals.map((total) => refund(order, total)))
      for (const { status } of replies) expect(status).toBe(200)
      await until('it is settled', async () => (await balanceOf(service, payer)) !== 6_000)
      await refund(order, 1_400)
      await refund(order, 700, { currency: 'jpy' })
      expect(await balanceOf(service, payer)).toBe(5_000)
    }
  })

  test('of money that fits no order: nothing is credited, and the operator hears of it', async () => {
    const order = await createOrder(service, account, 500)
    const before = await balance()
    const event = paidEvent(order, 499)
    expect((await deliver(event)).body).toMatchObject({ credited: false })
    expect(await balance()).toBe(before)
    const line = service
      .output()
      .split('\n')
      .find((each) => each.includes(`"subject":"${order}"`))
    expect(JSON.parse(line ?? '{}')).toMatchObject({
      event: expect.any(String),
      kind: 'payment_mismatch',
      told_cents: 499,
      told_currency: 'usd',
    })
    const told = await call(service, 'GET /metrics')
    expect(told.text).toMatch(/enrich_notices_total\{kind="payment_mismatch"\} [1-9]/)
    // Money that was never credited is not taken when it goes back.
    const refunded = { object: 'charge', metadata: { order_id: order }, currency: 'usd' }
    const back = { id: 'evt_back', object: 'event', created: 1, type: 'charge.refunded' }
    const object = { ...refunded, amount_refunded: 499 }
    const reply = await deliver(JSON.stringify({ ...back, data: { object } }))
    expect(reply.body).toMatchObject({ refunded: false })
    expect(await balance()).toBe(before)
  })

  describe('a dispute', () => {
    const tell = (name: string, order: string, changes: object = {}) => {
      events += 1
      const dispute = { id: `dp_${order}`, object: 'dispute', currency: 'usd', amount: 500 }
      const state = { charge: `ch_${order}`, status: 'needs_response', metadata: {} }
      const created = Math.floor(Date.now() / 1000)
      const event = {
        id: `evt_${events}`,
        object: 'event',
        created,
        type: `charge.dispute.${name}`,
      }
      const object = { ...dispute, ...state, ...changes }
      return deliver(JSON.stringify({ ...event, data: { object } }))
    }
    const payerOf = async (cents: number) => {
      const payer = await newAccount(service)
      const order = await createOrder(service, payer, cents)
      await deliver(paidEvent(order, cents))
      return { payer, order }
    }
    const standing = async (payer: Account) =>
      (await call(service, 'GET /payments/balance', { key: payer.key })).body
    const movesOf = async (payer: Account) =>
      (await auditOf(service, payer)).entries
        .filter(({ type }) => /Refunded|Returned|Debt/.test(type))
        .map(({ type, credits_delta_cents: cents }) => `${type} ${cents}`)

    test('takes its amount, once, and what was spent is owed and blocks spending', async () => {
      const { payer, order } = await payerOf(500)
      await spendFreeCalls(service, payer)
      const spent = { transactions: Array.from({ length: 60 }, () => ({ description: 'NETFLIX' })) }
      await call(service, 'POST /enrich/batch', { key: payer.key, body: spent })
      const told = await tell('created', order)
      expect(told.body).toMatchObject({ refunded: true, returned: false })
      await tell('created', order)
      await tell('funds_withdrawn', order)
      expect(await standing(payer)).toMatchObject({ balance_cents: 0, debt_cents: 60 })
      expect((await enrich(service, payer.key)).status).toBe(402)
      const head = numberAt(await standing(payer), 'ledger.seq')
      const before = await call(service, `GET /payments/balance?at=${head - 1}`, { key: payer.key })
      expect(before.body).toMatchObject({ balance_cents: 440, debt_cents: 0 })
      await tell('closed', order, { status: 'lost' })
      expect(await movesOf(payer)).toEqual(['CreditsRefunded -440'])
    })

    test('that is won gives the credits back by an entry of its own, and debts are paid', async () => {
      const { payer, order } = await payerOf(500)
      await spendFreeCalls(service, payer)
      await enrich(service, payer.key)
      await tell('created', order)
      const won = await tell('closed', order, { status: 'won' })
      expect(won.body).toMatchObject({ refunded: true, returned: true })
      await tell('funds_reinstated', order, { status: 'won' })
      await tell('closed', order, { status: 'won' })
      expect(await movesOf(payer)).toEqual([
        'CreditsRefunded -499',
        'CreditsReturned 500',
        'DebtPaid -1',
      ])
      expect(await standing(payer)).toMatchObject({ balance_cents: 499, debt_cents: 0 })
    })

    test('whose end is told first moves the same, in the same order', async () => {
      const { payer, order } = await payerOf(500)
      await tell('closed', order, { status: 'won' })
      await tell('created', order)
      expect(await movesOf(payer)).toEqual(['CreditsRefunded -500', 'CreditsReturned 500'])
      expect(await balanceOf(service, payer)).toBe(500)
    })

    test('about nothing of ours, or without money, moves nothing', async () => {
      const { payer, order } = await payerOf(500)
      for (const changes of [
        { status: 'warning_needs_response' },
        { status: 'warning_closed' },
        { charge: 'ch_stranger' },
        { charge: 'ch_ord_unknown' },
        { currency: 'jpy' },
        { amount: 501 },
        { charge: null },
      ]) {
        const reply = await tell('created', order, changes)
        expect([changes, reply.body]).toMatchObject([changes, { refunded: false }])
      }
      expect(await movesOf(payer)).toEqual([])
    })
  })

  test('is not believed without a signature that fits, is fresh, and is of this payload', async () => {
    const before = await balance()
    const order = await createOrder(service, account, 500)
    const event = paidEvent(order, 500)
    expectProblem(await deliver(event, 'whsec_other'), 400)
    expectProblem(await deliver(event, secret, 1_600_000_000), 400)
    const none = await call(service, 'POST /payments/stripe/webhook', { raw: event })
    expectProblem(none, 400)
    const header = stripe.webhooks.generateTestHeaderString({ payload: event, secret })
    const altered = event.replace('"amount_total":500', '"amount_total":501')
    const headers = { 'stripe-signature': header }
    const forged = { raw: altered, headers }
    expectProblem(await call(service, 'POST /payments/stripe/webhook', forged), 400)
    expect(await balance()).toBe(before)
    expect((await deliver(event)).status).toBe(200)
    expect(await balance()).toBe(before + 500)
  })

  test('moves no cent for an unknown order, another amount, or what is not paid', async () => {
    const before = await balance()
    const order = await createOrder(service, account, 500)
    for (const event of [
      paidEvent('ord_unknown', 500),
      paidEvent(order, 499),
      paidEvent(order, 500, { currency: 'jpy' }),
      paidEvent(order, 500, { payment_status: 'unpaid' }),
      paidEvent(order, 500, { client_reference_id: null, metadata: {} }),
      paidEvent(order, 500, {}, 'async_payment_failed'),
      JSON.stringify({ id: 'evt_x', object: 'event', type: 'invoice.paid', data: { object: {} } }),
    ]) {
      const { status } = await deliver(event)
      expect([event, status >= 200 && status < 500]).toEqual([event, true])
    }
    expect(await balance()).toBe(before)
    expect((await deliver(paidEvent(order, 500))).status).toBe(200)
    expect(await balance()).toBe(before + 500)
  })

  test('leaves no sandbox open beside it', async () => {
    const before = await balance()
    const order = await createOrder(service, account, 500)
    expectProblem(await call(service, `POST /payments/sandbox/${order}/pay`), 404)
    expectProblem(await call(service, `GET /payments/sandbox/${order}`), 404)
    expect(await balance()).toBe(before)
  })
})

test('NODE_ENV=production without Stripe refuses to start', async () => {
  const { code, said, left } = await failedStart({ NODE_ENV: 'production', DATA_DIR: '/nowhere' })
  expect(code).toBeGreaterThan(0)
  expect(said).toMatch(/STRIPE_SECRET_KEY/)
  expect(left).toEqual([])
})

test('events are refused where Stripe is not configured, and only 404 is said', async () => {
  const plain = await startService()
  const payload = paidEvent('ord_x', 500)
  const header = stripe.webhooks.generateTestHeaderString({ payload, secret })
  const sent = { raw: payload, headers: { 'stripe-signature': header } }
  expectProblem(await call(plain, 'POST /payments/stripe/webhook', sent), 404)
  await plain.close()
})
