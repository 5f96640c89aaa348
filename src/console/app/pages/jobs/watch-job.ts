import { useEffect, useState } from 'preact/hooks'
import { readBalance } from '../../state/balance.ts'
import type { CallProblem } from '../../state/call.ts'
import { call, pause, problemOf } from '../../state/call.ts'
import { hasEnded, type JobAnswer } from '../../state/job-answers.ts'

const retrySeconds = [1, 2, 5, 10]

export interface WatchedJob {
  readonly job: JobAnswer | null
  readonly problem: CallProblem | null
}

/** The job as it goes on, until it has ended. */
export function useJob(id: string): WatchedJob {
  const [watched, setWatched] = useState<WatchedJob>({ job: null, problem: null })
  useEffect(() => {
    const controller = new AbortController()
    const show = (job: JobAnswer) => {
      if (!controller.signal.aborted) setWatched({ job, problem: null })
    }
    follow(id, show, controller.signal).catch((error: unknown) => {
      if (!controller.signal.aborted) setWatched({ job: null, problem: problemOf(error) })
    })
    return () => controller.abort()
  }, [id])
  return watched
}

/** A stream that breaks off is opened anew, with a ticket of its own, after a growing pause. */
async function follow(
  id: string,
  show: (job: JobAnswer) => void,
  signal: AbortSignal,
): Promise<void> {
  for (let round = 0; !signal.aborted; round += 1) {
    const { json: job } = await call<JobAnswer>('GET', `/jobs/${id}`, { signal })
    show(job)
    if (hasEnded(job)) return
    const isOver = await stream(id, show, signal).catch(() => false)
    if (isOver || signal.aborted) {
      await readBalance().catch(() => {})
      return
    }
    await pause(retrySeconds[Math.min(round, retrySeconds.length - 1)] ?? 1)
  }
}

/** True when the job has ended, false when the stream broke off before. */
async function stream(
  id: string,
  show: (job: JobAnswer) => void,
  signal: AbortSignal,
): Promise<boolean> {
  const { json } = await call<{ ticket: string }>('POST', `/jobs/${id}/events-ticket`, { signal })
  const events = new EventSource(`/jobs/${id}/events?ticket=${encodeURIComponent(json.ticket)}`)
  return new Promise((resolve) => {
    const end = (isOver: boolean) => {
      events.close()
      resolve(isOver)
    }
    events.onmessage = ({ data }) => {
      const job: JobAnswer = JSON.parse(data)
      show(job)
      if (hasEnded(job)) end(true)
    }
    // The ticket is used up: another try of the browser's own could only be refused.
    events.onerror = () => end(false)
    signal.addEventListener('abort', () => end(false), { once: true })
  })
}
