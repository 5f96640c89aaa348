import { batchBody, itemsPerBatch } from '../bodies.ts'
import { perSecond } from '../figures.ts'
import type { Generator } from '../load/open-generator.ts'
import { measure, takeTurns } from '../measure.ts'
import type { Options } from '../options.ts'
import { costs, latencies, print, printRatio, printRuns, typical, verdict } from '../report.ts'
import type { Sides } from '../sides/open-sides.ts'
import type { Side } from '../sides/side.ts'

const connections = 8
const leadInSeconds = 0.5
const target = 15_000

/** Transactions a second when a hundred travel together. */
export async function batch(generate: Generator, sides: Sides, options: Options): Promise<void> {
  const { service, preloaded } = sides
  const all = [service, ...(preloaded ? [preloaded] : [])]
  const { rounds, seconds } = options
  const load = { type: 'closed', path: '/enrich/batch', bodies: [batchBody], connections } as const
  const run = (side: Side) => measure(generate, side, { ...load, seconds, leadInSeconds })

  await takeTurns(all, 1, run)
  const runs = await takeTurns(all, rounds, run)
  print(
    `\nPOST /enrich/batch of ${itemsPerBatch}, ${connections} connections, ${rounds} × ${seconds} s`,
  )
  printRuns(runs, (found) => {
    const items = `${perSecond(found.perSecond * itemsPerBatch)} transactions`
    return `${items}, per batch: ${latencies(found)}, ${costs(found)}`
  })
  if (preloaded) printRatio(runs, preloaded, service)
  const items = typical(runs.get(service) ?? []).perSecond * itemsPerBatch
  print(`  transactions of the service${verdict(items >= target, `≥ ${perSecond(target)}`)}`)
}
