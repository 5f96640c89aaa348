import type { ChunkResult } from '../chunks/chunk-tally.ts'
import type { ChunkTask } from '../chunks/chunk-task.ts'
import type { BatchQuestion, CallResult } from '../enriching/call-result.ts'

/** Tells a thread of ours from any other that may load the same file. */
export const threadName = 'matching'

export type AskedOfThread =
  | ({ readonly type: 'chunk' } & ChunkTask)
  | { readonly type: 'batch'; readonly batch: BatchQuestion }

export type MatchTask = AskedOfThread & { readonly id: number }

export type MatchAnswer = { readonly id: number } & (
  | { readonly chunk: ChunkResult }
  | { readonly batch: CallResult }
  | { readonly error: string }
)
