import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * Plays what of Stripe a saved card needs: a charge is made once for each Idempotency-Key, as
 * Stripe promises, whatever becomes of the answer. `pm_declined` is declined; of `pm_lost` the first
 * answers are lost after the charge, and to `pm_busy` Stripe first says that it is at it.
 */
export async function openStripeStandIn() {
  const charges = new Map<string, URLSearchParams>()
  const detached: string[] = []
  let lost = 0
  let conflicts = 0
  let asked = 0
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const form = new URLSearchParams(Buffer.concat(await request.toArray()).toString('utf8'))
    const path = (request.url ?? '').split('?')[0] ?? ''
    const say = (status: number, body: object) => {
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(JSON.stringify(body))
    }
    const method = /^\/v1\/setup_intents\/seti_(\w+)$/.exec(path)?.[1]
    if (method) return say(200, setUp(`pm_${method}`))
    const gone = /^\/v1\/payment_methods\/(\w+)\/detach$/.exec(path)?.[1]
    if (gone) {
      detached.push(gone)
      return say(200, { id: gone, object: 'payment_method' })
    }
    if (path === '/v1/checkout/sessions') {
      return say(200, { id: 'cs_1', object: 'checkout.session', url: 'https://checkout.example/1' })
    }
    const charged = /^\/v1\/charges\/ch_(\w+)$/.exec(path)?.[1]
    if (charged) return say(200, { id: 'ch', object: 'charge', metadata: { order_id: charged } })
    if (path !== '/v1/payment_intents') return say(200, { id: 'pi', object: 'payment_intent' })
    asked += 1
    const card = form.get('payment_method')
    if (card === 'pm_declined') {
      const error = {
        type: 'card_error',
        code: 'card_declined',
        decline_code: 'insufficient_funds',
      }
      return say(402, { error: { ...error, message: 'Your card has insufficient funds.' } })
    }
    const key = String(request.headers['idempotency-key'])
    charges.set(key, form)
    if (card === 'pm_lost' && lost < 4) {
      lost += 1
      response.destroy()
      return
    }
    if (card === 'pm_busy' && conflicts < 4) {
      conflicts += 1
      const code = 'idempotency_key_in_use'
      return say(409, { error: { type: 'invalid_request_error', code, message: 'In use.' } })
    }
    say(200, intentOf(form, key))
  }

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, // as: it listens on TCP.
    chargesOf: (customer: string) =>
      [...charges.values()].filter((form) => form.get('customer') === customer),
    detached,
    asked: () => asked,
    close: () => server.close(),
  }
}

export function intentOf(form: URLSearchParams, key: string) {
  return {
    id: `pi_${key}`,
    object: 'payment_intent',
    status: 'succeeded',
    amount_received: Number(form.get('amount')),
    currency: form.get('currency'),
    metadata: { order_id: form.get('metadata[order_id]') },
  }
}

function setUp(id: string) {
  const card = { brand: 'visa', last4: '4242', exp_month: 11, exp_year: 2031 }
  const method = { id, object: 'payment_method', type: 'card', card }
  const intent = { id: 'seti_1', object: 'setup_intent', status: 'succeeded' }
  return { ...intent, customer: `cus_${id}`, payment_method: method }
}
