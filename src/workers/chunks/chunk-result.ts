import type { Pool } from '../../db/pool.ts'
import { storeChunk } from '../../jobs/chunks.ts'
import type { ChunkEnriched } from '../../messages/enrichments.ts'
import type { JobChunk } from '../../messages/job-chunks.ts'
import type { ChunkResult } from './chunk-tally.ts'

export async function storeResult(
  pool: Pool,
  command: JobChunk,
  result: ChunkResult,
): Promise<void> {
  await storeChunk(pool, {
    jobId: command.job_id,
    chunk: command.chunk,
    sha256: result.sha256,
    rows: result.lines.length,
    matched: result.matched,
    failed: result.failed,
    items: result.items,
    unmatched: JSON.stringify([...result.unmatched]).replaceAll('\\u0000', ' '),
    body: result.lines.join('\n'),
  })
}

export function chunkEvent(
  command: JobChunk,
  result: ChunkResult,
  { offset, at }: { readonly offset: number; readonly at: string },
): ChunkEnriched {
  return {
    type: 'ChunkEnriched',
    version: 1,
    event_id: `evt:${command.command_id}`,
    command_id: command.command_id,
    command_offset: offset,
    account_id: command.account_id,
    key_id: command.key_id,
    request_id: command.request_id,
    reply_to: null,
    fingerprint: null,
    call: command.call,
    at,
    result_sha256: result.sha256,
    items: result.items,
    looked_up: result.lookedUp,
    matched: result.matched,
    free_reason: result.freeReason,
    job_id: command.job_id,
    chunk: command.chunk,
  }
}
