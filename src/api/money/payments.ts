import type { Stripe } from 'stripe'
import { timestamp } from '../../clock.ts'
import type { StripeSettings } from '../../config/payments.ts'
import type { Pool } from '../../db/pool.ts'
import { CodedError } from '../../errors.ts'
import type { ApiContext } from '../context.ts'
import { settleInstruction } from './send-instruction.ts'
import { claimTaking, disputeDue, markReturned, refundDue } from './takings.ts'

/** Orders, and what a provider says of them. Credits come from the ledger, never from here. */
export interface StoredOrder {
  readonly id: string
  readonly account_id: string
  readonly amount_cents: number
  readonly provider: 'sandbox' | 'stripe'
  readonly checkout_url: string | null
  readonly paid_at: Date | null
  /** The provider's word about it that does not fit. */
  readonly mismatch: unknown
}

const stripeTimeoutMs = 10_000

export async function findOrder(pool: Pool, id: string): Promise<StoredOrder | null> {
  const { rows } = await pool.query<StoredOrder>(
    `select id, account_id, amount_cents, provider, checkout_url, paid_at, mismatch
      from orders where id = $1`,
    [id],
  )
  return rows[0] ?? null
}

/**
 * A provider's word that an order is paid becomes one `PurchaseCredits`. The command id derives
 * from the order, so the word may come twice, late or from two sides: the ledger settles it once.
 * False when it was not settled in time; whoever brought the word should bring it again.
 */
export async function creditOrder(
  context: ApiContext,
  order: StoredOrder,
  providerEventId: string,
): Promise<boolean> {
  const at = timestamp()
  const settled = await settleInstruction(context, {
    type: 'PurchaseCredits',
    version: 1,
    command_id: `order:${order.id}`,
    account_id: order.account_id,
    at,
    order_id: order.id,
    provider: order.provider,
    provider_event_id: providerEventId,
    amount_cents: order.amount_cents,
  })
  if (!settled) return false
  const paid = 'update orders set paid_at = coalesce(paid_at, $2) where id = $1'
  await context.runtime().pool.query(paid, [order.id, at])
  return true
}

/**
 * A provider's word that `total` of an order has been refunded. Gives what it takes; 0 when all of
 * that was taken before, and null when it was not settled in time.
 */
export async function refundOrder(
  context: ApiContext,
  order: StoredOrder,
  { eventId, total }: { readonly eventId: string; readonly total: number },
): Promise<number | null> {
  const claim = { orderId: order.id, word: `refund:${total}` }
  const cents = await claimTaking(context.runtime().pool, claim, (takings) => {
    return refundDue(order.amount_cents, takings, total)
  })
  if (cents === 0) return 0
  const told = toldOf(order, eventId, cents)
  const taken = {
    ...told,
    type: 'RefundCredits',
    command_id: `refund:${order.id}:${total}`,
  } as const
  return (await settleInstruction(context, taken)) ? cents : null
}

/** The word of a dispute: what it takes (`withdrawn`), or gives back once it is won. */
export interface Dispute {
  readonly id: string
  readonly eventId: string
  readonly cents: number
}

/**
 * A dispute's taking is settled before its giving back, whichever word comes first: the word that
 * brings the end brings the beginning along, and each is settled once. Like a refund, a dispute
 * takes no more than is left of the order.
 */
export async function disputeOrder(
  context: ApiContext,
  order: StoredOrder,
  { id, eventId, cents: asked, won }: Dispute & { readonly won: boolean },
): Promise<boolean> {
  const { pool } = context.runtime()
  const word = `dispute:${id}`
  const cents = await claimTaking(pool, { orderId: order.id, word }, (takings) => {
    return disputeDue(order.amount_cents, takings, asked)
  })
  if (cents === 0) return true
  const told = toldOf(order, eventId, cents)
  const taken = { ...told, type: 'RefundCredits', command_id: word } as const
  if (!(await settleInstruction(context, taken))) return false
  if (!won) return true
  const back = { ...told, type: 'ReturnCredits', command_id: `${word}:won` } as const
  if (!(await settleInstruction(context, back))) return false
  await markReturned(pool, order.id, word)
  return true
}

function toldOf(order: StoredOrder, eventId: string, cents: number) {
  return {
    version: 1,
    account_id: order.account_id,
    at: timestamp(),
    order_id: order.id,
    provider: order.provider,
    provider_event_id: eventId,
    amount_cents: cents,
  } as const
}

/** Money that was told of and fits no order: a person must look at it. */
export interface Mismatch {
  readonly event: string
  readonly told_cents: number
  readonly told_currency: string
}

/** Kept with the order, and told to the operator; nothing is credited or taken for it. */
export async function tellMismatch(
  { runtime, notices }: ApiContext,
  orderId: string,
  { about, ...mismatch }: Mismatch & { readonly about: string },
): Promise<false> {
  notices.tell('payment_mismatch', orderId, { about, ...mismatch })
  const text = 'update orders set mismatch = $2 where id = $1'
  await runtime().pool.query(text, [orderId, JSON.stringify({ about, ...mismatch })])
  return false
}

/** The order that a charge paid, which its metadata names; null when it is none of ours. */
export async function orderIdOfCharge(
  { config: { stripe } }: ApiContext,
  chargeId: string,
): Promise<string | null> {
  if (!stripe) return null
  try {
    const { charges } = await openStripe(stripe)
    const { metadata } = await charges.retrieve(chargeId)
    return metadata.order_id ?? null
  } catch (cause) {
    const { Stripe } = await import('stripe')
    if (cause instanceof Stripe.errors.StripeInvalidRequestError) return null
    throw new CodedError('payment_provider', 'Stripe did not show a charge', cause)
  }
}

/** A sandbox never loads the client. Where it is needed, the start has seen that it is there. */
export async function openStripe({ secretKey, apiUrl }: StripeSettings): Promise<Stripe> {
  const { Stripe } = await import('stripe')
  const { hostname, port, protocol } = new URL(apiUrl)
  return new Stripe(secretKey, {
    host: hostname,
    port: port || (protocol === 'https:' ? 443 : 80),
    protocol: protocol === 'https:' ? 'https' : 'http',
    timeout: stripeTimeoutMs,
    maxNetworkRetries: 2,
  })
}

/** A hosted Stripe Checkout page for an order. */
export async function createStripeSession(
  context: ApiContext,
  order: { readonly id: string; readonly amountCents: number },
): Promise<string> {
  const { stripe: settings } = context.config
  if (!settings) throw new Error('Stripe is not configured')
  try {
    const { checkout } = await openStripe(settings)
    const session = await checkout.sessions.create(
      {
        mode: 'payment',
        client_reference_id: order.id,
        metadata: { order_id: order.id },
        // A charge bears its intent's metadata: a refund then names the order.
        payment_intent_data: { metadata: { order_id: order.id } },
        line_items: [
          {
            quantity: 1,
            price_data: {
              currency: 'usd',
              unit_amount: order.amountCents,
              product_data: { name: 'Enrichment credits' },
            },
          },
        ],
        success_url: `${context.baseUrl}/console?order=${order.id}`,
        cancel_url: `${context.baseUrl}/console`,
      },
      { idempotencyKey: order.id },
    )
    if (session.url) return session.url
  } catch (cause) {
    throw new CodedError('payment_provider', 'Stripe refused to open a checkout', cause)
  }
  throw new CodedError('payment_provider', 'Stripe opened a checkout without an address')
}
