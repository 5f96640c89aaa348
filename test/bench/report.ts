import { median, medianRatio, milliseconds } from './figures.ts'
import type { Run } from './measure.ts'
import type { Side } from './sides/side.ts'

export type Runs = ReadonlyMap<Side, readonly Run[]>

export function print(line = ''): void {
  process.stdout.write(`${line}\n`)
}

/** The results of a side, as the medians of its rounds. */
export function printRuns(runs: Runs, figureOf: (run: Run) => string): void {
  for (const [side, some] of runs) print(`  ${side.name.padEnd(28)}${figureOf(typical(some))}`)
}

export function typical(runs: readonly Run[]): Run {
  const of = (pick: (run: Run) => number) => median(runs.map(pick))
  return {
    requests: of(({ requests }) => requests),
    perSecond: of(({ perSecond }) => perSecond),
    p50: of(({ p50 }) => p50),
    p99: of(({ p99 }) => p99),
    max: Math.max(...runs.map(({ max }) => max)),
    nodeCost: of(({ nodeCost }) => nodeCost),
    postgresCost: of(({ postgresCost }) => postgresCost),
    peakMb: Math.max(...runs.map(({ peakMb }) => peakMb)),
  }
}

export function latencies({ p50, p99, max }: Run): string {
  return `p50 ${milliseconds(p50)}, p99 ${milliseconds(p99)}, max ${milliseconds(max)}`
}

export function costs({ nodeCost, postgresCost, peakMb }: Run): string {
  const perThousand = `${nodeCost.toFixed(3)} + ${postgresCost.toFixed(3)} CPU s/1,000`
  return `${perThousand}, ${Math.round(peakMb)} MB`
}

/** Throughputs divided pair by pair, beside what is asked for. */
export function printRatio(runs: Runs, ours: Side, theirs: Side, target?: number): void {
  const of = (side: Side) => (runs.get(side) ?? []).map(({ perSecond }) => perSecond)
  const ratio = medianRatio(of(ours), of(theirs))
  const beside = target === undefined ? '' : verdict(ratio >= target, `≥ ${target}`)
  print(`  ${ours.name} ÷ ${theirs.name}: ${ratio.toFixed(2)}${beside}`)
}

export function verdict(met: boolean, target: string): string {
  return `  (target ${target}: ${met ? 'met' : 'MISSED'})`
}
