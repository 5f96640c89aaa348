import { z } from 'zod'
import { enrichedTransactionSchema, expansions } from '../enrichment/transaction.ts'
import { metadataSchema, ownIdSchema } from '../messages/items.ts'

/** Parts of requests and answers that several endpoints share. */

/** An answer with what the caller sent along. */
export const transactionAnswerSchema = enrichedTransactionSchema.extend({
  id: ownIdSchema.optional(),
  metadata: metadataSchema.optional(),
})

export const transactionQuerySchema = z.object({
  min_confidence: z.number().min(0).max(1).optional().meta({
    description: 'Below it an answer is given as not recognised (no website, no logo), free.',
  }),
  expand: z
    .array(z.enum(expansions))
    .optional()
    .meta({ description: 'Optional fields to add, separated by commas.' }),
})

export const ledgerHeadSchema = z.object({ seq: z.int().nonnegative(), hash: z.string() })

export function pageOf(item: z.ZodType) {
  return z.object({ data: z.array(item), next_cursor: z.string().nullable() })
}
