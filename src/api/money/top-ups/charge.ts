import type { Stripe } from 'stripe'
import type { StripeSettings } from '../../../config/payments.ts'
import { CodedError } from '../../../errors.ts'
import { openStripe } from '../payments.ts'
import type { SavedCard } from './settings.ts'
import type { TopUp } from './under-way.ts'

/** The provider's word about a charge. `doubtful`: it may have happened or not. */
export type Charged =
  | { readonly type: 'paid'; readonly eventId: string; readonly cents: number }
  | { readonly type: 'declined'; readonly reason: string }
  | { readonly type: 'doubtful'; readonly reason: string; readonly paymentId: string | null }

/**
 * Charges the saved card. The order's id is the key under which Stripe does it once, however often
 * it is asked; what it answers over its own secured connection is its word, as an event would be.
 */
export async function chargeCard(settings: StripeSettings, topUp: TopUp): Promise<Charged> {
  const { customer_id: customer, payment_method_id: method, payment_id: known } = topUp
  if (customer === null || method === null) return { type: 'declined', reason: 'no card is saved' }
  const stripe = await openStripe(settings)
  const { Stripe } = await import('stripe')
  try {
    const intent = known
      ? await stripe.paymentIntents.retrieve(known)
      : await stripe.paymentIntents.create(
          {
            amount: topUp.amount_cents,
            currency: 'usd',
            customer,
            payment_method: method,
            allowed_payment_method_types: ['card'],
            off_session: true,
            confirm: true,
            description: 'Enrichment credits',
            metadata: { order_id: topUp.order_id },
          },
          { idempotencyKey: topUp.order_id },
        )
    return await chargedBy(stripe, intent)
  } catch (cause) {
    if (cause instanceof Stripe.errors.StripeCardError) {
      await cancel(stripe, cause.payment_intent?.id)
      return { type: 'declined', reason: cause.decline_code ?? cause.code ?? 'card_declined' }
    }
    // Not taken at all (400, 404), for instance because the card was removed at Stripe. A conflict
    // (409) is another kind: our own former try, which Stripe may be charging at this moment.
    if (known === null && cause instanceof Stripe.errors.StripeInvalidRequestError) {
      return { type: 'declined', reason: cause.code ?? 'invalid_request' }
    }
    const reason = cause instanceof Error ? cause.message : 'Stripe gave no answer'
    return { type: 'doubtful', reason, paymentId: known }
  }
}

async function chargedBy(stripe: Stripe, intent: Stripe.PaymentIntent): Promise<Charged> {
  const { id, status } = intent
  if (status === 'succeeded') return { type: 'paid', eventId: id, cents: intent.amount_received }
  if (status === 'processing') return { type: 'doubtful', reason: status, paymentId: id }
  if (status !== 'canceled') await cancel(stripe, id)
  // Most often `requires_action`: the bank wants its customer, who is not here.
  return { type: 'declined', reason: intent.last_payment_error?.decline_code ?? status }
}

/** So that nobody can pay it later. Where this fails nobody knows its secret, all the same. */
async function cancel(stripe: Stripe, id: string | undefined): Promise<void> {
  if (id !== undefined) await stripe.paymentIntents.cancel(id).catch(() => null)
}

/** A page of Stripe on which the holder of an account saves a card. Nothing is paid there. */
export async function createCardPage(
  settings: StripeSettings,
  accountId: string,
  { customerId, returnTo }: { readonly customerId: string | null; readonly returnTo: string },
): Promise<string> {
  try {
    const stripe = await openStripe(settings)
    const session = await stripe.checkout.sessions.create({
      mode: 'setup',
      currency: 'usd',
      allowed_payment_method_types: ['card'],
      client_reference_id: accountId,
      metadata: { auto_top_up: accountId },
      ...(customerId === null ? { customer_creation: 'always' } : { customer: customerId }),
      success_url: returnTo,
      cancel_url: returnTo,
    })
    if (session.url) return session.url
  } catch (cause) {
    throw new CodedError('payment_provider', 'Stripe refused to open a page for a card', cause)
  }
  throw new CodedError('payment_provider', 'Stripe opened a page without an address')
}

interface SetUp {
  readonly customerId: string
  readonly paymentMethodId: string
  readonly card: SavedCard
}

/** The card that a page saved; null when it saved none. */
export async function readSetUp(
  settings: StripeSettings,
  setupIntentId: string,
): Promise<SetUp | null> {
  const stripe = await openStripe(settings)
  const intent = await stripe.setupIntents
    .retrieve(setupIntentId, { expand: ['payment_method'] })
    .catch((cause: unknown) => {
      throw new CodedError('payment_provider', 'Stripe did not show a saved card', cause)
    })
  const { payment_method: method, customer } = intent
  if (intent.status !== 'succeeded' || typeof method !== 'object' || !method?.card) return null
  const customerId = typeof customer === 'string' ? customer : customer?.id
  if (!customerId) return null
  const { brand, last4, exp_month: month, exp_year: year } = method.card
  const expires = `${year}-${String(month).padStart(2, '0')}`
  return { customerId, paymentMethodId: method.id, card: { brand, last4, expires } }
}

/** True when Stripe has it no more. */
export async function forgetCard(
  settings: StripeSettings,
  paymentMethodId: string,
): Promise<boolean> {
  const { Stripe } = await import('stripe')
  try {
    await (await openStripe(settings)).paymentMethods.detach(paymentMethodId)
    return true
  } catch (cause) {
    // It has none of this id, or it belongs to nobody any more.
    return cause instanceof Stripe.errors.StripeInvalidRequestError
  }
}
