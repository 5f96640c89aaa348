import { isDatabaseAway } from './db/pool.ts'
import { CodedError, errorText } from './errors.ts'
import type { Report } from './report.ts'
import type { Runtime } from './runtime.ts'

/**
 * A runtime that fails this often so soon is not opened again: the process is better started anew.
 */
const failuresMax = 10
const failuresWithinMs = 20_000
const pauseMs = 500

/** The runtime behind the HTTP side: opened anew when it fails, with limits. */
export function keepRuntime(open: () => Promise<Runtime>, report: Report) {
  let current: Runtime | null = null
  const failures: number[] = []

  async function closeCurrent(): Promise<void> {
    const closing = current
    current = null
    await closing?.close()
  }

  /** False when it fails too often. */
  function mayOpen(error: unknown): boolean {
    report('pipeline_failed', { error: errorText(error) })
    failures.push(performance.now())
    const since = performance.now() - failuresWithinMs
    return failures.filter((at) => at > since).length < failuresMax
  }

  const pause = () => new Promise((resolve) => setTimeout(resolve, pauseMs))

  return {
    current: () => current,
    /** `patient`: servers that are started together with this process are waited for. */
    async start(patient: () => boolean): Promise<void> {
      for (;;) {
        try {
          current = await open()
          return
        } catch (error) {
          if (!patient() || !passes(error) || !mayOpen(error)) throw error
          await pause()
        }
      }
    },
    /** Settles when it cannot be kept open. */
    async untilBroken(): Promise<void> {
      for (;;) {
        if (current && !mayOpen(await current.failed)) return
        await closeCurrent()
        try {
          current = await open()
          report('pipeline_reopened')
        } catch (error) {
          if (!mayOpen(error)) return
          await pause()
        }
      }
    },
    close: closeCurrent,
  }
}

/** What may be otherwise a moment later. */
function passes(error: unknown): boolean {
  return error instanceof CodedError ? error.retryable : isDatabaseAway(error)
}
