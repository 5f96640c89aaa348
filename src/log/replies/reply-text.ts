import { z } from 'zod'
import { loggedEntrySchema } from '../../ledger/entry.ts'
import type { Reply } from './reply-channel.ts'

/** A reply as text between processes, which may be of different releases. */
const replySchema: z.ZodType<Reply> = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('settled'),
    entry: loggedEntrySchema,
    answer: z.object({ status: z.int(), body: z.string() }).nullable(),
  }),
  z.object({ type: z.literal('settled_before') }),
  z.object({ type: z.literal('dead_letter') }),
])

export function textOf(reply: Reply): string {
  return JSON.stringify(reply)
}

/** Null for what is no reply: the views answer instead. */
export function replyFrom(text: string): Reply | null {
  try {
    return replySchema.parse(JSON.parse(text))
  } catch {
    return null
  }
}
