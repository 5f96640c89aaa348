import { z } from 'zod'

/**
 * A message that could not be decoded or handled: nothing is lost silently, and its partition
 * goes on.
 */
const deadLetterSchema = z.object({
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

/** The message of a letter was appended to its topic again; a failure would make a new letter. */
const replayedSchema = z.object({
  type: z.literal('DeadLetterReplayed'),
  version: z.literal(1),
  /** Where the message was when it failed: the same as in its letters. */
  topic: z.string(),
  partition: z.int(),
  offset: z.int(),
  /** Where it is now. */
  replayed_offset: z.int(),
  at: z.string(),
})

export type DeadLetterReplayed = z.infer<typeof replayedSchema>

export const deadLetterTopicSchema = z.discriminatedUnion('type', [
  deadLetterSchema,
  replayedSchema,
])

export type DeadLetterMessage = z.infer<typeof deadLetterTopicSchema>
