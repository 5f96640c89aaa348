import Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { until } from '../../until.ts'
import type { Account } from '../client.ts'
import { balanceOf, call, createOrder, newAccount, spendFreeCalls, textAt } from '../client.ts'
import { auditOf } from '../ledger-auditor.ts'
import { expectProblem } from '../problem.ts'
import type { RunningService } from '../service.ts'
import { startService } from '../service.ts'
import { intentOf, openStripeStandIn } from './stripe-stand-in.ts'

const secret = 'whsec_scenario'
const path = '/payments/auto-top-up'
const terms = { below_cents: 100, amount_cents: 200, month_limit_cents: 400 }
let service: RunningService

async function tokenOf({ email, password }: Account): Promise<string> {
  const reply = await call(service, 'POST /auth/login', { body: { email, password } })
  return textAt(reply.body, 'token')
}

async function holder() {
  const account = await newAccount(service)
  return { account, token: await tokenOf(account) }
}

const stateOf = async (token: string) => (await call(service, `GET ${path}`, { key: token })).body
const purchasesOf = async (account: Account) =>
  (await auditOf(service, account)).entries.filter(({ type }) => type === 'CreditsPurchased')

async function spend(account: Account, calls: number): Promise<void> {
  const transactions = Array.from({ length: calls }, () => ({ description: 'NETFLIX.COM' }))
  const reply = await call(service, 'POST /enrich/batch', {
    key: account.key,
    body: { transactions },
  })
  expect(reply.status).toBe(200)
}

describe('in the sandbox, the auto top-up', () => {
  beforeAll(async () => {
    service = await startService()
  })
  afterAll(() => service.close())

  test('buys when credits are low, one at a time, up to the limit of the month', async () => {
    const { account, token } = await holder()
    expect(await stateOf(token)).toMatchObject({ state: 'off', below_cents: null, sandbox: true })
    const set = await call(service, `POST ${path}`, { key: token, body: terms })
    expect(set.body).toMatchObject({ ...terms, state: 'on' })
    await until('the first is there', async () => (await balanceOf(service, account)) === 200)
    await spendFreeCalls(service, account)
    await spend(account, 100)
    expect(await stateOf(token)).toMatchObject({ state: 'on', month_cents: 200 })
    await spend(account, 1)
    await until('the second is there', async () => (await balanceOf(service, account)) === 299)
    await spend(account, 100)
    await spend(account, 100)
    await until('the month is spent', async () => {
      return JSON.stringify(await stateOf(token)).includes('month_spent')
    })
    expect(await purchasesOf(account)).toHaveLength(2)
    const { body } = await call(service, 'GET /payments/orders', { key: account.key })
    expect(body).toMatchObject({ data: [{ automatic: true, status: 'paid', failure: null }, {}] })
    // A higher limit is a new word.
    const more = { ...terms, month_limit_cents: 600 }
    await call(service, `POST ${path}`, { key: token, body: more })
    await until('the third is there', async () => (await balanceOf(service, account)) === 299)
    expect((await call(service, `DELETE ${path}`, { key: token })).status).toBe(204)
    expectProblem(await call(service, `DELETE ${path}`, { key: token }), 404)
  })

  test('is set in a session only, and not to what cannot be meant', async () => {
    const { account, token } = await holder()
    expectProblem(await call(service, `POST ${path}`, { key: account.key, body: terms }), 403)
    expectProblem(await call(service, `DELETE ${path}`, { key: account.key }), 403)
    for (const wrong of [
      { ...terms, below_cents: 201 },
      { ...terms, month_limit_cents: 199 },
      { ...terms, amount_cents: 99 },
      { ...terms, below_cents: 0 },
      { ...terms, card: '4242' },
      {},
    ]) {
      expectProblem(await call(service, `POST ${path}`, { key: token, body: wrong }), 400)
    }
    expect(await stateOf(token)).toMatchObject({ state: 'off' })
    expectProblem(await call(service, `POST ${path}/card`, { key: token }), 404)
  })
})

