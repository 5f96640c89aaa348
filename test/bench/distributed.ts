import { singleBodies } from './bodies.ts'
import type { Closing } from './closing.ts'
import { median, percentile, perSecond } from './figures.ts'
import type { Generator } from './load/open-generator.ts'
import type { Load } from './load/task.ts'
import type { Run } from './measure.ts'
import { measure, takeTurns } from './measure.ts'
import type { Options } from './options.ts'
import { firstSecondsDistributed } from './parts/first-seconds.ts'
import { costOf, untilQuiet, watchMemory } from './process-cost.ts'
import { latencies, print, printRatio, typical, verdict } from './report.ts'
import type { DistributedSide, Measured } from './sides/open-distributed.ts'
import { openDistributedSide } from './sides/open-distributed.ts'
import { openPlain } from './sides/open-plain.ts'
import { openServiceSide } from './sides/open-service.ts'
import type { Side } from './sides/side.ts'
import { watchViews } from './views-behind.ts'

const targets = { perSecond: 2_500, p50: 12, p99: 50, memoryMb: 250, viewMs: 1_000 }
const loads = [64, 256] as const
const leadInSeconds = 0.5
const callsPerSecond = 100
/** Kafka's own compiler takes a third of what a call costs the broker in its first minute. */
const warmUps = 5

/**
 * One process a role on real servers, beside the embedded service and bare Express: all of it, the
 * load too, on this machine's processors.
 */
export async function distributed(
  generate: Generator,
  options: Options,
  closing: Closing,
): Promise<void> {
  const { accounts } = options
  const embedded = await openServiceSide({ name: 'embedded', accounts, preload: 0, closing })
  const bare = await openPlain('bare Express', 'sides/bare-server.ts', { closing, args: [] })
  const side = await openDistributedSide(accounts, closing)
  const sides = [side, embedded, bare]
  if (options.only.includes('start')) await firstSecondsDistributed(generate, options, side)
  for (const each of sides) {
    const seconds = options.warmUpSeconds * (each === side ? warmUps : 1)
    await measure(generate, each, { ...closed(loads[1]), seconds })
  }
  if (options.only.includes('throughput')) {
    for (const connections of loads) {
      await throughput({ generate, side, sides, options, connections })
    }
  }
  if (options.only.includes('latency')) await latency(generate, { side, sides, options })
}

interface Throughput {
  readonly generate: Generator
  readonly side: DistributedSide
  readonly sides: readonly Side[]
  readonly options: Options
  readonly connections: number
}

async function throughput(deps: Throughput): Promise<void> {
  const { generate, side, sides, options, connections } = deps
  const { rounds, seconds } = options
  const task = { ...closed(connections), seconds }
  print(`\nPOST /enrich, ${connections} connections, ${rounds} × ${seconds} s`)
  const runs = new Map<Side, Run[]>(sides.map((each) => [each, []]))
  const spent: Spent[] = []
  for (let round = 0; round < rounds; round += 1) {
    for (const each of sides) {
      if (each !== side) runs.get(each)?.push(await measure(generate, each, task))
      else {
        let viewsMs: readonly number[] = []
        const costly = await spending(side, async () => {
          const views = await watchViews(side)
          const run = await measure(generate, side, task)
          viewsMs = await views.stop()
          return run
        })
        spent.push({ ...costly, viewsMs })
        runs.get(side)?.push(costly.run)
      }
    }
  }
  for (const [each, some] of runs) {
    const run = typical(some)
    print(`  ${each.name.padEnd(14)}${perSecond(run.perSecond).padEnd(10)}${latencies(run)}`)
  }
  for (const other of sides.filter((each) => each !== side)) printRatio(runs, side, other)
  printSpent(spent)
}

/** The cost of a run to each process and server. */
interface Costly {
  readonly run: Run
  readonly each: readonly {
    readonly name: string
    readonly microseconds: number
    readonly peakMb: number
  }[]
}

/** And how far the views were behind meanwhile. */
interface Spent extends Costly {
  readonly viewsMs: readonly number[]
}

