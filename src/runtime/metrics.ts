import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import type { StageCounters } from '../log/stage.ts'
import { type NoticeKind, noticeKinds } from '../notices.ts'
import { opening } from '../pipeline.ts'
import type { Health } from './gauges.ts'
import { openGauges } from './gauges.ts'
import { openLiveCounts } from './live-counts.ts'

const shedScopes = ['account', 'address', 'strangers', 'process', 'slow'] as const

/** The figures of this process, in Prometheus' form at /metrics. */
export function openMetrics() {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  const { requests, settled, replies, deadLetters, projected, notices } = openCounts(registers)
  const shed = new Counter({
    name: 'enrich_shed_total',
    help: 'Requests refused or ended for lack of room, by whose room it was, or as too slow.',
    labelNames: ['scope'],
    registers,
  })
  const show = openGauges(registers)

  // Label look-ups cost more than counting, so what they give is kept.
  const counters = new Map<string, Counter.Internal>()
  const histograms = new Map<string, Histogram.Internal<'type'>>()
  const paths = {
    channel: replies.labels('channel'),
    view: replies.labels('view'),
    stored: replies.labels('stored'),
    '202': replies.labels('202'),
  }

  // A figure that begins with its first count would show no rise to whoever watches for one.
  for (const stage of opening) deadLetters.inc({ stage }, 0)
  for (const path of Object.values(paths)) path.inc(0)
  for (const scope of shedScopes) shed.inc({ scope }, 0)
  for (const kind of noticeKinds) notices.inc({ kind }, 0)

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
    live: openLiveCounts(registers),
    request(method: string, path: string, status: number): void {
      const key = `${method} ${path} ${status}`
      const counter = counters.get(key) ?? requests.labels(method, path, String(status))
      counters.set(key, counter)
      counter.inc()
    },
    reply: (path: keyof typeof paths) => paths[path].inc(),
    shed: (scope: (typeof shedScopes)[number]) => shed.inc({ scope }),
    notice: (kind: NoticeKind) => notices.inc({ kind }),
    async text(health: Health): Promise<string> {
      show(health)
      return registry.metrics()
    },
    contentType: registry.contentType,
  }
}

export type Metrics = ReturnType<typeof openMetrics>

/** Everything that is counted as it happens. */
function openCounts(registers: Registry[]) {
  return {
    requests: new Counter({
      name: 'enrich_http_requests_total',
      help: 'Answered HTTP requests.',
      labelNames: ['method', 'path', 'status'],
      registers,
    }),
    settled: new Histogram({
      name: 'enrich_settle_seconds',
      help: 'From the enrichment taken to its ledger entry confirmed.',
      labelNames: ['type'],
      buckets: [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 1, 5],
      registers,
    }),
    replies: new Counter({
      name: 'enrich_replies_total',
      help: 'How callers of paid calls got their answers: channel, stored, view or 202.',
      labelNames: ['path'],
      registers,
    }),
    deadLetters: new Counter({
      name: 'enrich_dead_letters_total',
      help: 'Messages that could not be decoded or handled.',
      labelNames: ['stage'],
      registers,
    }),
    projected: new Counter({
      name: 'enrich_projected_records_total',
      help: 'Log records folded into the views.',
      registers,
    }),
    notices: new Counter({
      name: 'enrich_notices_total',
      help: 'What operators should hear of, by kind; each is a line in the log as well.',
      labelNames: ['kind'],
      registers,
    }),
  }
}