describe('with Stripe, the auto top-up', () => {
  const stripe = new Stripe('sk_test_scenario')
  let standIn: Awaited<ReturnType<typeof openStripeStandIn>>
  let events = 0

  beforeAll(async () => {
    standIn = await openStripeStandIn()
    service = await startService({
      STRIPE_SECRET_KEY: 'sk_test_scenario',
      STRIPE_WEBHOOK_SECRET: secret,
      STRIPE_API_URL: standIn.url,
    })
  })
  afterAll(async () => {
    standIn.close()
    await service.close()
  })

  async function tell(type: string, object: object) {
    events += 1
    const created = Math.floor(Date.now() / 1000)
    const event = { id: `evt_${events}`, object: 'event', created, type, data: { object } }
    const payload = JSON.stringify(event)
    const header = stripe.webhooks.generateTestHeaderString({ payload, secret })
    const headers = { 'stripe-signature': header }
    const reply = await call(service, 'POST /payments/stripe/webhook', { raw: payload, headers })
    expect(reply.status).toBe(200)
    return reply.body
  }

  const cardSaved = (account: Account, card: string) =>
    tell('checkout.session.completed', {
      object: 'checkout.session',
      mode: 'setup',
      client_reference_id: account.id,
      payment_status: 'no_payment_required',
      setup_intent: `seti_${card}`,
      metadata: { auto_top_up: account.id },
    })

  async function holderWith(card: string) {
    const { account, token } = await holder()
    await call(service, `POST ${path}`, { key: token, body: terms })
    await cardSaved(account, card)
    return { account, token }
  }

  test('waits for a card, then charges it once and credits it once, whoever brings the word', async () => {
    const { account, token } = await holder()
    expectProblem(await call(service, `POST ${path}/card`, { key: token }), 404)
    await call(service, `POST ${path}`, { key: token, body: terms })
    expect(await stateOf(token)).toMatchObject({ state: 'needs_card', card: null })
    const page = await call(service, `POST ${path}/card`, { key: token })
    expect(page.body).toEqual({ checkout_url: 'https://checkout.example/1' })
    expectProblem(await call(service, `POST ${path}/card`, { key: token }), 429)
    await cardSaved(account, 'once')
    await until('it is credited', async () => (await balanceOf(service, account)) === 200)
    const card = { brand: 'visa', last4: '4242', expires: '2031-11' }
    expect(await stateOf(token)).toMatchObject({ state: 'on', card, month_cents: 200 })
    expect(await stateOf(account.key)).toMatchObject({ state: 'on', card: null })
    const [charge, ...others] = standIn.chargesOf('cus_pm_once')
    expect(others).toEqual([])
    expect(Object.fromEntries(charge ?? [])).toMatchObject({
      amount: '200',
      currency: 'usd',
      off_session: 'true',
      confirm: 'true',
    })
    const intent = intentOf(charge ?? new URLSearchParams(), 'x')
    await tell('payment_intent.succeeded', intent)
    await tell('payment_intent.succeeded', intent)
    await tell('payment_intent.payment_failed', intent)
    expect(await balanceOf(service, account)).toBe(200)
    expect(await purchasesOf(account)).toHaveLength(1)
    expect(await stateOf(token)).toMatchObject({ state: 'on' })
  })

  test.each(['lost', 'busy'])('whose answer is %s charges once all the same', async (card) => {
    const { account, token } = await holderWith(card)
    await until('it is credited', async () => (await balanceOf(service, account)) === 200)
    expect(standIn.chargesOf(`cus_pm_${card}`)).toHaveLength(1)
    expect(await purchasesOf(account)).toHaveLength(1)
    expect(await stateOf(token)).toMatchObject({ state: 'on', stopped: null })
  })

  test('stops when the card is declined, asks it no second time, and takes another card', async () => {
    const { account, token } = await holderWith('declined')
    await until('it has stopped', async () => {
      return JSON.stringify(await stateOf(token)).includes('"because":"declined"')
    })
    const asked = standIn.asked()
    const { body } = await call(service, 'GET /payments/orders', { key: account.key })
    expect(body).toMatchObject({
      data: [{ automatic: true, status: 'open', failure: 'insufficient_funds' }],
    })
    await until('it is told', async () => {
      const events = await call(service, 'GET /account/events', { key: token })
      return events.text.includes('auto_top_up_stopped')
    })
    // Another account's top-up passes through the same rounds meanwhile.
    const other = await holderWith('other')
    await until('rounds passed', async () => (await balanceOf(service, other.account)) === 200)
    expect(standIn.asked()).toBe(asked + 1)
    await cardSaved(account, 'better')
    await until('the other card pays', async () => (await balanceOf(service, account)) === 200)
    await until('the old one is forgotten', async () => standIn.detached.includes('pm_declined'))
  })

  test('stops at a dispute, and its card is forgotten with it or with the account', async () => {
    const { account, token } = await holderWith('angry')
    await until('it is credited', async () => (await balanceOf(service, account)) === 200)
    const order = textAt(
      await call(service, 'GET /payments/orders', { key: account.key }),
      'body.data.0.order_id',
    )
    const dispute = { id: 'dp_1', object: 'dispute', amount: 200, currency: 'usd' }
    await tell('charge.dispute.created', {
      ...{ ...dispute, status: 'needs_response', charge: `ch_${order}` },
    })
    expect(await stateOf(token)).toMatchObject({
      state: 'stopped',
      stopped: { because: 'disputed' },
    })
    expect(await balanceOf(service, account)).toBe(0)
    const body = { password: account.password, forfeit_credits: true }
    await call(service, 'DELETE /account', { key: token, body })
    await until('it is forgotten', async () => standIn.detached.includes('pm_angry'))
  })

  test('passes over events about the orders of others', async () => {
    const { account } = await holder()
    const order = await createOrder(service, account, 500)
    const intent = {
      id: 'pi_9',
      amount_received: 500,
      currency: 'usd',
      metadata: { order_id: order },
    }
    expect(await tell('payment_intent.succeeded', intent)).toMatchObject({ credited: false })
    expect(await balanceOf(service, account)).toBe(0)
  })
})
