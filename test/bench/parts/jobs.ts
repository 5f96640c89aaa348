import { openCatalog } from '../../../src/catalog/catalog.ts'
import { openShapes } from '../../../src/catalog/matcher/reading/shape.ts'
import { enrichTransaction } from '../../../src/enrichment/transaction.ts'
import { remembering } from '../../../src/workers/enriching/recognise.ts'
import { singleBodies } from '../bodies.ts'
import { milliseconds, perSecond } from '../figures.ts'
import type { Generator } from '../load/open-generator.ts'
import { measure } from '../measure.ts'
import type { Options } from '../options.ts'
import { costOf, untilQuiet, watchMemory } from '../process-cost.ts'
import { latencies, print, verdict } from '../report.ts'
import type { Sides } from '../sides/open-sides.ts'
import type { RunJob } from './jobs-load.ts'
import { descriptionOf, diskBytes, download, submitJob, untilEnded } from './jobs-load.ts'

const targets = {
  rowsPerSecond: 15_000,
  submitSeconds: 20,
  memoryMb: 400,
  resultsPerSecond: 50_000,
  p99: 50,
}
const titles = {
  mixed: 'half of the lines from 10,000 that repeat, half with a number of their own',
  distinct: 'every line with a number of its own',
  strange: 'every line with a word of its own',
} as const
const callsPerSecond = 100
const matcherLines = 50_000

/**
 * A job from its submission to its end, its results, and what calls feel meanwhile. The lines are
 * mixed as statements are; then the same where no line comes twice, and where what was recognised
 * before helps nobody.
 */
export async function jobs(generate: Generator, sides: Sides, options: Options): Promise<void> {
  const { service } = sides
  print(`\nJobs of ${options.rows.toLocaleString('en')} rows of CSV`)
  const before = await diskBytes(service.dataDir)
  const job = await whole(sides, { rows: options.rows, lines: 'mixed' })
  const perRow = ((await diskBytes(service.dataDir)) - before) / options.rows
  print(`  disk ${Math.round(perRow)} bytes a row: staged rows, results, log and its WAL`)
  await results(sides, job, options.rows)
  await whole(sides, { rows: options.rows, lines: 'distinct' })
  await whole(sides, { rows: options.rows, lines: 'strange' })
  await beside(generate, sides, options)
}

async function whole({ service }: Sides, file: RunJob): Promise<string> {
  const key = service.keys[0] ?? ''
  await untilQuiet(service.pid)
  const start = costOf(service.pid)
  const memory = watchMemory(service.pid)
  const from = performance.now()
  const id = await submitJob(service.port, key, file)
  const submitted = performance.now()
  const staged = costOf(service.pid)
  await untilEnded(service.port, key, id)
  const ended = performance.now()
  const done = costOf(service.pid)
  const peak = memory.stop()
  const rate = file.rows / ((ended - from) / 1_000)
  const seconds = (submitted - from) / 1_000
  const inTime = verdict(seconds < targets.submitSeconds, `< ${targets.submitSeconds} s`)
  const fast = verdict(rate >= targets.rowsPerSecond, `≥ ${perSecond(targets.rowsPerSecond)}`)
  const small = verdict(peak < targets.memoryMb, `< ${targets.memoryMb} MB`)
  const perRow = (a: number, b: number) => `${(((b - a) / file.rows) * 1e6).toFixed(1)} µs`
  print(`  ${titles[file.lines]}: ${perSecond(rate)}${fast}`)
  print(`    submitted in ${seconds.toFixed(1)} s${inTime}, peak ${Math.round(peak)} MB${small}`)
  print(
    `    a row of processor time: staging ${perRow(start.node, staged.node)} in Node and ` +
      `${perRow(start.postgres, staged.postgres)} in Postgres, enriching and settling ` +
      `${perRow(staged.node, done.node)} and ${perRow(staged.postgres, done.postgres)}` +
      `, of which the matcher ${matcherMicros(file).toFixed(1)} µs`,
  )
  return id
}

/** The cost of recognising alone, in this process. */
function matcherMicros({ lines }: RunJob): number {
  const catalog = openCatalog()
  const recognise = remembering(
    (query, expand) => enrichTransaction(catalog, query, { baseUrl: 'http://127.0.0.1', expand }),
    openShapes(catalog),
  )
  const match = (row: number) =>
    recognise({ description: descriptionOf(row, lines), amount: -1 }, ['merchant_id'])
  for (let row = 0; row < matcherLines; row += 1) match(row)
  const cpu = process.cpuUsage()
  for (let row = matcherLines; row < 2 * matcherLines; row += 1) match(row)
  const { user, system } = process.cpuUsage(cpu)
  return (user + system) / matcherLines
}

async function results({ service }: Sides, id: string, rows: number): Promise<void> {
  const key = service.keys[0] ?? ''
  for (const format of ['ndjson', 'csv'] as const) {
    const { seconds, bytes } = await download(service.port, key, { id, format })
    const rate = rows / seconds
    const fast = verdict(
      rate >= targets.resultsPerSecond,
      `≥ ${perSecond(targets.resultsPerSecond)}`,
    )
    const each = Math.round(bytes / rows)
    print(`  results as ${format}: ${perSecond(rate)}, ${each} bytes a row${fast}`)
  }
}

/** Calls at a steady rate, first alone, then beside a job. */
async function beside(generate: Generator, { service }: Sides, options: Options): Promise<void> {
  const seconds = options.latencySeconds
  const load = { type: 'open', path: '/enrich', bodies: singleBodies, connections: 64 } as const
  const calls = { ...load, seconds, perSecond: callsPerSecond }
  const alone = await measure(generate, service, calls)
  const key = service.keys[0] ?? ''
  const id = await submitJob(service.port, key, { rows: options.rows, lines: 'mixed' })
  const { port, keys } = service
  const during = await generate(service.name, { ...calls, port, keys })
  await untilEnded(port, key, id)
  const limit = Math.max(2 * alone.p99, targets.p99)
  print(`  POST /enrich, ${callsPerSecond} a second, alone: ${latencies(alone)}`)
  const { p50, p99, max } = during
  const shown = `p50 ${milliseconds(p50)}, p99 ${milliseconds(p99)}, max ${milliseconds(max)}`
  print(`  beside a job: ${shown}${verdict(p99 <= limit, `≤ ${milliseconds(limit)}`)}`)
}
