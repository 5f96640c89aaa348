import { openCatalog } from '../../../src/catalog/catalog.ts'
import { openLogos } from '../../../src/catalog/logos.ts'
import { enrichTransaction } from '../../../src/enrichment/transaction.ts'
import { singleBodies } from '../bodies.ts'
import { milliseconds, perSecond } from '../figures.ts'
import type { Generator } from '../load/open-generator.ts'
import { measure, takeTurns } from '../measure.ts'
import type { Options } from '../options.ts'
import { costs, latencies, print, typical, verdict } from '../report.ts'
import type { Sides } from '../sides/open-sides.ts'

const targets = { loadMs: 500, linesPerSecond: 30_000, lineP99Ms: 0.3, coldLogoMs: 60, warm: 2_000 }
const warmUpLines = 20_000
const lines = 60_000
const logosDrawn = 150
const logoConnections = 16

/** The pure half in this very process, no HTTP and no pipeline; then the logos of the service. */
export async function knowledge(
  generate: Generator,
  { service }: Sides,
  options: Options,
): Promise<void> {
  print('\nCatalog, matcher and logos, in one process without HTTP')
  const before = performance.now()
  const cpu = process.cpuUsage()
  const catalog = openCatalog()
  const loadMs = performance.now() - before
  const { user, system } = process.cpuUsage(cpu)
  const loaded = verdict(loadMs <= targets.loadMs, `≤ ${targets.loadMs} ms`)
  const ofProcessor = milliseconds((user + system) / 1_000)
  print(`  catalog loaded in ${milliseconds(loadMs)}, ${ofProcessor} of the processor${loaded}`)
  matcher(catalog)
  const domains = domainsWithLogo(catalog)
  await coldLogos(catalog, domains)
  print(`  domains with a logo: ${domains.length} main ones`)
  await warmLogos(generate, service, { options, domains: domains.slice(0, logosDrawn) })
}

function domainsWithLogo(catalog: ReturnType<typeof openCatalog>): readonly string[] {
  return [...catalog.companies].flatMap(({ domain, icon }) => (domain && icon ? [domain] : []))
}

function matcher(catalog: ReturnType<typeof openCatalog>): void {
  const some = singleBodies.map((body) => JSON.parse(body))
  const match = (index: number) => {
    const { description, amount } = some[index % some.length]
    return enrichTransaction(
      catalog,
      { description: `${description} ${index % 97}`, amount },
      { baseUrl: 'http://127.0.0.1' },
    )
  }
  for (let index = 0; index < warmUpLines; index += 1) match(index)
  const cpu = process.cpuUsage()
  const took: number[] = []
  for (let index = 0; index < lines; index += 1) {
    const from = performance.now()
    match(index)
    took.push(performance.now() - from)
  }
  const { user, system } = process.cpuUsage(cpu)
  const rate = lines / ((user + system) / 1e6)
  const p99 = quantile(took, 0.99)
  const fast = verdict(rate >= targets.linesPerSecond, `≥ ${perSecond(targets.linesPerSecond)}`)
  const steady = verdict(p99 <= targets.lineP99Ms, `≤ ${targets.lineP99Ms} ms`)
  print(`  matcher ${perSecond(rate)} lines of one core's time${fast}`)
  print(`  a line p99 ${p99.toFixed(3)} ms${steady}`)
}

async function coldLogos(
  catalog: ReturnType<typeof openCatalog>,
  domains: readonly string[],
): Promise<void> {
  const drawn = openLogos({ catalog: () => catalog, cacheDir: null })
  const wanted = { size: 128, format: 'png', theme: 'light', greyscale: false } as const
  const cold: number[] = []
  for (const domain of domains.slice(0, logosDrawn)) {
    const from = performance.now()
    await drawn.render({ ...wanted, domain, fallback: 'monogram', ofWebsite: async () => null })
    cold.push(performance.now() - from)
  }
  const p99 = quantile(cold, 0.99)
  const sharp = verdict(p99 <= targets.coldLogoMs, `≤ ${targets.coldLogoMs} ms`)
  print(`  a logo drawn cold p99 ${milliseconds(p99)}${sharp}`)
}

/** Over HTTP: the service is one process and so has one core; the generator has the other. */
async function warmLogos(
  generate: Generator,
  service: Sides['service'],
  { options, domains }: { readonly options: Options; readonly domains: readonly string[] },
): Promise<void> {
  const load = {
    type: 'closed',
    method: 'GET',
    path: '/logo/',
    bodies: domains,
    connections: logoConnections,
  } as const
  // Every logo is drawn before anything is counted.
  await generate(service.name, {
    ...load,
    port: service.port,
    keys: service.keys,
    seconds: options.warmUpSeconds,
    leadInSeconds: 0,
  })
  const runs = await takeTurns([service], options.rounds, (side) =>
    measure(generate, side, { ...load, seconds: options.seconds, leadInSeconds: 0.3 }),
  )
  const run = typical(runs.get(service) ?? [])
  const quick = verdict(run.perSecond >= targets.warm, `≥ ${perSecond(targets.warm)}`)
  print(`  GET /logo, warm, over HTTP: ${perSecond(run.perSecond)}${quick}`)
  print(`    ${latencies(run)}, ${costs(run)}`)
}

function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length * share)] ?? 0
}
