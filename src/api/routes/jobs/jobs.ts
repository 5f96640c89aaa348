import { z } from 'zod'
import { jobSchema, showJob } from '../../../jobs/job.ts'
import type { Job } from '../../../jobs/job-row.ts'
import { sourceSchema } from '../../../jobs/source.ts'
import { deleteJob, findJob, listJobs, requestCancel } from '../../../jobs/store.ts'
import type { Caller } from '../../accounts/callers/find-callers.ts'
import type { ApiContext } from '../../context.ts'
import { cursorParameter, pageOfRows, readCursor } from '../../http/cursor.ts'
import { ProblemSignal } from '../../http/exchange.ts'
import { named } from '../../http/named.ts'
import { pageExample, pageOf } from '../../http/schemas.ts'
import { defineRoute } from '../../route.ts'
import { jobExample } from './examples.ts'

named('Job', jobSchema)
named('JobSource', sourceSchema)

const listQuery = z.object({
  limit: z.int().min(1).max(100).optional(),
  cursor: cursorParameter,
})

export const listJobsRoute = defineRoute({
  method: 'GET',
  path: '/jobs',
  operationId: 'listJobs',
  tag: 'Jobs',
  summary: 'The jobs of the account, newest first',
  auth: 'account',
  scope: 'jobs',
  query: listQuery,
  answers: {
    200: {
      description: 'One page.',
      schema: pageOf('JobPage', jobSchema),
      example: pageExample(jobExample),
    },
  },
  async handle(context, exchange, input) {
    const { limit = 50, cursor } = input.query
    const before = readCursor(['time', 'id'], cursor)
    const { accountId } = input.caller
    await context.accounts.current(accountId)
    const jobs = await listJobs(context.runtime().pool, { accountId, before, limit: limit + 1 })
    const page = pageOfRows(jobs, limit, ({ createdAt, id }) => [createdAt.toISOString(), id])
    const data = page.data.map((job) => showJob(job, context.baseUrl, Date.now()))
    exchange.json(200, { data, next_cursor: page.next_cursor })
  },
})

export const jobRoute = defineRoute({
  method: 'GET',
  path: '/jobs/:id',
  operationId: 'getJob',
  tag: 'Jobs',
  summary: 'How far a job is',
  auth: 'account',
  scope: 'jobs',
  answers: { 200: { description: 'The job.', schema: jobSchema, example: jobExample } },
  problems: ['not_found'],
  async handle(context, exchange, input) {
    exchange.json(200, showJob(await jobOf(context, input), context.baseUrl, Date.now()))
  },
})

export const cancelJobRoute = defineRoute({
  method: 'POST',
  path: '/jobs/:id/cancel',
  operationId: 'cancelJob',
  tag: 'Jobs',
  summary: 'Stop a job after the rows in hand',
  description:
    'What is done stays charged and readable, the rest of the reservation is released. Repeating it ' +
    'changes nothing.',
  auth: 'account',
  scope: 'jobs',
  answers: {
    200: { description: 'The job; it ends in a moment.', schema: jobSchema, example: jobExample },
  },
  problems: ['not_found'],
  async handle(context, exchange, input) {
    const job = await jobOf(context, input)
    if (!job.progress?.endedAt) await requestCancel(context.runtime().pool, job.id)
    exchange.json(200, showJob(job, context.baseUrl, Date.now()))
  },
})

export const deleteJobRoute = defineRoute({
  method: 'DELETE',
  path: '/jobs/:id',
  operationId: 'deleteJob',
  tag: 'Jobs',
  summary: 'Delete a job that has ended, its rows and its results',
  description: 'Its entries in the ledger stay.',
  auth: 'account',
  scope: 'jobs',
  answers: { 204: { description: 'Deleted.' } },
  problems: ['not_found', 'job_running'],
  async handle(context, exchange, input) {
    const job = await jobOf(context, input)
    if (!job.progress?.endedAt) throw stillRunning()
    await deleteJob(context.runtime().pool, job.id)
    exchange.empty(204)
  },
})

/** The caller's job, as new as anything that this process has told about the account. */
export async function jobOf(context: ApiContext, { params, caller }: AskedJob): Promise<Job> {
  await context.accounts.current(caller.accountId)
  const job = await findJob(context.runtime().pool, caller.accountId, params.id)
  if (!job) throw new ProblemSignal('not_found', 'This account has no such job.')
  return job
}

interface AskedJob {
  readonly params: { readonly id: string }
  readonly caller: Caller
}

export function stillRunning(): ProblemSignal {
  const detail = 'The job has not ended. Wait for it, or cancel it.'
  return new ProblemSignal('job_running', { detail, headers: { 'Retry-After': '1' } })
}
