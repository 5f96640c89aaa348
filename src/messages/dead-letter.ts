import { z } from 'zod'

/**
 * A message that could not be decoded or handled: nothing is lost silently, and its partition
 * goes on.
 */
export const deadLetterSchema = z.object({
  type: z.literal('DeadLetter'),
  version: z.literal(1),
  topic: z.string(),
  partition: z.int(),
  offset: z.int(),
  key: z.string(),
  stage: z.string(),
  error: z.string(),
  /** The message as it was, in base64: it may be no text at all. */
  value: z.string(),
  at: z.string(),
})

export type DeadLetter = z.infer<typeof deadLetterSchema>
