import { singleBodies } from '../bodies.ts'
import type { Generator } from '../load/open-generator.ts'
import { measure, takeTurns } from '../measure.ts'
import type { Options } from '../options.ts'
import { costs, latencies, print, printRuns, typical, verdict } from '../report.ts'
import type { Sides } from '../sides/open-sides.ts'

const callsPerSecond = 100
const connections = 64
const targets = { p50: 5, p99: 20 }

/** How long a call takes when the machine is nearly idle. */
export async function latency(generate: Generator, sides: Sides, options: Options): Promise<void> {
  const { service, preloaded, alternative } = sides
  const all = [service, ...(preloaded ? [preloaded] : []), alternative]
  const load = { type: 'open', path: '/enrich', bodies: singleBodies, connections } as const
  const seconds = options.latencySeconds
  const runs = await takeTurns(all, 1, (side) =>
    measure(generate, side, { ...load, seconds, perSecond: callsPerSecond }),
  )
  print(`\nPOST /enrich, ${callsPerSecond} calls a second for ${seconds} s, open loop`)
  printRuns(runs, (found) => `${latencies(found)}, ${costs(found)}`)
  const { p50, p99 } = typical(runs.get(service) ?? [])
  print(`  p50 of the service${verdict(p50 < targets.p50, `< ${targets.p50} ms`)}`)
  print(`  p99 of the service${verdict(p99 < targets.p99, `< ${targets.p99} ms`)}`)
}
