import { singleBodies } from '../bodies.ts'
import { perSecond } from '../figures.ts'
import type { Generator } from '../load/open-generator.ts'
import { measure, takeTurns } from '../measure.ts'
import type { Options } from '../options.ts'
import { costs, latencies, print, printRatio, printRuns, typical, verdict } from '../report.ts'
import type { Sides } from '../sides/open-sides.ts'

const targets = { alternative: 2, bare: 0.5, memoryMb: 300 }
const leadInSeconds = 0.3

/** How many calls a second, beside the obvious alternative and beside what Express costs anyway. */
export async function throughput(
  generate: Generator,
  sides: Sides,
  options: Options,
): Promise<void> {
  const { service, preloaded, alternative, bare } = sides
  const all = [service, ...(preloaded ? [preloaded] : []), alternative, bare]
  const { connections, rounds, seconds } = options
  const load = { type: 'closed', path: '/enrich', bodies: singleBodies, connections } as const
  const runs = await takeTurns(all, rounds, (side) =>
    measure(generate, side, { ...load, seconds, leadInSeconds }),
  )
  print(`\nPOST /enrich, ${connections} connections, ${rounds} × ${seconds} s`)
  print('  (processor seconds of Node + Postgres, peak memory of Node)')
  printRuns(runs, (r) => `${perSecond(r.perSecond).padEnd(10)} ${latencies(r)}, ${costs(r)}`)
  printRatio(runs, service, alternative, targets.alternative)
  printRatio(runs, service, bare, targets.bare)
  printRatio(runs, alternative, bare)
  if (preloaded) printRatio(runs, preloaded, service)
  const { peakMb } = typical(runs.get(service) ?? [])
  const met = verdict(peakMb < targets.memoryMb, `< ${targets.memoryMb} MB`)
  print(`  memory of the service's Node: ${Math.round(peakMb)} MB${met}`)
}
