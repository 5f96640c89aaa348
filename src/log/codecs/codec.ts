import type { Entry } from '../../ledger/entry.ts'
import type { Command } from '../../messages/commands.ts'
import type { CorrectionEvent } from '../../messages/corrections.ts'
import type { DeadLetterMessage } from '../../messages/dead-letter.ts'
import type { Enrichment } from '../../messages/enrichments.ts'
import type { Instruction } from '../../messages/instructions.ts'
import type { JobChunk } from '../../messages/job-chunks.ts'
import type { Topic } from '../../messages/topics.ts'

/** The messages of each topic. */
export interface Messages {
  readonly commands: Command
  readonly 'job-chunks': JobChunk
  readonly enrichments: Enrichment
  readonly orders: Instruction
  readonly ledger: Entry
  readonly corrections: CorrectionEvent
  readonly 'dead-letters': DeadLetterMessage
}

export type Encoded = string | Buffer

/**
 * Messages to bytes and back. An adapter owes: `decode(topic, encode(topic, m))` equals m; a
 * value that is no message of the topic throws CodedError `undecodable`, never anything half
 * right. Text may not contain a line break. Not its job: retries, where messages go, and what a
 * message means.
 */
export interface Codec {
  encode<T extends Topic>(topic: T, message: Messages[T]): Promise<Encoded> | Encoded
  decode<T extends Topic>(topic: T, value: Encoded): Promise<Messages[T]> | Messages[T]
}
