import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Lag } from './log/event-log.ts'
import type { StageCounters } from './workers/stage.ts'

/** The figures of this process, in Prometheus' form at /metrics. */
export function openMetrics() {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  const requests = new Counter({
    name: 'enrich_http_requests_total',
    help: 'Answered HTTP requests.',
    labelNames: ['method', 'path', 'status'],
    registers,
  })
  const settled = new Histogram({
    name: 'enrich_settle_seconds',
    help: 'From the enrichment taken to its ledger entry confirmed.',
    labelNames: ['type'],
    buckets: [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 1, 5],
    registers,
  })
  const replies = new Counter({
    name: 'enrich_replies_total',
    help: 'How callers got their answers: channel, view or 202.',
    labelNames: ['path'],
    registers,
  })
  const deadLetters = new Counter({
    name: 'enrich_dead_letters_total',
    help: 'Messages that could not be decoded or handled.',
    labelNames: ['stage'],
    registers,
  })
  const projected = new Counter({
    name: 'enrich_projected_records_total',
    help: 'Log records folded into the views.',
    registers,
  })
  const lag = new Gauge({
    name: 'enrich_lag_records',
    help: 'Records appended and not yet handled, by stage and partition.',
    labelNames: ['stage', 'topic', 'partition'],
    registers,
  })

  // Label look-ups cost more than counting, so what they give is kept.
  const counters = new Map<string, Counter.Internal>()
  const histograms = new Map<string, Histogram.Internal<'type'>>()
  const paths = {
    channel: replies.labels('channel'),
    view: replies.labels('view'),
    accepted: replies.labels('accepted'),
  }

  const count: StageCounters = {
    deadLetter: (stage) => deadLetters.inc({ stage }),
    settled(type, sinceMs) {
      const histogram = histograms.get(type) ?? settled.labels(type)
      histograms.set(type, histogram)
      histogram.observe(sinceMs / 1_000)
    },
    projected: (records) => projected.inc(records),
  }

  return {
    count,
    request(method: string, path: string, status: number): void {
      const key = `${method} ${path} ${status}`
      const counter = counters.get(key) ?? requests.labels(method, path, String(status))
      counters.set(key, counter)
      counter.inc()
    },
    reply: (path: 'channel' | 'view' | 'accepted') => paths[path].inc(),
    async text(lags: ReadonlyMap<string, readonly Lag[]>): Promise<string> {
      lag.reset()
      for (const [stage, some] of lags) {
        for (const { topic, partition, records } of some) {
          lag.set({ stage, topic, partition }, records)
        }
      }
      return registry.metrics()
    },
    contentType: registry.contentType,
  }
}

export type Metrics = ReturnType<typeof openMetrics>
