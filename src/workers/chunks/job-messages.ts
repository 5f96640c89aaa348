import type { RunningJob } from '../../jobs/chunks.ts'
import type { JobType } from '../../jobs/reading.ts'
import { callOfType } from '../../jobs/reading.ts'
import type { Instruction } from '../../messages/instructions.ts'
import type { JobChunk } from '../../messages/job-chunks.ts'
import { chunkCommandId, releaseCommandId } from '../../messages/job-chunks.ts'

/** The driver's messages. Ids follow from the job, so sending one again changes nothing. */
export function chunkOf(job: RunningJob, chunk: number, at: string): JobChunk {
  return {
    type: 'EnrichChunk',
    version: 1,
    command_id: chunkCommandId(job.id, chunk),
    account_id: job.accountId,
    key_id: job.keyId,
    request_id: job.requestId,
    job_id: job.id,
    chunk,
    call: callOfType[job.type as JobType], // as: a job without its row has no chunk to send.
    at,
  }
}

type Release = Extract<Instruction, { type: 'ReleaseReservation' }>
export type ReleaseReason = Release['reason']

export function releaseOf(job: RunningJob, reason: ReleaseReason, at: string): Release {
  return {
    type: 'ReleaseReservation',
    version: 1,
    command_id: releaseCommandId(job.id),
    account_id: job.accountId,
    reply_to: null,
    at,
    job_id: job.id,
    reason,
  }
}