async function spending(side: DistributedSide, act: () => Promise<Run>): Promise<Costly> {
  const all = [...side.processes, ...side.servers]
  for (const { pid } of all) await untilQuiet(pid)
  const before = all.map(seconds)
  const memory = all.map(({ pid }) => watchMemory(pid))
  const began = performance.now()
  const run = await act()
  const requests = run.perSecond * ((performance.now() - began) / 1_000)
  const each = all.map((process, index) => ({
    name: process.name,
    microseconds: ((seconds(process) - (before[index] ?? 0)) * 1e6) / requests,
    peakMb: memory[index]?.stop() ?? 0,
  }))
  return { run, each }
}

function seconds({ pid }: Measured): number {
  const { node, postgres } = costOf(pid)
  return node + postgres
}

/** Medians of the rounds; of memory the most, and of the views all that was seen. */
function printSpent(rounds: readonly Spent[]): void {
  const run = typical(rounds.map((round) => round.run))
  print(
    `  throughput of the distributed mode${verdict(run.perSecond >= targets.perSecond, `≥ ${perSecond(targets.perSecond)}`)}`,
  )
  let total = 0
  for (const [index, { name }] of (rounds[0]?.each ?? []).entries()) {
    const own = rounds.flatMap(({ each }) => each[index] ?? [])
    const microseconds = median(own.map((one) => one.microseconds))
    const peakMb = Math.max(...own.map((one) => one.peakMb))
    total += microseconds
    const us = `${Math.round(microseconds)} µs a call`.padEnd(18)
    print(`    ${name.padEnd(12)}${us}${Math.round(peakMb)} MB`)
  }
  print(`    ${'together'.padEnd(12)}${Math.round(total)} µs a call, without the load generator`)
  const viewsMs = rounds.flatMap((round) => round.viewsMs)
  const p99 = percentile(
    [...viewsMs].sort((a, b) => a - b),
    0.99,
  )
  const seen = `p99 ${Math.round(p99)} ms of ${viewsMs.length} charges`
  print(
    `  from the reply to the balance view: ${seen}${verdict(p99 < targets.viewMs, `< ${targets.viewMs} ms`)}`,
  )
}

/** Without the watch on the views, which asks Postgres two hundred times a second. */
async function latency(
  generate: Generator,
  { side, sides, options }: Pick<Throughput, 'side' | 'sides' | 'options'>,
): Promise<void> {
  const load = { type: 'open', path: '/enrich', bodies: singleBodies, connections: 64 } as const
  const { rounds, latencySeconds: seconds } = options
  const task = { ...load, seconds, perSecond: callsPerSecond }
  const spent: Costly[] = []
  const runs = await takeTurns(sides, rounds, async (each) => {
    if (each !== side) return measure(generate, each, task)
    const costly = await spending(side, () => measure(generate, side, task))
    spent.push(costly)
    return costly.run
  })
  print(`\nPOST /enrich, ${callsPerSecond} calls a second, open loop, ${rounds} × ${seconds} s`)
  for (const [each, some] of runs) print(`  ${each.name.padEnd(14)}${latencies(typical(some))}`)
  printLimits(typical(runs.get(side) ?? []))
  const ours = new Set(side.processes.map(({ name }) => name))
  const all = spent.flatMap(({ each }) => each.filter(({ name }) => ours.has(name)))
  const largest = Math.max(...all.map(({ peakMb }) => peakMb))
  print(
    `  largest Node process: ${Math.round(largest)} MB${verdict(largest < targets.memoryMb, `< ${targets.memoryMb} MB`)}`,
  )
}

function printLimits({ p50, p99 }: Load): void {
  print(
    `  p50${verdict(p50 < targets.p50, `< ${targets.p50} ms`)}, p99${verdict(p99 < targets.p99, `< ${targets.p99} ms`)}`,
  )
}

function closed(connections: number) {
  return {
    type: 'closed',
    path: '/enrich',
    bodies: singleBodies,
    connections,
    leadInSeconds,
  } as const
}
