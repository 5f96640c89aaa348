import type Stripe from 'stripe'
import { z } from 'zod'
import type { ApiContext } from '../../context.ts'
import type { Exchange } from '../../http/exchange.ts'
import { ProblemSignal, tryAgain } from '../../http/exchange.ts'
import { named } from '../../http/named.ts'
import { readBytes } from '../../http/read-body.ts'
import {
  creditOrder,
  disputeOrder,
  findOrder,
  openStripe,
  orderIdOfCharge,
  refundOrder,
  tellMismatch,
} from '../../money/payments.ts'
import { hearTopUp } from '../../money/top-ups/hear-top-up.ts'
import { stopAndTell } from '../../money/top-ups/settle-top-up.ts'
import { defineRoute } from '../../route.ts'

const eventBytes = 1_048_576
const paidEvents = new Set([
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
])

/**
 * Events from Stripe. Only a signature that fits is believed; an event about no paid order of ours
 * is answered 200 and changes nothing, because Stripe repeats it for days after any other answer.
 */
export const stripeWebhookRoute = defineRoute({
  method: 'POST',
  path: '/payments/stripe/webhook',
  operationId: 'receiveStripeEvent',
  tag: 'Credits',
  summary: 'Events of Stripe, verified by their signature',
  description: 'For Stripe alone: the raw event with its `Stripe-Signature` header.',
  auth: 'public',
  answers: {
    200: {
      description:
        'Received; and whether an order was paid, or money of one went back or returned.',
      example: { received: true, credited: true, refunded: false, returned: false },
      schema: named(
        'StripeEventReceived',
        z.object({
          received: z.literal(true),
          credited: z.boolean(),
          refunded: z.boolean(),
          returned: z.boolean(),
        }),
      ),
    },
  },
  problems: ['invalid_request', 'not_found', 'body_too_large'],
  async handle(context, exchange) {
    const event = await readEvent(context, exchange)
    const paid = paidEvents.has(event.type)
    const credited = (paid && (await credit(context, event))) || (await hearTopUp(context, event))
    const disputed = await dispute(context, event)
    const refunded = event.type === 'charge.refunded' && (await refund(context, event))
    exchange.json(200, {
      received: true,
      credited,
      refunded: refunded || disputed !== null,
      returned: disputed?.won ?? false,
    })
  },
})

async function readEvent(context: ApiContext, exchange: Exchange): Promise<Stripe.Event> {
  const { stripe } = context.config
  if (!stripe) throw new ProblemSignal('not_found', 'Stripe is not configured here.')
  const bytes = await readBytes(exchange, eventBytes)
  const signature = exchange.header('stripe-signature') ?? ''
  const { webhooks } = await openStripe(stripe)
  try {
    return webhooks.constructEvent(bytes, signature, stripe.webhookSecret)
  } catch {
    const detail = 'The signature of the event does not fit.'
    const errors = [{ pointer: 'Stripe-Signature', message: detail }]
    throw new ProblemSignal('invalid_request', { detail, errors })
  }
}

const sessionSchema = z.object({
  client_reference_id: z.string(),
  payment_status: z.string(),
  amount_total: z.int(),
  currency: z.string(),
})

async function credit(context: ApiContext, event: Stripe.Event): Promise<boolean> {
  const session = sessionSchema.safeParse(event.data.object)
  if (!session.success || session.data.payment_status !== 'paid') return false
  const { client_reference_id: orderId, amount_total: amount, currency } = session.data
  const order = await findOrder(context.runtime().pool, orderId)
  const told = { event: event.id, told_cents: amount, told_currency: currency }
  if (order?.provider !== 'stripe') {
    // One Stripe account may serve several shops: only what bears a name of ours concerns us.
    if (!orderId.startsWith('ord_')) return false
    return tellMismatch(context, orderId, { ...told, about: 'a payment of an unknown order' })
  }
  // Another amount than was ordered is no payment of this order: a person must look at it.
  if (amount !== order.amount_cents || currency !== 'usd') {
    return tellMismatch(context, orderId, { ...told, about: 'a payment that is not its price' })
  }
  if (await creditOrder(context, order, event.id)) return true
  throw tryAgain('Not settled yet; send the event again.', 5)
}

const refundedSchema = z.object({
  amount_refunded: z.int().positive(),
  currency: z.string(),
  metadata: z.object({ order_id: z.string() }),
})

/**
 * Stripe tells what has been refunded of a charge in all. The event's own former total is not
 * needed, and not always there: earlier takings are known here.
 */
async function refund(context: ApiContext, event: Stripe.Event): Promise<boolean> {
  const refunded = refundedSchema.safeParse(event.data.object)
  if (!refunded.success) return false
  const { amount_refunded: total, currency, metadata } = refunded.data
  const order = await findOrder(context.runtime().pool, metadata.order_id)
  if (order?.provider !== 'stripe') return false
  const told = { event: event.id, told_cents: total, told_currency: currency }
  if (total > order.amount_cents || currency !== 'usd') {
    const about = 'a refund of more, or in another currency, than was paid'
    await tellMismatch(context, order.id, { ...told, about })
    if (currency !== 'usd') return false
  }
  if (!order.paid_at) {
    if (order.mismatch) return false
    // Refunded before it is credited: the word of the payment is still on its way.
    throw tryAgain('The order is not credited yet; send the event again.', 60)
  }
  const cents = await refundOrder(context, order, { eventId: event.id, total })
  if (cents === null) throw tryAgain('Not settled yet; send the event again.', 5)
  return cents > 0
}

const disputeEvents = new Set([
  'charge.dispute.created',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
  'charge.dispute.closed',
])

const disputeSchema = z.object({
  id: z.string(),
  amount: z.int().positive(),
  currency: z.string(),
  status: z.string(),
  charge: z.string(),
})

/** Null when it is no dispute about money of an order. An inquiry (`warning_…`) has taken none. */
async function dispute(
  context: ApiContext,
  event: Stripe.Event,
): Promise<{ readonly won: boolean } | null> {
  const told = disputeEvents.has(event.type) ? disputeSchema.safeParse(event.data.object) : null
  if (!told?.success || told.data.status.startsWith('warning_')) return null
  const { id, amount: cents, currency, status, charge } = told.data
  const order = await findOrder(
    context.runtime().pool,
    (await orderIdOfCharge(context, charge)) ?? '',
  )
  if (order?.provider !== 'stripe' || currency !== 'usd' || cents > order.amount_cents) return null
  const won = status === 'won' || event.type === 'charge.dispute.funds_reinstated'
  if (await disputeOrder(context, order, { id, eventId: event.id, cents, won })) {
    // A payer who takes money back is not charged further without being asked.
    if (!won) await stopAndTell(context, order.account_id, 'disputed')
    return { won }
  }
  throw tryAgain('Not settled yet; send the event again.', 5)
}
