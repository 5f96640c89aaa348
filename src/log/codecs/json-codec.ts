import type { z } from 'zod'
import { CodedError } from '../../errors.ts'
import { loggedEntrySchema } from '../../ledger/entry.ts'
import { commandSchema } from '../../messages/commands.ts'
import { correctionSchema } from '../../messages/corrections.ts'
import { deadLetterTopicSchema } from '../../messages/dead-letter.ts'
import { enrichmentSchema } from '../../messages/enrichments.ts'
import { instructionSchema } from '../../messages/instructions.ts'
import { jobChunkSchema } from '../../messages/job-chunks.ts'
import type { Topic } from '../../messages/topics.ts'
import type { Codec, Encoded, Messages } from './codec.ts'

/** The single source of what a topic's messages look like. */
export const schemas: { readonly [T in Topic]: z.ZodType<Messages[T]> } = {
  commands: commandSchema,
  'job-chunks': jobChunkSchema,
  enrichments: enrichmentSchema,
  orders: instructionSchema,
  ledger: loggedEntrySchema,
  corrections: correctionSchema,
  'dead-letters': deadLetterTopicSchema,
}

/**
 * JSON text, validated when it is read: who wrote it may be another release, or another program.
 */
export const jsonCodec: Codec = {
  encode: (_topic, message) => JSON.stringify(message),
  decode,
}

function decode<T extends Topic>(topic: T, value: Encoded): Messages[T] {
  const parsed = schemas[topic].safeParse(parse(topic, value))
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new CodedError('undecodable', `${topic}: ${issue?.path.join('.')}: ${issue?.message}`)
}

function parse(topic: Topic, value: Encoded): unknown {
  try {
    return JSON.parse(value.toString())
  } catch (cause) {
    throw new CodedError('undecodable', `${topic}: not JSON`, cause)
  }
}
