import type { Call } from '../harness/load/calls.ts'
import { isRefusedForNow } from '../harness/load/calls.ts'
import { dueWithin, latencyOf, p99, percentile } from '../harness/times.ts'
import type { Sample, Values } from './samples.ts'
import { sampleEveryMs } from './samples.ts'

/** The answers to the calls that were due in one span of five seconds. */
export interface AnswersWindow {
  readonly atMs: number
  readonly calls: number
  /** Null where no call was answered. */
  readonly p50Ms: number | null
  readonly p99Ms: number | null
  /** Answers that were none, or 429 or 5xx: a call may have had several, and a good one at last. */
  readonly errors: number
  readonly unanswered: number
}

export function windowsOf(
  calls: readonly Call[],
  beganAt: number,
  endedAt: number,
): readonly AnswersWindow[] {
  const windows: AnswersWindow[] = []
  for (let from = beganAt; from < endedAt; from += sampleEveryMs) {
    const within = dueWithin(calls, from, Math.min(from + sampleEveryMs, endedAt))
    const latencies = within.map(latencyOf).filter(Number.isFinite)
    windows.push({
      atMs: Math.round(from - beganAt),
      calls: within.length,
      p50Ms: latencies.length === 0 ? null : rounded(percentile(latencies, 0.5)),
      p99Ms: latencies.length === 0 ? null : rounded(p99(within)),
      errors: within.flatMap(({ answers }) => answers).filter(isRefusedForNow).length,
      unanswered: within.length - latencies.length,
    })
  }
  return windows
}

/** The first part of a soak is not counted as growth: caches fill and code is compiled. */
const warmShare = 0.2
const msOfAnHour = 3_600_000

/** Per hour, by least squares, for each name; null where there are not two values. */
export function growthPerHour(
  samples: readonly Sample[],
  valuesOf: (sample: Sample) => Values,
): Values {
  const from = (samples.at(-1)?.atMs ?? 0) * warmShare
  const counted = samples.filter(({ atMs }) => atMs >= from)
  const names = new Set(samples.flatMap((sample) => Object.keys(valuesOf(sample))))
  return Object.fromEntries(
    [...names].map((name) => {
      const points = counted.flatMap((sample) => {
        const value = valuesOf(sample)[name]
        return typeof value === 'number' ? [{ at: sample.atMs / msOfAnHour, value }] : []
      })
      return [name, slopeOf(points)]
    }),
  )
}

interface At {
  readonly at: number
  readonly value: number
}

function slopeOf(points: readonly At[]): number | null {
  const mean = (of: (point: At) => number) =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length
  const [meanAt, meanValue] = [mean(({ at }) => at), mean(({ value }) => value)]
  const spread = mean(({ at }) => (at - meanAt) ** 2)
  if (!(spread > 0)) return null
  return rounded(mean(({ at, value }) => (at - meanAt) * (value - meanValue)) / spread)
}

/** MB that the database and the log have grown by, for each 1,000 calls. */
export function diskPerThousandCalls(samples: readonly Sample[], calls: number): number | null {
  const sizes = samples.flatMap(({ diskMb: { WAL: _, ...kept } }) => {
    const parts = Object.values(kept)
    if (parts.some((part) => part === null)) return []
    return [parts.reduce<number>((sum, part) => sum + (part ?? 0), 0)]
  })
  const [first] = sizes
  const last = sizes.at(-1)
  if (first === undefined || last === undefined || calls === 0) return null
  return rounded(((last - first) * 1_000) / calls)
}

function rounded(value: number): number {
  return Number(value.toFixed(2))
}
