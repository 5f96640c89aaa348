import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { until } from '../../until.ts'
import type { Received, Receiver } from '../../webhooks/receiver.ts'
import { hangs, openReceiver } from '../../webhooks/receiver.ts'
import type { Account } from '../client.ts'
import { at, buyCredits, call, listAt, newAccount, textAt } from '../client.ts'
import { type RunningService, startService } from '../service.ts'

let service: RunningService
let receiver: Receiver
let account: Account
let paths = 0

beforeAll(async () => {
  receiver = await openReceiver()
  service = await startService({ WEBHOOK_ALLOW_PRIVATE: 'true' })
})
afterAll(async () => {
  await service?.close()
  await receiver?.close()
})
beforeEach(async () => {
  account = await newAccount(service)
})

function freshPath(): string {
  paths += 1
  return `/hook-${paths}`
}

const everything = ['job.finished', 'credits.low', 'credits.purchased']

async function newWebhook(path: string, events: readonly string[] = everything) {
  const body = { url: receiver.url(path), events }
  const made = await call(service, 'POST /webhooks', { key: account.key, body })
  expect(made.status).toBe(201)
  return { id: textAt(made.body, 'id'), secret: textAt(made.body, 'secret') }
}

function verified({ body, headers }: Received, secret: string): unknown {
  return new Webhook(secret).verify(body, headers as Record<string, string>) // as: single ones.
}

async function deliveriesOf(id: string) {
  const reply = await call(service, `GET /webhooks/${id}/deliveries`, { key: account.key })
  expect(reply.status).toBe(200)
  return listAt(reply.body, 'data')
}

async function received(path: string, count = 1): Promise<readonly Received[]> {
  await until(`${count} at ${path}`, () => receiver.at(path).length >= count)
  return receiver.at(path)
}

