import { Counter, Histogram, type Registry } from 'prom-client'
import type { LiveCounters } from '../enrichment/live/asking.ts'

const outcomes = ['found', 'nobody', 'no_page', 'refused', 'forbidden', 'unreachable'] as const

/** The figures of live look-ups. */
export function openLiveCounts(registers: Registry[]): LiveCounters {
  const fetches = new Counter({
    name: 'enrich_live_fetches_total',
    help: 'Websites and other public sources that were asked, by how that ended.',
    labelNames: ['outcome'],
    registers,
  })
  const seconds = new Histogram({
    name: 'enrich_live_fetch_seconds',
    help: 'From the first connection to a website to the facts read from it.',
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 12],
    registers,
  })
  const kept = new Counter({
    name: 'enrich_live_kept_total',
    help: 'Live look-ups, by whether a kept answer was there (hit) or not (miss).',
    labelNames: ['result'],
    registers,
  })
  for (const outcome of outcomes) fetches.inc({ outcome }, 0)
  for (const result of ['hit', 'miss']) kept.inc({ result }, 0)
  return {
    kept: (isHit) => kept.inc({ result: isHit ? 'hit' : 'miss' }),
    fetched(outcome, tookMs) {
      fetches.inc({ outcome })
      seconds.observe(tookMs / 1_000)
    },
  }
}
