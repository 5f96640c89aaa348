import type Stripe from 'stripe'
import { z } from 'zod'
import type { ApiContext } from '../../context.ts'
import { tryAgain } from '../../http/exchange.ts'
import { readSetUp } from './charge.ts'
import { saveCard } from './settings.ts'
import { creditTopUp, endBadly } from './settle-top-up.ts'
import { findTopUp } from './under-way.ts'

const setUpSchema = z.object({
  mode: z.literal('setup'),
  setup_intent: z.string(),
  metadata: z.object({ auto_top_up: z.string() }),
})

const intentSchema = z.object({
  id: z.string(),
  amount_received: z.int(),
  currency: z.string(),
  metadata: z.object({ order_id: z.string() }),
  last_payment_error: z.object({ decline_code: z.string().nullish() }).nullish(),
})

/** Events about saved cards and top-ups; all others are passed over. True: one was credited. */
export async function hearTopUp(context: ApiContext, event: Stripe.Event): Promise<boolean> {
  const { object } = event.data
  if (event.type === 'checkout.session.completed') {
    const session = setUpSchema.safeParse(object)
    if (session.success) await hearCard(context, session.data, event.created)
    return false
  }
  if (!event.type.startsWith('payment_intent.')) return false
  const intent = intentSchema.safeParse(object)
  if (!intent.success) return false
  const orderId = intent.data.metadata.order_id
  const topUp = await findTopUp(context.runtime().pool, orderId)
  // The order of a checkout has an intent, too, and an event of its own that pays it.
  if (!topUp) return false
  if (event.type === 'payment_intent.succeeded') {
    const { amount_received: cents, currency } = intent.data
    const paid = { orderId, eventId: event.id, cents, currency }
    if (await creditTopUp(context, paid)) return true
    throw tryAgain('Not settled yet; send the event again.', 5)
  }
  if (event.type === 'payment_intent.payment_failed' && topUp.isOpen) {
    const reason = intent.data.last_payment_error?.decline_code ?? 'card_declined'
    await endBadly(context, topUp.account_id, { orderId, because: 'declined', reason })
  }
  return false
}

async function hearCard(
  context: ApiContext,
  { setup_intent: id, metadata }: z.infer<typeof setUpSchema>,
  created: number,
): Promise<void> {
  const { stripe } = context.config
  const saved = stripe ? await readSetUp(stripe, id) : null
  if (!saved) return
  const savedAt = new Date(created * 1_000)
  await saveCard(context.runtime().pool, metadata.auto_top_up, { ...saved, savedAt })
}
