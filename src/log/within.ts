import { setTimeout as sleep } from 'node:timers/promises'

/** Waits for the end of something, or for the limit; how it ends is its own matter. */
export async function within(limitMs: number, ending: Promise<unknown>): Promise<void> {
  const limit = new AbortController()
  const expired = sleep(limitMs, null, { signal: limit.signal }).catch(() => {})
  await Promise.race([ending.catch(() => {}), expired])
  limit.abort()
}
