import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { type Remote, reached, understood } from '../client/remote.ts'
import { Refusal, Unanswered } from '../client/remote-refusals.ts'
import { type Cli, CommandRefused } from '../command.ts'
import { counted, dollars, shown } from '../figures.ts'
import { openIdleLimit } from './idle-limit.ts'

export const jobSchema = z.looseObject({
  id: z.string(),
  type: z.string(),
  status: z.enum(['queued', 'running', 'succeeded', 'cancelled', 'failed']),
  total: z.number(),
  processed: z.number(),
  matched: z.number(),
  failed: z.number(),
  charged_cents: z.number(),
  free_calls_used: z.number(),
  created_at: z.string(),
  rows_per_second: z.number().nullable(),
  estimated_finish_at: z.string().nullable(),
})

export type RemoteJob = Readonly<z.infer<typeof jobSchema>>

/** The service says something at least every 15 s. */
const idleLimitMs = 45_000
const eventLength = 100_000
/** A service that is started anew needs a moment. */
const reconnects = { max: 60, pauseMs: 1_000 }

export function hasEnded({ status }: RemoteJob): boolean {
  return status !== 'queued' && status !== 'running'
}

export async function findJob(remote: Remote, id: string): Promise<RemoteJob> {
  const { body } = await remote.ask({ method: 'GET', path: pathOf(id) })
  return understood(remote, jobSchema, body)
}

/** Shows a bar until the job has ended, over restarts of the service too. */
export async function watchJob(cli: Cli, remote: Remote, id: string): Promise<RemoteJob> {
  let job = await findJob(remote, id)
  cli.terminal.tell(`Job ${id} has ${counted(job.total, 'row')}.`)
  const bar = cli.terminal.bar(job.total)
  let isLeft = false
  const show = (now: RemoteJob) => bar.update(now.processed, noteOf(now))
  try {
    show(job)
    for (let lost = 0; !hasEnded(job); ) {
      try {
        for await (const now of eventsOf(cli, remote, id)) {
          job = now
          lost = 0
          show(job)
        }
      } catch (error) {
        if (!mayComeBack(error) || lost >= reconnects.max) throw error
      }
      if (hasEnded(job)) break
      lost += 1
      await sleep(reconnects.pauseMs, undefined, { signal: cli.signal })
    }
    return job
  } catch (error) {
    if (cli.signal.aborted) isLeft = true
    throw error
  } finally {
    bar.stop()
    if (isLeft) cli.terminal.tell(leftText(id))
  }
}

/** It is easily thought that the end of watching is the end of the job. */
function leftText(id: string): string {
  return `Job ${id} goes on. Cancel it: npx enrich jobs cancel ${id}`
}

function mayComeBack(error: unknown): boolean {
  return error instanceof Unanswered || (error instanceof Refusal && error.retryAfterMs !== null)
}

export function summaryOf(job: RemoteJob): string {
  const { status, total, processed, matched, failed } = job
  const rows =
    processed === total ? counted(total, 'row') : `${shown(processed)} of ${shown(total)}`
  const free = job.free_calls_used > 0 ? ` and ${counted(job.free_calls_used, 'free call')}` : ''
  return (
    `Job ${job.id} ${status}: ${rows}, ${shown(matched)} matched, ${shown(failed)} failed; ` +
    `${dollars(job.charged_cents)}${free} charged.`
  )
}

export function pathOf(id: string): string {
  if (/^[A-Za-z0-9_-]{1,100}$/.test(id)) return `/jobs/${id}`
  throw new CommandRefused(`"${id}" is no id of a job.`)
}

function noteOf({ status, rows_per_second: rate, estimated_finish_at: finish }: RemoteJob): string {
  const parts = [
    status,
    ...(rate === null ? [] : [`${shown(Math.round(rate))} rows/s`]),
    ...(finish === null ? [] : [`done at ${new Date(finish).toLocaleTimeString()}`]),
  ]
  return parts.join(' · ')
}

/** Server-sent events, each the whole job. */
async function* eventsOf(cli: Cli, remote: Remote, id: string): AsyncGenerator<RemoteJob> {
  const idle = openIdleLimit(idleLimitMs)
  try {
    const path = `${pathOf(id)}/events`
    const headers = { accept: 'text/event-stream' }
    const response = await remote.open({ method: 'GET', path, headers, signal: idle.signal })
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    while (reader) {
      const { done, value } = await reached(cli, remote.server, () => reader.read())
      if (done) return
      idle.moved()
      text += value
      const events = text.split('\n\n')
      text = events.pop() ?? ''
      if (text.length > eventLength) throw new CommandRefused('An event is too long.')
      for (const event of events) {
        const content = /^data: ?(.*)$/m.exec(event)?.[1]
        if (content !== undefined) yield understood(remote, jobSchema, JSON.parse(content))
      }
    }
  } finally {
    idle.close()
  }
}
