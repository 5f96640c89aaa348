import { z } from 'zod'
import { newId } from '../../../ids.ts'
import { sha256 } from '../../../ledger/canonical.ts'
import { otherRequest } from '../../calls/answer-once.ts'
import { readIdempotencyKey } from '../../calls/idempotency.ts'
import type { ApiContext } from '../../context.ts'
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
  scope: 'buy',
  body: { schema: orderBody, examples: [{ amount_cents: 500 }] },
  answers: { 201: { description: 'The order.', schema: orderSchema } },
  async handle(context, exchange, input) {
    const { amount_cents: amountCents } = input.body
    const { accountId } = input.caller
    const key = readIdempotencyKey(exchange)
    // The same order, and so the same checkout, should a crash leave the first answer unsaid.
    const id = key === null ? newId('order') : `ord_${sha256(`${accountId}\n${key}`).slice(0, 32)}`
    exchange.json(201, shown(await insertOrder(context, { id, accountId, amountCents })))
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
}

async function insertOrder(
  context: ApiContext,
  { id, accountId, amountCents }: NewOrder,
): Promise<StoredOrder> {
  const { pool } = context.runtime()
  const provider = context.config.stripe ? 'stripe' : 'sandbox'
  const url = context.config.stripe
    ? await createStripeSession(context, { id, amountCents })
    : `${context.baseUrl}/payments/sandbox/${id}`
  await pool.query(
    `insert into orders (id, account_id, amount_cents, provider, checkout_url, created_at)
      values ($1, $2, $3, $4, $5, now()) on conflict (id) do nothing`,
    [id, accountId, amountCents, provider, url],
  )
  const order = await findOrder(pool, id)
  if (!order) throw new Error('an order that was just inserted is gone')
  if (order.amount_cents !== amountCents) throw otherRequest()
  return order
}
