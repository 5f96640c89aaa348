import { z } from 'zod'
import { enrichedTransactionSchema, expansions } from '../../enrichment/transaction.ts'
import { metadataSchema, ownIdSchema } from '../../messages/items.ts'
import { named } from './named.ts'

/** Parts of requests and answers that several endpoints share. */

/** A moment, or a day: where something begins its first millisecond, where it ends its last. */
export function timeParameter(edge: 'start' | 'end') {
  const rest = edge === 'start' ? 'T00:00:00.000Z' : 'T23:59:59.999Z'
  const error = 'must be a time such as 2026-01-31T12:00:00Z, or a day such as 2026-01-31'
  return z
    .union([z.iso.datetime({ offset: true }), z.iso.date()], { error })
    .transform((text) => (text.includes('T') ? text : `${text}${rest}`))
    .refine((text) => isKnownTime(Date.parse(text)), 'must lie between the years 1970 and 9999')
}

/** Before and after them Postgres writes times otherwise than JavaScript does. */
function isKnownTime(ms: number): boolean {
  return ms >= 0 && ms < Date.UTC(10_000, 0)
}

export const idParameter = z
  .string()
  .max(200)
  .regex(/^[\x21-\x7e]+$/, 'must be an id')

/** The window of every endpoint that has one: both ends included, to the millisecond. */
export const windowParameters = {
  from: timeParameter('start').optional().meta({
    description: 'Start of the window, inclusive; a day means its first millisecond.',
  }),
  to: timeParameter('end').optional().meta({
    description: 'End of the window, inclusive; a day means the whole day.',
  }),
}

/** An answer with what the caller sent along. */
export const transactionAnswerSchema = named(
  'EnrichedTransaction',
  enrichedTransactionSchema.extend({
    id: ownIdSchema.optional(),
    metadata: metadataSchema.optional(),
  }),
)

export const transactionQuerySchema = z.object({
  min_confidence: z.number().min(0).max(1).optional().meta({
    description: 'Below it an answer is given as not recognised (no website, no logo), free.',
  }),
  expand: z
    .array(z.enum(expansions))
    .optional()
    .meta({ description: 'Optional fields to add, separated by commas.' }),
})

export const ledgerHeadSchema = named(
  'LedgerHead',
  z.object({ seq: z.int().nonnegative(), hash: z.string() }),
)

export function pageExample(item: unknown) {
  return { data: [item], next_cursor: null }
}

export function pageOf(name: string, item: z.ZodType) {
  return named(name, z.object({ data: z.array(item), next_cursor: z.string().nullable() }))
}
