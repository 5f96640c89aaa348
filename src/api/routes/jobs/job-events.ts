import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { showJob } from '../../../jobs/job.ts'
import { findJob } from '../../../jobs/store.ts'
import { ProblemSignal, tryAgain } from '../../http/exchange.ts'
import { defineRoute } from '../../route.ts'
import { eventsExample } from './examples.ts'
import { jobOf } from './jobs.ts'

/** At most four a second, and only when something has changed. */
const pollMs = 250
/** So that proxies and browsers do not take silence for the end. */
const heartbeatMs = 15_000
const watchersMax = 500
let watchers = 0
/** The streams of one account in this process. */
const watchersOfAccountMax = 10
const watching = new Map<string, number>()

export const jobEventsRoute = defineRoute({
  method: 'GET',
  path: '/jobs/:id/events',
  operationId: 'watchJob',
  tag: 'Jobs',
  summary: 'Watch a job: server-sent events until it ends',
  description: 'Each event is the job as `GET /jobs/{id}` shows it; the last one is its end.',
  auth: 'account',
  scope: 'jobs',
  ticketed: true,
  query: z.object({
    ticket: z.string().max(100).optional().meta({
      description: 'Of `POST /jobs/{id}/events-ticket`, instead of the header.',
    }),
  }),
  answers: {
    200: { description: 'The stream.', mediaType: 'text/event-stream', example: eventsExample },
  },
  problems: ['not_found'],
  async handle(context, exchange, input) {
    if (watchers >= watchersMax) throw tryAgain('Too many are watching jobs.', 5)
    let job: Awaited<ReturnType<typeof findJob>> = await jobOf(context, input)
    const { id, accountId } = { id: job.id, accountId: input.caller.accountId }
    const own = watching.get(accountId) ?? 0
    if (own >= watchersOfAccountMax) throw tooManyStreams()
    exchange.set({ 'Cache-Control': 'no-store' })
    const out = exchange.open(200, 'text/event-stream')
    const closed = once(out, 'close')
    let last = ''
    let lastAt = performance.now()
    watchers += 1
    watching.set(accountId, own + 1)
    try {
      while (job && !exchange.gone && !context.stopping()) {
        const text = JSON.stringify(showJob(job, context.baseUrl, Date.now()))
        const silent = performance.now() - lastAt > heartbeatMs
        if (text !== last) out.write(`data: ${text}\n\n`)
        else if (silent) out.write(': waiting\n\n')
        if (text !== last || silent) lastAt = performance.now()
        last = text
        if (job.progress?.endedAt) break
        await Promise.race([closed, sleep(pollMs)])
        // Between two runtimes there is none for a moment: the watcher waits like everybody.
        job = await findJob(context.runtime().pool, accountId, id).catch(() => job)
      }
    } finally {
      watchers -= 1
      const left = (watching.get(accountId) ?? 1) - 1
      if (left > 0) watching.set(accountId, left)
      else watching.delete(accountId)
      out.end()
    }
  },
})

function tooManyStreams(): ProblemSignal {
  const detail = `An account may watch with ${watchersOfAccountMax} streams at a time. End one first.`
  return new ProblemSignal('too_many_requests', { detail, headers: { 'Retry-After': '5' } })
}
