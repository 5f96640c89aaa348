import { z } from 'zod'
import { calls } from '../ledger/prices.ts'

/**
 * Instructions move money without enrichment. They lie on topic `orders`, with the account's id as
 * key; an order, in code, is a payment that a caller has ordered.
 */
const common = {
  version: z.literal(1),
  command_id: z.string(),
  account_id: z.string(),
  reply_to: z.string().nullable(),
  at: z.string(),
}

/** A payment order, by the word of its provider. */
const ofProvider = {
  order_id: z.string(),
  provider: z.enum(['sandbox', 'stripe']),
  provider_event_id: z.string(),
  amount_cents: z.int().positive(),
}

/** An operator's adjustment: who, and why. */
const adjustment = { amount_cents: z.int().positive(), reason: z.string(), by: z.string() }

export const instructionSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('OpenAccount'), ...common }),
  /** `forfeit`: the holder agreed to lose what stands. */
  z.object({ type: z.literal('CloseAccount'), ...common, forfeit: z.boolean() }),
  z.object({ type: z.literal('PurchaseCredits'), ...common, ...ofProvider }),
  z.object({ type: z.literal('RefundCredits'), ...common, ...ofProvider }),
  z.object({ type: z.literal('ReturnCredits'), ...common, ...ofProvider }),
  z.object({ type: z.literal('GrantCredits'), ...common, ...adjustment }),
  /** `if_seq`: only while that entry is the account's last, for which the amount was computed. */
  z.object({
    type: z.literal('RevokeCredits'),
    ...common,
    ...adjustment,
    if_seq: z.int().positive().optional(),
  }),
  z.object({
    type: z.literal('ReserveCredits'),
    ...common,
    job_id: z.string(),
    call: z.enum(calls),
    items: z.int().nonnegative(),
  }),
  z.object({
    type: z.literal('ReleaseReservation'),
    ...common,
    job_id: z.string(),
    reason: z.enum(['finished', 'cancelled', 'failed']),
  }),
])

export type Instruction = z.infer<typeof instructionSchema>
