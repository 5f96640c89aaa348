import { z } from 'zod'

/**
 * The accounts' corrections of their own lines, on topic `corrections` with the account's id as
 * key. Kept for ever: the view that look-ups ask is folded from it. So that a deleted account's
 * lines do not stay with it, they are written as `CorrectionSealed`.
 */
const common = {
  version: z.literal(1),
  correction_id: z.string(),
  account_id: z.string(),
  at: z.string(),
}

const correctionMade = z.object({
  type: z.literal('CorrectionMade'),
  ...common,
  description: z.string(),
  /** Left out where it is not corrected; null: the line has none. */
  merchant: z.string().nullable().optional(),
  /** A code of the taxonomy. */
  category: z.string().optional(),
  website: z.string().nullable().optional(),
})

/** A `CorrectionMade`, encrypted with a key of the account that is deleted with the account. */
const correctionSealed = z.object({
  type: z.literal('CorrectionSealed'),
  ...common,
  sealed: z.string(),
})

export const correctionSchema = z.discriminatedUnion('type', [
  correctionMade,
  correctionSealed,
  z.object({ type: z.literal('CorrectionRevoked'), ...common }),
])

export type CorrectionEvent = z.infer<typeof correctionSchema>
export type CorrectionSealed = z.infer<typeof correctionSealed>
export type CorrectionMade = z.infer<typeof correctionMade>
