import { z } from 'zod'
import { calls } from '../ledger/prices.ts'

/** What moves money without enrichment, on topic `orders` with the account's id as key. */
const order = {
  version: z.literal(1),
  command_id: z.string(),
  account_id: z.string(),
  reply_to: z.string().nullable(),
  at: z.string(),
}

/** Of a payment order, by the word of its provider. */
const ofProvider = {
  order_id: z.string(),
  provider: z.enum(['sandbox', 'stripe']),
  provider_event_id: z.string(),
  amount_cents: z.int().positive(),
}

/** By an operator: who, and why. */
const correction = { amount_cents: z.int().positive(), reason: z.string(), by: z.string() }

export const orderSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('OpenAccount'), ...order }),
  /** `forfeit`: the holder agreed to lose what stands. */
  z.object({ type: z.literal('CloseAccount'), ...order, forfeit: z.boolean() }),
  z.object({ type: z.literal('PurchaseCredits'), ...order, ...ofProvider }),
  z.object({ type: z.literal('RefundCredits'), ...order, ...ofProvider }),
  z.object({ type: z.literal('ReturnCredits'), ...order, ...ofProvider }),
  z.object({ type: z.literal('GrantCredits'), ...order, ...correction }),
  z.object({ type: z.literal('RevokeCredits'), ...order, ...correction }),
  z.object({
    type: z.literal('ReserveCredits'),
    ...order,
    job_id: z.string(),
    call: z.enum(calls),
    items: z.int().nonnegative(),
  }),
  z.object({
    type: z.literal('ReleaseReservation'),
    ...order,
    job_id: z.string(),
    reason: z.enum(['finished', 'cancelled', 'failed']),
  }),
])

export type Order = z.infer<typeof orderSchema>