describe('webhooks', () => {
  test('a test event arrives signed, also while the secret is rolled', async () => {
    const path = freshPath()
    const { id, secret } = await newWebhook(path)
    const sent = await call(service, `POST /webhooks/${id}/test`, { key: account.key })
    expect(sent).toMatchObject({ status: 202, body: { status: 'pending' } })
    const [first] = await received(path)
    if (!first) throw new Error('nothing came')
    expect(verified(first, secret)).toMatchObject({
      type: 'webhook.test',
      data: { webhook_id: id },
    })

    const rolled = await call(service, `POST /webhooks/${id}/roll`, { key: account.key })
    expect(rolled.status).toBe(201)
    const fresh = textAt(rolled.body, 'secret')
    expect(fresh).not.toBe(secret)
    await call(service, `POST /webhooks/${id}/test`, { key: account.key })
    const [, second] = await received(path, 2)
    if (!second) throw new Error('nothing came')
    for (const each of [secret, fresh]) expect(verified(second, each)).toBeTruthy()

    const listed = await call(service, 'GET /webhooks', { key: account.key })
    expect(listed.text).not.toContain('whsec_')
    expect(listAt(listed.body, 'data')).toMatchObject([{ id, events: everything }])
  })

  test('bought credits and falling credits are told, a crossing once', async () => {
    const path = freshPath()
    const { secret } = await newWebhook(path)
    const body = { low_credits_cents: 250 }
    const changed = await call(service, 'PATCH /account', { key: account.key, body })
    expect(changed).toMatchObject({ status: 200, body: { low_credits_cents: 250 } })
    await buyCredits(service, account, 300)
    const [purchased] = await received(path)
    if (!purchased) throw new Error('nothing came')
    expect(verified(purchased, secret)).toMatchObject({
      type: 'credits.purchased',
      data: { amount_cents: 300, balance_cents: 300 },
    })

    const items = Array.from({ length: 20 }, () => ({ description: 'NETFLIX.COM' }))
    const spend = async (count: number) => {
      for (let n = 0; n < count; n += 1) {
        const reply = await call(service, 'POST /enrich/batch', {
          key: account.key,
          body: { transactions: items },
        })
        expect(reply.status).toBe(200)
      }
    }
    await spend(6) // 20 free, then 300 → 200: it crosses 250 once.
    const [, low] = await received(path, 2)
    if (!low) throw new Error('nothing came')
    const told = verified(low, secret)
    expect(told).toMatchObject({ type: 'credits.low', data: { threshold_cents: 250 } })
    const balance = Number(at(told, 'data.balance_cents'))
    expect(balance).toBeLessThan(250)
    expect(balance + 20).toBeGreaterThanOrEqual(250)

    await buyCredits(service, account, 100)
    await spend(5) // 300 → 200: it crosses again.
    await received(path, 4)
    await call(service, 'PATCH /account', { key: account.key, body: { low_credits_cents: null } })
    await buyCredits(service, account, 100)
    await spend(5)
    await buyCredits(service, account, 100) // A later event would have come before it.
    const all = await received(path, 6)
    const types = all.map((each) => at(JSON.parse(each.body), 'type'))
    expect(types.filter((type) => type === 'credits.low')).toHaveLength(2)
    expect(types.filter((type) => type === 'credits.purchased')).toHaveLength(4)
    expect(new Set(all.map(({ headers }) => headers['webhook-id'])).size).toBe(6)
  })

  test('a target that fails gets it again, under the same id, and the log tells', async () => {
    const path = freshPath()
    const { id } = await newWebhook(path)
    receiver.behave(path, 500)
    await call(service, `POST /webhooks/${id}/test`, { key: account.key })
    await received(path)
    await until('the failure is logged', async () => {
      return listAt((await deliveriesOf(id))[0], 'attempts').length === 1
    })
    const [pending] = await deliveriesOf(id)
    expect(pending).toMatchObject({ status: 'pending', attempts: [{ attempt: 1, status: 500 }] })
    expect(Date.parse(textAt(pending, 'next_attempt_at'))).toBeGreaterThan(Date.now())
    receiver.behave(path, 204)
    const [first, second] = await received(path, 2)
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id'])
    expect(second?.body).toBe(first?.body)
    await until(
      'it is delivered',
      async () => at((await deliveriesOf(id))[0], 'status') === 'delivered',
    )
    expect((await deliveriesOf(id))[0]).toMatchObject({
      next_attempt_at: null,
      attempts: [{ status: 500 }, { attempt: 2, status: 204, error: null }],
    })

    const where = `POST /webhooks/${id}/deliveries/${textAt(pending, 'id')}/redeliver`
    expect((await call(service, where, { key: account.key })).status).toBe(202)
    await received(path, 3)
  })

  test('a target that hangs or redirects delays nobody, and no redirect is followed', async () => {
    const [hanging, redirecting, fine] = [freshPath(), freshPath(), freshPath()]
    receiver.behave(hanging, hangs)
    receiver.behave(redirecting, (_request, response) => {
      response.writeHead(302, { location: receiver.url('/elsewhere') }).end()
    })
    await newWebhook(hanging, ['credits.purchased'])
    const redirected = await newWebhook(redirecting, ['credits.purchased'])
    await newWebhook(fine, ['credits.purchased'])
    await buyCredits(service, account, 100)
    await received(hanging)
    await received(fine)
    await received(redirecting)
    await until('the redirect is logged', async () => {
      const [delivery] = await deliveriesOf(redirected.id)
      return listAt(delivery, 'attempts').length === 1
    })
    expect((await deliveriesOf(redirected.id))[0]).toMatchObject({
      status: 'pending',
      attempts: [{ status: 302 }],
    })
    expect(receiver.at('/elsewhere')).toEqual([])
    await buyCredits(service, account, 100)
    await received(fine, 2)
  })

  test('a deleted webhook hears nothing more, and others never see it', async () => {
    const path = freshPath()
    const { id } = await newWebhook(path)
    const stranger = await newAccount(service)
    for (const where of [
      `GET /webhooks/${id}/deliveries`,
      `POST /webhooks/${id}/test`,
      `POST /webhooks/${id}/roll`,
      `DELETE /webhooks/${id}`,
    ]) {
      expect([where, (await call(service, where, { key: stranger.key })).status]).toEqual([
        where,
        404,
      ])
    }
    const own = { key: account.key }
    expect((await call(service, `DELETE /webhooks/${id}`, own)).status).toBe(204)
    expect((await call(service, `DELETE /webhooks/${id}`, own)).status).toBe(404)
    const later = freshPath()
    await newWebhook(later)
    await buyCredits(service, account, 100)
    await received(later)
    expect(receiver.at(path)).toEqual([])
  })

  test('what jobs name is signed with a secret of its own, which is shown when it is rolled', async () => {
    const rolled = await call(service, 'POST /webhooks/jobs/roll', { key: account.key })
    expect(rolled).toMatchObject({ status: 201, body: { id: 'jobs' } })
    expect(await deliveriesOf('jobs')).toEqual([])
    const tested = await call(service, 'POST /webhooks/jobs/test', { key: account.key })
    expect(tested.status).toBe(404)
  })

  test('faults of the caller are told, with a pointer', async () => {
    const url = receiver.url('/x')
    for (const body of [
      { url },
      { url, events: [] },
      { url, events: ['job.started'] },
      { url: 'ftp://127.0.0.1/', events: everything },
      { url: 'nowhere', events: everything },
    ]) {
      const reply = await call(service, 'POST /webhooks', { key: account.key, body })
      expect([reply.status, listAt(reply.body, 'errors').length > 0]).toEqual([400, true])
    }
    for (const low of [0, -5, 1.5, 'many']) {
      const body = { low_credits_cents: low }
      expect((await call(service, 'PATCH /account', { key: account.key, body })).status).toBe(400)
    }
    for (let n = 0; n < 20; n += 1) await newWebhook(freshPath(), ['job.finished'])
    const body = { url, events: everything }
    const reply = await call(service, 'POST /webhooks', { key: account.key, body })
    expect(reply).toMatchObject({ status: 409, body: { code: 'limit_reached' } })
  })

  test('what waits survives kill -9', async () => {
    const path = freshPath()
    const { id, secret } = await newWebhook(path)
    receiver.behave(path, 500)
    await buyCredits(service, account, 100)
    await until('the failure is logged', async () => {
      const [delivery] = await deliveriesOf(id)
      return delivery !== undefined && listAt(delivery, 'attempts').length > 0
    })
    await service.kill9All()
    receiver.behave(path, 200)
    await service.restart()
    const all = await received(path, 2)
    const last = all.at(-1)
    if (!last) throw new Error('nothing came')
    expect(verified(last, secret)).toMatchObject({ type: 'credits.purchased' })
  }, 120_000)
})

