import { z } from 'zod'
import { calls } from '../ledger/prices.ts'

/**
 * A chunk of a job to be enriched, on topic `job-chunks` with the account's id as key. The rows
 * are not in it: they are staged in Postgres, so that the log does not carry a million of them.
 */
export const jobChunkSchema = z.object({
  type: z.literal('EnrichChunk'),
  version: z.literal(1),
  /** `<job id>:chunk:<n>`: however often it is sent, it is settled once. */
  command_id: z.string(),
  account_id: z.string(),
  key_id: z.string().nullable(),
  request_id: z.string(),
  job_id: z.string(),
  chunk: z.int().positive(),
  call: z.enum(calls),
  at: z.string(),
})

export type JobChunk = z.infer<typeof jobChunkSchema>

const reserveSuffix = ':reserve'

export function reserveCommandId(jobId: string): string {
  return `${jobId}${reserveSuffix}`
}

/** The job whose reservation this command was, or null for another command. */
export function refusedJobOf(commandId: string): string | null {
  return commandId.endsWith(reserveSuffix) ? commandId.slice(0, -reserveSuffix.length) : null
}

export function chunkCommandId(jobId: string, chunk: number): string {
  return `${jobId}:chunk:${chunk}`
}

export function releaseCommandId(jobId: string): string {
  return `${jobId}:release`
}
