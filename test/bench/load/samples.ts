import { percentile } from '../figures.ts'
import type { Load } from './task.ts'

/** Latencies in milliseconds, all of them: a percentile of buckets would be a guess. */
export function loadOf(latencies: readonly number[], seconds: number): Load {
  const sorted = Float64Array.from(latencies).sort()
  return {
    requests: sorted.length,
    perSecond: sorted.length / seconds,
    p50: percentile(sorted, 0.5),
    p99: percentile(sorted, 0.99),
    max: percentile(sorted, 1),
  }
}
