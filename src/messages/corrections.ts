import { z } from 'zod'

/**
 * What accounts know better about their own lines, on topic `corrections` with the account's id as
 * key. Kept for ever: the view that look-ups ask is folded from it.
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

export const correctionSchema = z.discriminatedUnion('type', [
  correctionMade,
  z.object({ type: z.literal('CorrectionRevoked'), ...common }),
])

export type CorrectionEvent = z.infer<typeof correctionSchema>
export type CorrectionMade = z.infer<typeof correctionMade>
