import { z } from 'zod'
import type { EndReason, Job } from './job-row.ts'
import { jobTypes } from './reading.ts'
import { sourceSchema } from './source.ts'

/** A job as its submitter sees it. Where it stands follows from the ledger, never from a clock. */
const jobStatuses = ['queued', 'running', 'succeeded', 'cancelled', 'failed'] as const

export const jobSchema = z.object({
  id: z.string(),
  type: z.enum(jobTypes),
  status: z.enum(jobStatuses),
  total: z.int().meta({ description: 'Rows.' }),
  processed: z.int().meta({ description: 'Rows done, failed ones included.' }),
  matched: z.int().meta({ description: 'Rows whose merchant, company or person is known.' }),
  failed: z.int().meta({ description: 'Bad rows, and rows of which nothing was found: free.' }),
  charged_cents: z.int(),
  free_calls_used: z.int(),
  reserved_cents: z.int().meta({ description: 'What is still set aside for it.' }),
  created_at: z.string(),
  started_at: z.string().nullable(),
  finished_at: z.string().nullable(),
  rows_per_second: z.number().nullable(),
  estimated_finish_at: z.string().nullable(),
  results_url: z.string().nullable().meta({ description: 'Null when no longer kept.' }),
  metadata: z.unknown(),
  source: sourceSchema.nullable().meta({ description: 'How its file was read.' }),
})

export type ShownJob = z.infer<typeof jobSchema>

export function showJob(job: Job, baseUrl: string, now: number): ShownJob {
  const { progress } = job
  const ended = progress?.endedAt ?? null
  const left = progress === null || ended ? 0 : progress.reservedCents - progress.chargedCents
  const rate = rateOf(job, ended?.getTime() ?? now)
  return {
    id: job.id,
    type: job.type,
    status: statusOf(job),
    total: job.total,
    processed: progress?.processed ?? 0,
    matched: progress?.matched ?? 0,
    failed: progress?.failed ?? 0,
    charged_cents: progress?.chargedCents ?? 0,
    free_calls_used: progress?.freeCallsUsed ?? 0,
    reserved_cents: left,
    created_at: job.createdAt.toISOString(),
    started_at: job.startedAt?.toISOString() ?? null,
    finished_at: ended?.toISOString() ?? null,
    rows_per_second: rate === null ? null : Math.round(rate * 10) / 10,
    estimated_finish_at: ended || !rate ? null : estimate(job, rate, now),
    results_url: job.expiredAt ? null : `${baseUrl}/jobs/${job.id}/results`,
    metadata: job.metadata ?? null,
    source: job.reading.source,
  }
}

function statusOf(job: Job): ShownJob['status'] {
  const { progress } = job
  if (progress?.endReason) return statuses[progress.endReason]
  return job.startedAt ? 'running' : 'queued'
}

const statuses: { readonly [R in EndReason]: ShownJob['status'] } = {
  finished: 'succeeded',
  cancelled: 'cancelled',
  failed: 'failed',
  refused: 'failed',
}

function rateOf({ startedAt, progress }: Job, until: number): number | null {
  if (!startedAt || !progress || progress.processed === 0) return null
  return progress.processed / Math.max(0.001, (until - startedAt.getTime()) / 1_000)
}

function estimate({ total, progress }: Job, rate: number, now: number): string {
  const rows = total - (progress?.processed ?? 0)
  return new Date(now + (rows / rate) * 1_000).toISOString()
}
