import { z } from 'zod'
import type { Queryable } from '../../../db/pool.ts'
import { inTransaction } from '../../../db/pool.ts'
import { newId } from '../../../ids.ts'
import { sha256 } from '../../../ledger/canonical.ts'
import { otherRequest } from '../../calls/answer-once.ts'
import { readIdempotencyKey } from '../../calls/idempotency.ts'
import type { ApiContext } from '../../context.ts'
import { ProblemSignal } from '../../http/exchange.ts'
import { named } from '../../http/named.ts'
import type { StoredOrder } from '../../money/payments.ts'
import { createStripeSession, findOrder } from '../../money/payments.ts'
import { defineRoute } from '../../route.ts'

const openOrdersMax = 20
/** As long as a checkout of Stripe can be paid. */
const openHours = 24

const orderBody = named(
  'NewOrder',
  z.strictObject({
    amount_cents: z.int().min(100).max(1_000_000).meta({ description: '1 to 10,000 dollars.' }),
  }),
)

export const orderSchema = named(
  'Order',
  z.object({
    order_id: z.string(),
    amount_cents: z.int(),
    status: z.enum(['open', 'paid']),
    checkout_url: z.string().nullable(),
  }),
)

export const orderExample = {
  order_id: 'ord_nRtGEyhwKSyeZBzTe1F3Px',
  amount_cents: 500,
  status: 'open',
  checkout_url: 'http://127.0.0.1:3000/payments/sandbox/ord_nRtGEyhwKSyeZBzTe1F3Px',
}

export const createOrderRoute = defineRoute({
  method: 'POST',
  path: '/payments/create-order',
  operationId: 'createOrder',
  tag: 'Credits',
  summary: 'Order credits: pay at checkout_url',
  description: 'Credits arrive when the provider reports the payment.',
  auth: 'account',
  scope: 'buy',
  body: { schema: orderBody, examples: [{ amount_cents: 500 }] },
  answers: { 201: { description: 'The order.', schema: orderSchema, example: orderExample } },
  problems: ['limit_reached'],
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

async function insertOrder(context: ApiContext, wanted: NewOrder): Promise<StoredOrder> {
  const { id, amountCents } = wanted
  const { pool } = context.runtime()
  const provider = context.config.stripe ? 'stripe' : 'sandbox'
  // The order comes first: who is refused leaves no checkout with the provider.
  const isNew = await inTransaction(pool, (client) => claimOrder(client, { ...wanted, provider }))
  const url = await checkoutOf(context, wanted).catch(async (error) => {
    if (isNew) await pool.query('delete from orders where id = $1 and checkout_url is null', [id])
    throw error
  })
  await pool.query('update orders set checkout_url = coalesce(checkout_url, $2) where id = $1', [
    id,
    url,
  ])
  const order = await findOrder(pool, id)
  if (!order) throw new Error('an order that was just inserted is gone')
  if (order.amount_cents !== amountCents) throw otherRequest()
  return order
}

async function checkoutOf(context: ApiContext, { id, amountCents }: NewOrder): Promise<string> {
  if (context.config.stripe) return createStripeSession(context, { id, amountCents })
  return `${context.baseUrl}/payments/sandbox/${id}`
}

/** False for an order that is there. */
async function claimOrder(
  client: Queryable,
  { id, accountId, amountCents, provider }: NewOrder & { readonly provider: string },
): Promise<boolean> {
  // Locked, so that of many at once each counts those before it.
  await client.query('select from accounts where id = $1 for no key update', [accountId])
  const { rows } = await client.query<{ known: boolean; open: number }>(
    `select count(*) filter (where id = $2) > 0 as known, count(*) filter (where paid_at is null
        and created_at > now() - $3 * interval '1 hour')::int as open
      from orders where account_id = $1`,
    [accountId, id, openHours],
  )
  if (rows[0]?.known) return false
  if ((rows[0]?.open ?? 0) >= openOrdersMax) throw tooManyOrders()
  await client.query(
    `insert into orders (id, account_id, amount_cents, provider, created_at)
      values ($1, $2, $3, $4, now())`,
    [id, accountId, amountCents, provider],
  )
  return true
}

function tooManyOrders(): ProblemSignal {
  const detail =
    `An account may have ${openOrdersMax} orders that are not paid. Pay one; each stops counting ` +
    `${openHours} hours after it was made.`
  return new ProblemSignal('limit_reached', detail)
}
