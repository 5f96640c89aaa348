import Stripe from 'stripe'
import { timestamp } from '../../clock.ts'
import type { StripeSettings } from '../../config/payments.ts'
import type { Pool } from '../../db/pool.ts'
import { CodedError } from '../../errors.ts'
import type { ApiContext } from '../context.ts'
import { settleInstruction } from './send-instruction.ts'

/** Orders, and what a provider says of them. Credits come from the ledger, never from here. */
export interface StoredOrder {
  readonly id: string
  readonly account_id: string
  readonly amount_cents: number
  readonly provider: 'sandbox' | 'stripe'
  readonly checkout_url: string | null
  readonly paid_at: Date | null
}

const stripeTimeoutMs = 10_000

export async function findOrder(pool: Pool, id: string): Promise<StoredOrder | null> {
  const { rows } = await pool.query<StoredOrder>(
    `select id, account_id, amount_cents, provider, checkout_url, paid_at
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
 * A provider's word that money of an order went back. `refundedCents` is what this word is about,
 * and `total` what has been refunded of the order with it, which tells one refund from the next.
 */
export function refundOrder(
  context: ApiContext,
  order: StoredOrder,
  refund: { readonly eventId: string; readonly refundedCents: number; readonly total: number },
): Promise<boolean> {
  return settleInstruction(context, {
    type: 'RefundCredits',
    version: 1,
    command_id: `refund:${order.id}:${refund.total}`,
    account_id: order.account_id,
    at: timestamp(),
    order_id: order.id,
    provider: order.provider,
    provider_event_id: refund.eventId,
    amount_cents: refund.refundedCents,
  })
}

/** The word of a dispute: what it takes (`withdrawn`), or gives back once it is won. */
export interface Dispute {
  readonly id: string
  readonly eventId: string
  readonly cents: number
}

/**
 * What a dispute takes is settled before what it gives back, whichever word comes first: whoever
 * brings the end brings the beginning along, and each is settled once.
 */
export async function disputeOrder(
  context: ApiContext,
  order: StoredOrder,
  { id, eventId, cents, won }: Dispute & { readonly won: boolean },
): Promise<boolean> {
  const common = {
    version: 1,
    account_id: order.account_id,
    at: timestamp(),
    order_id: order.id,
    provider: order.provider,
    provider_event_id: eventId,
    amount_cents: cents,
  } as const
  const taken = { ...common, type: 'RefundCredits', command_id: `dispute:${id}` } as const
  if (!(await settleInstruction(context, taken))) return false
  const back = { ...common, type: 'ReturnCredits', command_id: `dispute:${id}:won` } as const
  return !won || settleInstruction(context, back)
}

/** The order that a charge paid, which its metadata names; null when it is none of ours. */
export async function orderIdOfCharge(
  { config: { stripe } }: ApiContext,
  chargeId: string,
): Promise<string | null> {
  if (!stripe) return null
  try {
    const { metadata } = await openStripe(stripe).charges.retrieve(chargeId)
    return metadata.order_id ?? null
  } catch (cause) {
    if (cause instanceof Stripe.errors.StripeInvalidRequestError) return null
    throw new CodedError('payment_provider', 'Stripe did not show a charge', cause)
  }
}

export function openStripe({ secretKey, apiUrl }: StripeSettings): Stripe {
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
    const session = await openStripe(settings).checkout.sessions.create(
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
