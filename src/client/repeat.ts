import { ApiError } from './send.ts'

export interface Repeating {
  readonly attempts?: number | undefined
  readonly signal?: AbortSignal | undefined
  /** The pause after an answer that did not come; longer from attempt to attempt. */
  readonly pauseMs?: number | undefined
  /** A service that asks for more patience is not waited for. */
  readonly longestPauseMs?: number | undefined
}

const usual = { attempts: 4, pauseMs: 500, longestPauseMs: 20_000 } as const

/** `act` again, where that may help. Only for what takes effect once however often it is sent. */
export async function repeated<T>(act: () => Promise<T>, repeating: Repeating = {}): Promise<T> {
  const { attempts = usual.attempts, signal } = repeating
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await act()
    } catch (error) {
      const waitMs = pauseAfter(error, attempt, repeating)
      if (waitMs === null || attempt >= attempts) throw error
      await pause(waitMs, signal)
    }
  }
}

/** Null when trying again is of no use. */
function pauseAfter(error: unknown, attempt: number, repeating: Repeating): number | null {
  const { pauseMs = usual.pauseMs, longestPauseMs = usual.longestPauseMs } = repeating
  if (!(error instanceof ApiError)) return null
  if (error.retryAfterMs !== null) {
    return error.retryAfterMs > longestPauseMs ? null : error.retryAfterMs
  }
  // Proxies answer 502 and 504 for a service that they could not ask.
  const isLost = [0, 502, 504].includes(error.status) && !nobodyListens(error)
  return isLost ? pauseMs * attempt : null
}

/** An address at which there is nobody: Node tells it by these codes, a browser does not. */
function nobodyListens({ cause }: ApiError): boolean {
  const reason = cause instanceof Error && cause.cause !== undefined ? cause.cause : cause
  const code = reason instanceof Error && 'code' in reason ? reason.code : null
  return code === 'ECONNREFUSED' || code === 'ENOTFOUND'
}

export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const timer = setTimeout(done, ms)
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    signal?.addEventListener('abort', stop, { once: true })
    function done() {
      signal?.removeEventListener('abort', stop)
      resolve()
    }
  })
}
