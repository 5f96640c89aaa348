import { z } from 'zod'
import type { Pool } from '../../../db/pool.ts'
import { newId } from '../../../ids.ts'
import { sha256 } from '../../../ledger/canonical.ts'
import { fingerprintOf, readIdempotencyKey } from '../../calls/idempotency.ts'
import type { ApiContext } from '../../context.ts'
import { ProblemSignal } from '../../http/exchange.ts'
import type { StoredOrder } from '../../money/payments.ts'
import { createStripeSession, findOrder } from '../../money/payments.ts'
import { defineRoute } from '../../route.ts'

const orderBody = z.object({
  amount_cents: z.int().min(100).max(1_000_000).meta({ description: '1 to 10,000 dollars.' }),
})

export const orderSchema = z.object({
  order_id: z.string(),
  amount_cents: z.int(),
  status: z.enum(['open', 'paid']),
  checkout_url: z.string().nullable(),
})

export const createOrderRoute = defineRoute({
  method: 'POST',
  path: '/payments/create-order',
  tag: 'Account',
  summary: 'Order credits: pay at checkout_url',
  description: 'Credits arrive when the provider reports the payment.',
  auth: 'account',
  body: { schema: orderBody, examples: [{ amount_cents: 500 }] },
  answers: { 201: { description: 'The order.', schema: orderSchema } },
  problems: ['idempotency_key_reused'],
  async handle(context, exchange, input) {
    const { amount_cents: amountCents } = input.body
    const { accountId } = input.caller
    const { pool } = context.runtime()
    const key = readIdempotencyKey(exchange)
    const fingerprint = key === null ? null : fingerprintOf(exchange, input.body)
    const id = key === null ? newId('order') : `ord_${sha256(`${accountId}\n${key}`).slice(0, 32)}`
    const earlier = key === null ? null : await findOrder(pool, id)
    if (earlier) {
      if (earlier.fingerprint !== fingerprint) throw otherBody()
      exchange.set({ 'Idempotent-Replayed': 'true' })
      return exchange.json(201, { ...shown(earlier), status: 'open' })
    }
    const order = await insertOrder(context, pool, { id, accountId, amountCents, fingerprint })
    exchange.json(201, shown(order))
  },
})

export function shown(order: StoredOrder): z.infer<typeof orderSchema> {
  return {
    order_id: order.id,
    amount_cents: order.amount_cents,
    status: order.paid_at ? 'paid' : 'open',
    checkout_url: order.checkout_url,
  }
}

interface NewOrder {
  readonly id: string
  readonly accountId: string
  readonly amountCents: number
  readonly fingerprint: string | null
}

async function insertOrder(
  context: ApiContext,
  pool: Pool,
  { id, accountId, amountCents, fingerprint }: NewOrder,
): Promise<StoredOrder> {
  const provider = context.config.stripe ? 'stripe' : 'sandbox'
  const url = context.config.stripe
    ? await createStripeSession(context, { id, amountCents })
    : `${context.baseUrl}/payments/sandbox/${id}`
  await pool.query(
    `insert into orders
        (id, account_id, amount_cents, provider, checkout_url, fingerprint, created_at)
      values ($1, $2, $3, $4, $5, $6, now()) on conflict (id) do nothing`,
    [id, accountId, amountCents, provider, url, fingerprint],
  )
  const order = await findOrder(pool, id)
  if (!order) throw new Error('an order that was just inserted is gone')
  if (order.fingerprint !== fingerprint) throw otherBody()
  return order
}

function otherBody(): ProblemSignal {
  const detail = 'This Idempotency-Key was used with another order. Use a new key for a new one.'
  return new ProblemSignal('idempotency_key_reused', detail)
}
