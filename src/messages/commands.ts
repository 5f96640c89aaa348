import { z } from 'zod'
import type { Call } from '../ledger/prices.ts'

/**
 * The callers' wishes, on topic `commands` with the account's id as key. The API validated them;
 * the schema guards against other writers. Texts are the caller's, as sent.
 */
const ownId = z.union([z.string(), z.number()]).optional()

const transaction = z.object({
  description: z.string(),
  amount: z.number().nullable().optional(),
  id: ownId,
  metadata: z.record(z.string(), z.unknown()).optional(),
})

/** An item that cannot be enriched keeps its place in the batch and costs nothing. */
const invalidItem = z.object({
  id: ownId,
  error: z.object({ code: z.string(), message: z.string(), pointer: z.string() }),
})

const caller = {
  version: z.literal(1),
  command_id: z.string(),
  account_id: z.string(),
  key_id: z.string().nullable(),
  request_id: z.string(),
  /** Where the reply goes: `<instance>/<waiter>`, or null when nobody waits. */
  reply_to: z.string().nullable(),
  /** SHA-256 of method, path and body, when the call carries an Idempotency-Key. */
  fingerprint: z.string().nullable(),
  at: z.string(),
}

const shown = {
  expand: z.array(z.string()),
  min_confidence: z.number().nullable(),
}

/** Commands of before this and a country were asked for lie on the log without them. */
const expandable = { expand: z.array(z.string()).optional() }

export const commandSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('EnrichTransaction'), ...caller, ...shown, transaction }),
  z.object({
    type: z.literal('EnrichTransactions'),
    ...caller,
    ...shown,
    items: z.array(z.union([transaction, invalidItem])).max(100),
  }),
  z.object({
    type: z.literal('EnrichCompany'),
    ...caller,
    name: z.string().nullable(),
    domain: z.string().nullable(),
    country: z.string().nullable().optional(),
    ...expandable,
  }),
  z.object({ type: z.literal('EnrichDomain'), ...caller, domain: z.string(), ...expandable }),
  z.object({ type: z.literal('EnrichSocial'), ...caller, domain: z.string(), ...expandable }),
  z.object({ type: z.literal('EnrichPerson'), ...caller, email: z.string(), ...expandable }),
])

export type Command = z.infer<typeof commandSchema>
export type CommandOf<T extends Command['type']> = Extract<Command, { readonly type: T }>
export type Transaction = z.infer<typeof transaction>
export type InvalidItem = z.infer<typeof invalidItem>

/** The word that ledger entries carry for each command. */
export const callOf: { readonly [T in Command['type']]: Call } = {
  EnrichTransaction: 'enrich',
  EnrichTransactions: 'batch',
  EnrichCompany: 'company',
  EnrichDomain: 'domain',
  EnrichSocial: 'social',
  EnrichPerson: 'person',
}
