import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { verifyWebhook } from '../../src/client/webhooks.ts'

const secret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`
const other = `whsec_${Buffer.alloc(24, 8).toString('base64')}`
const now = new Date('2026-01-02T03:04:05Z')
const body = '{"type":"job.succeeded","data":{"name":"Zoë"}}'
const signature = new Webhook(secret).sign('evt_1', now, body)
const headers = {
  'Webhook-Id': 'evt_1',
  'webhook-timestamp': String(now.getTime() / 1_000),
  'webhook-signature': `v1,${Buffer.alloc(32).toString('base64')} ${signature}`,
}

test('a delivery that the standard signs is taken, also while its secret changes', async () => {
  const event = JSON.parse(body)
  expect(await verifyWebhook({ secret, headers, body, now })).toEqual(event)
  const bytes = new TextEncoder().encode(body)
  const given = { secret: [other, secret], headers: new Headers(headers), body: bytes, now }
  expect(await verifyWebhook(given)).toEqual(event)
})

test('another secret, an altered text, another time or an old one are refused', async () => {
  const good = { secret, headers, body, now }
  const later = { ...headers, 'webhook-timestamp': String(now.getTime() / 1_000 + 1) }
  for (const wrong of [
    { secret: other },
    { body: `${body} ` },
    { headers: later },
    { headers: {} },
    { headers: { ...headers, 'webhook-signature': `v2,${signature.slice(3)}` } },
    { now: new Date(now.getTime() + 301_000) },
    { now: new Date(now.getTime() - 301_000) },
    { secret: 'whsec_' },
  ]) {
    await expect(verifyWebhook({ ...good, ...wrong })).rejects.toMatchObject({
      name: 'WebhookRefused',
    })
  }
})
