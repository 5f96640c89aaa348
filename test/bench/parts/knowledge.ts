import { openCatalog } from '../../../src/catalog/catalog.ts'
import { openLogos } from '../../../src/catalog/logos.ts'
import { enrichTransaction } from '../../../src/enrichment/transaction.ts'
import { singleBodies } from '../bodies.ts'
import { milliseconds, perSecond } from '../figures.ts'
import type { Generator } from '../load/open-generator.ts'
import type { Options } from '../options.ts'
import { print, verdict } from '../report.ts'
import type { Sides } from '../sides/open-sides.ts'

const targets = { loadMs: 500, linesPerSecond: 30_000, lineP99Ms: 0.3, coldLogoMs: 60, warm: 2_000 }
const warmUpLines = 20_000
const lines = 60_000
const logosDrawn = 150

/** The pure half, in this very process: no HTTP, no pipeline, one core. */
export async function knowledge(_: Generator, _sides: Sides, _options: Options): Promise<void> {
  print('\nCatalog, matcher and logos, in one process without HTTP')
  const before = performance.now()
  const catalog = openCatalog()
  const loadMs = performance.now() - before
  const loaded = verdict(loadMs <= targets.loadMs, `≤ ${targets.loadMs} ms`)
  print(`  catalog loaded in ${milliseconds(loadMs)}${loaded}`)
  matcher(catalog)
  await logos(catalog)
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

async function logos(catalog: ReturnType<typeof openCatalog>): Promise<void> {
  const drawn = openLogos({ catalog: () => catalog, cacheDir: null })
  const render = (domain: string, size: number) =>
    drawn.render({
      domain,
      size,
      format: 'png',
      theme: 'light',
      greyscale: false,
      fallback: 'monogram',
    })
  const domains = catalog.companies.flatMap(({ domain, icon }) => (domain && icon ? [domain] : []))
  const some = domains.slice(0, logosDrawn)
  const cold: number[] = []
  for (const domain of some) {
    const from = performance.now()
    await render(domain, 128)
    cold.push(performance.now() - from)
  }
  const from = performance.now()
  const warmRounds = 40
  for (let round = 0; round < warmRounds; round += 1) {
    for (const domain of some) await render(domain, 128)
  }
  const warm = (warmRounds * some.length) / ((performance.now() - from) / 1_000)
  const p99 = quantile(cold, 0.99)
  const sharp = verdict(p99 <= targets.coldLogoMs, `≤ ${targets.coldLogoMs} ms`)
  const quick = verdict(warm >= targets.warm, `≥ ${perSecond(targets.warm)}`)
  print(`  a logo drawn cold p99 ${milliseconds(p99)}${sharp}; warm ${perSecond(warm)}${quick}`)
  print(`  domains with a logo: ${domains.length} main ones`)
}

function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length * share)] ?? 0
}
