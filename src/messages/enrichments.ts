import { z } from 'zod'
import { calls } from '../ledger/prices.ts'

/**
 * The results of enrichment, on topic `enrichments`. `body` is the response in RFC 8785 canonical
 * form, as text: the bytes that are sent are the bytes that `result_sha256` is taken over, so a
 * payer can hash an answer as it came. It is a string, not an object, because parsing and writing
 * an object again moves keys that look like numbers.
 */
const common = {
  version: z.literal(1),
  event_id: z.string(),
  command_id: z.string(),
  /** Where the command lies in its topic, in the same partition. */
  command_offset: z.int().nonnegative().optional(),
  account_id: z.string(),
  key_id: z.string().nullable(),
  request_id: z.string(),
  reply_to: z.string().nullable(),
  fingerprint: z.string().nullable(),
  call: z.enum(calls),
  at: z.string(),
  result_sha256: z.string(),
  /** How many items are to be paid for. */
  items: z.int().nonnegative(),
  /** How many lines or names were looked up, and how many of them were found. */
  looked_up: z.int().nonnegative().optional(),
  matched: z.int().nonnegative().optional(),
  free_reason: z.enum(['not_found', 'below_min_confidence', 'nothing_to_charge', 'failed']),
}

const found = {
  ...common,
  /** The status of the answer once it is settled. */
  status: z.union([z.literal(200), z.literal(404), z.literal(500)]),
  body: z.string(),
}

/**
 * A chunk's rows are stored before this is said, under their hash: on the log they would be most
 * of what it carries, and read by nobody.
 */
const chunkEnriched = z.object({
  type: z.literal('ChunkEnriched'),
  ...common,
  job_id: z.string(),
  chunk: z.int().positive(),
})

export const enrichmentSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('TransactionEnriched'), ...found }),
  z.object({ type: z.literal('TransactionsEnriched'), ...found }),
  z.object({ type: z.literal('CompanyEnriched'), ...found }),
  z.object({ type: z.literal('DomainEnriched'), ...found }),
  z.object({ type: z.literal('SocialEnriched'), ...found }),
  z.object({ type: z.literal('PersonEnriched'), ...found }),
  z.object({ type: z.literal('NothingFound'), ...found }),
  z.object({ type: z.literal('EnrichmentFailed'), ...found }),
  chunkEnriched,
])

export type Enrichment = z.infer<typeof enrichmentSchema>
export type ChunkEnriched = z.infer<typeof chunkEnriched>
/** A call that somebody may wait for: its event carries the answer. */
export type CallEnriched = Exclude<Enrichment, ChunkEnriched>
