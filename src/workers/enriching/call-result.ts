import type { CommandOf } from '../../messages/commands.ts'
import type { CallEnriched } from '../../messages/enrichments.ts'

/** The answer to a command, before it is an event. */
export interface CallResult {
  readonly type: CallEnriched['type']
  readonly status: CallEnriched['status']
  readonly body: string
  readonly items: number
  /** Lines or names that were looked up, and those of them that were found. */
  readonly lookedUp: number
  readonly matched: number
  readonly freeReason: CallEnriched['free_reason']
}

/** The part of a batch that its answer depends on. */
export type BatchQuestion = Pick<
  CommandOf<'EnrichTransactions'>,
  'items' | 'expand' | 'min_confidence'
>

/** Threads that large batches go to (workers/matching). */
export interface BatchThreads {
  /** Null: whoever asks does it himself. Only while a thread runs: for a batch none is begun. */
  batch(batch: BatchQuestion): Promise<CallResult> | null
}
