import { singleBodies } from '../bodies.ts'
import type { Closing } from '../closing.ts'
import { median, milliseconds, perSecond } from '../figures.ts'
import type { Generator } from '../load/open-generator.ts'
import type { Load } from '../load/task.ts'
import type { Options } from '../options.ts'
import { print, verdict } from '../report.ts'
import { makeCustomers } from '../sides/customers.ts'
import type { DistributedSide } from '../sides/open-distributed.ts'
import { startService } from '../sides/service.ts'
import type { Side } from '../sides/side.ts'

const seconds = 5
const targets = { perSecond: 700, latestMs: 1_000 }
/** The next ones, for the machine's own speed: what the first would be, were all warm. */
const lasting = 5

type Asked = Pick<Side, 'name' | 'port' | 'keys'>

/** One service on a used directory, started anew in each round. */
export async function firstSecondsEmbedded(
  generate: Generator,
  options: Options,
  closing: Closing,
): Promise<void> {
  const dataDir = await closing.temporaryDirectory()
  const first = await startService(dataDir, closing)
  const customers = await makeCustomers(first.port, options.accounts)
  await first.child.stop()
  const keys = customers.map(({ key }) => key)
  await firstSeconds(generate, options, async (load) => {
    const { child, port } = await startService(dataDir, closing)
    await load({ name: 'embedded', port, keys })
    await child.stop()
  })
}

/** All processes of the service are started anew in each round; the servers go on. */
export async function firstSecondsDistributed(
  generate: Generator,
  options: Options,
  side: DistributedSide,
): Promise<void> {
  await firstSeconds(generate, options, async (load) => {
    await side.restart()
    await load(side)
  })
}

async function firstSeconds(
  generate: Generator,
  { rounds, connections }: Options,
  startAnew: (load: (asked: Asked) => Promise<void>) => Promise<void>,
): Promise<void> {
  const found = { first: [] as Load[], next: [] as Load[] }
  for (let round = 0; round < rounds; round += 1) {
    await startAnew(async ({ name, port, keys }) => {
      const task = { type: 'closed', path: '/enrich', bodies: singleBodies, port, keys } as const
      const shared = { ...task, connections, leadInSeconds: 0 }
      found.first.push(await generate(name, { ...shared, seconds }))
      found.next.push(await generate(name, { ...shared, seconds: lasting }))
    })
  }
  print(
    `\nPOST /enrich, ${connections} connections, ${rounds} × the first ${seconds} s after ready`,
  )
  for (const [name, loads] of Object.entries(found)) printLoads(name, loads)
  const share = found.first.map((load, round) => {
    return load.perSecond / (found.next[round]?.perSecond ?? Number.NaN)
  })
  print(`  first ÷ next: ${median(share).toFixed(2)}`)
  const rate = median(found.first.map((load) => load.perSecond))
  const latest = Math.max(...found.first.map(({ max }) => max))
  print(
    `  first${verdict(rate >= targets.perSecond, `≥ ${targets.perSecond}/s`)}` +
      `${verdict(latest <= targets.latestMs, `latest ≤ ${targets.latestMs} ms`)}`,
  )
}

function printLoads(name: string, loads: readonly Load[]): void {
  const rate = perSecond(median(loads.map((load) => load.perSecond)))
  const p99 = milliseconds(median(loads.map((load) => load.p99)))
  const latest = milliseconds(Math.max(...loads.map(({ max }) => max)))
  print(`  ${name.padEnd(8)}${rate.padEnd(10)}p99 ${p99}, latest ${latest}`)
}
