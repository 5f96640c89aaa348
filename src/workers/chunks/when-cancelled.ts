import { setMaxListeners } from 'node:events'
import type { Pool } from '../../db/pool.ts'
import { findCancelled } from '../../jobs/chunks.ts'

const lookMs = 500

/** Given within a second after somebody cancelled the job; `end` stops looking. */
export function whenCancelled(pool: Pool, jobId: string) {
  const cancelled = new AbortController()
  setMaxListeners(0, cancelled.signal) // Every row that waits for a website listens.
  let isLooking = false
  const look = async () => {
    if (isLooking) return
    isLooking = true
    // Postgres being away delays the cancelling, which the driver of the job does as well.
    const found = await findCancelled(pool, [jobId]).catch(() => [])
    isLooking = false
    if (found.length > 0) cancelled.abort()
  }
  const timer = setInterval(() => void look(), lookMs)
  return { signal: cancelled.signal, end: () => clearInterval(timer) }
}
