import type { ChunkResult } from './chunk-tally.ts'

/** Rows of a job as they lie in Postgres: texts are copied faster than what they say. */
export interface ChunkTask {
  readonly reading: string
  readonly staged: string
  readonly firstRow: number
}

/** Threads that rows of transactions go to (workers/matching). */
export interface ChunkThreads {
  /** Null: whoever asks does it himself. */
  chunk(task: ChunkTask): Promise<ChunkResult> | null
}
