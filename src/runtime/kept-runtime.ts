import { setTimeout as sleep } from 'node:timers/promises'
import { isDatabaseAway } from '../db/pool.ts'
import { CodedError, errorText } from '../errors.ts'
import { within } from '../log/within.ts'
import type { Report } from '../report.ts'
import type { DiskGuard } from './disk/disk-guard.ts'
import type { Runtime } from './runtime.ts'

/**
 * A runtime that fails this often so soon is not opened again: the process is better started anew.
 */
const failuresMax = 10
const failuresWithinMs = 20_000
const pauseMs = 500
/** A stop does not wait longer for servers that are away. */
const reopeningLimitMs = 2_000

interface KeptDeps {
  readonly open: () => Promise<Runtime>
  readonly report: Report
  readonly disk: Pick<DiskGuard, 'isFull' | 'giveReserve'>
}

/** The runtime behind the HTTP side: opened anew when it fails, with limits. */
export function keepRuntime({ open, report, disk }: KeptDeps) {
  let current: Runtime | null = null
  let reopening: Promise<void> | null = null
  let closed = false
  const failsTooOften = countFailures()

  async function closeCurrent(): Promise<void> {
    const closing = current
    current = null
    await closing?.close()
  }

  async function reopen(): Promise<void> {
    await closeCurrent()
    if (closed) return
    await disk.giveReserve()
    const opened = await open()
    if (closed) {
      await opened.close()
      return
    }
    current = opened
    report('pipeline_reopened')
  }

  /** False when it fails too often; on a full disk it is tried until there is room. */
  function mayOpen(error: unknown): boolean {
    const cause = error instanceof Error && error.cause ? { cause: errorText(error.cause) } : {}
    report('pipeline_failed', { error: errorText(error), ...cause })
    if (disk.isFull()) return true
    return !failsTooOften()
  }

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
          await sleep(pauseMs)
        }
      }
    },
    /** Settles when it cannot be kept open, or was closed. */
    async untilBroken(): Promise<void> {
      for (;;) {
        const failure = await current?.failed
        if (closed || (failure && !mayOpen(failure))) return
        try {
          reopening = reopen()
          await reopening
        } catch (error) {
          if (closed || !mayOpen(error)) return
          await sleep(pauseMs)
        }
      }
    },
    /** Closes for good. A runtime that closes fails too, and is not opened again for that. */
    async close(): Promise<void> {
      closed = true
      await closeCurrent()
      if (reopening) await within(reopeningLimitMs, reopening)
    },
  }
}

/** Counts a failure with each call; true when too many came within a short time. */
function countFailures(): () => boolean {
  const failures: number[] = []
  return () => {
    failures.push(performance.now())
    const since = performance.now() - failuresWithinMs
    return failures.filter((at) => at > since).length >= failuresMax
  }
}

/** Failures that may be over a moment later. */
function passes(error: unknown): boolean {
  return error instanceof CodedError ? error.retryable : isDatabaseAway(error)
}