test('without the setting for development no private address is taken', async () => {
  const strict = await startService()
  try {
    const { key } = await newAccount(strict)
    for (const url of [receiver.url('/'), 'http://localhost/', 'http://[::1]/', 'http://10.1/']) {
      const body = { url, events: everything }
      const reply = await call(strict, 'POST /webhooks', { key, body })
      expect([url, reply.status]).toEqual([url, 400])
    }
    const body = { url: 'https://example.com/hook', events: everything }
    expect((await call(strict, 'POST /webhooks', { key, body })).status).toBe(201)
  } finally {
    await strict.close()
  }
}, 120_000)

describe('the end of a job', () => {
  test('is told once, at the address that the job names and to who listens', async () => {
    const [listening, named] = [freshPath(), freshPath()]
    const { secret } = await newWebhook(listening)
    const body = {
      type: 'transaction',
      items: [{ description: 'NETFLIX.COM' }, {}],
      webhook_url: receiver.url(named),
      metadata: { order: 7 },
    }
    const made = await call(service, 'POST /jobs', { key: account.key, body })
    const id = textAt(made.body, 'id')
    const [told] = await received(listening)
    const [toldNamed] = await received(named)
    if (!told || !toldNamed) throw new Error('nobody was told')
    const job = { id, status: 'succeeded', processed: 2, failed: 1, metadata: { order: 7 } }
    expect(verified(told, secret)).toMatchObject({ type: 'job.finished', data: job })
    expect(JSON.parse(toldNamed.body)).toMatchObject({ type: 'job.finished', data: job })
    expect(receiver.at(listening)).toHaveLength(1)
  })
})
