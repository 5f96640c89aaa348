import { execFile } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { locateDatabase } from '../../../src/cli/operator/database.ts'
import { openTerminal } from '../../../src/cli/terminal.ts'
import { readConfig } from '../../../src/config/config.ts'
import { packageRoot } from '../../../src/config/paths.ts'
import type { Pool } from '../../../src/db/pool.ts'
import { openPool } from '../../../src/db/pool.ts'
import { openStoredKnowledge } from '../../../src/workers/enriching/stored-knowledge.ts'
import { percentile, perSecond } from '../figures.ts'
import type { Generator as GenerateLoad } from '../load/open-generator.ts'
import type { Options } from '../options.ts'
import { print, verdict } from '../report.ts'
import type { Sides } from '../sides/open-sides.ts'

const targets = { secondsAMillion: 120, lookUpMs: 2 }
const limitMs = 600_000
const rowsPerPiece = 1_000
const lookUps = 5_000

/**
 * A bulk file of companies, imported by the operator's command while the service runs, and then
 * look-ups one after the other, beside an empty query to the same server.
 */
export async function imports(
  _: GenerateLoad,
  { service }: Sides,
  { rows }: Options,
): Promise<void> {
  print(`\nImport of ${rows.toLocaleString('en')} companies, and look-ups in them`)
  const file = join(service.dataDir, 'companies.csv')
  try {
    await pipeline(Readable.from(companyFile(rows)), createWriteStream(file))
    const { size } = await stat(file)
    const seconds = await importFile(file, service.dataDir)
    const limit = (targets.secondsAMillion * rows) / 1_000_000
    const fast = verdict(seconds < limit, `< ${limit} s`)
    print(
      `  imported in ${seconds.toFixed(1)} s, ${perSecond(rows / seconds)}, ${Math.round(size / 1e6)} MB${fast}`,
    )
  } finally {
    await rm(file, { force: true })
  }
  await lookUp(service.dataDir, rows)
}

const nameOf = (row: number) => `quenlor ${row.toString(36)} ${row % 7 === 0 ? 'works' : 'mills'}`
const domainOf = (row: number) => `quenlor-${row.toString(36)}.com`

function* companyFile(rows: number): Generator<string> {
  yield 'name,domain,year founded,industry,size range,locality,country,linkedin url\n'
  for (let from = 0; from < rows; from += rowsPerPiece) {
    let piece = ''
    for (let row = from; row < Math.min(rows, from + rowsPerPiece); row += 1) {
      piece += `${nameOf(row)},${domainOf(row)},${1950 + (row % 70)},machinery,51 - 200,`
      piece += '"dayton, ohio, united states",united states,\n'
    }
    yield piece
  }
}

async function importFile(file: string, dataDir: string): Promise<number> {
  const from = performance.now()
  await promisify(execFile)(
    process.execPath,
    [join(packageRoot, 'infra', 'enrich.mjs'), 'catalog', 'import', 'people-data-labs', file],
    { env: { PATH: process.env.PATH, DATA_DIR: dataDir }, timeout: limitMs },
  )
  return (performance.now() - from) / 1_000
}

async function lookUp(dataDir: string, rows: number): Promise<void> {
  const terminal = openTerminal(() => false)
  const database = await locateDatabase(readConfig({ DATA_DIR: dataDir }), terminal)
  const pool = openPool(database.connection, 4)
  try {
    const knowledge = openStoredKnowledge(pool)
    const pick = (turn: number) => (turn * 7_919) % rows
    const empty = await timed(() => pool.query('select 1'))
    const found = await timed((turn) => knowledge.companyByDomain(domainOf(pick(turn))))
    const named = await timed((turn) => knowledge.companyByName(nameOf(pick(turn))))
    await requireFound(pool, rows)
    print(`  an empty query: ${figures(empty)}`)
    for (const [by, took] of [
      ['domain', found],
      ['name', named],
    ] as const) {
      const quick = verdict(percentile(took, 0.99) < targets.lookUpMs, `< ${targets.lookUpMs} ms`)
      const times = (percentile(took, 0.5) / percentile(empty, 0.5)).toFixed(1)
      print(`  by ${by}: ${figures(took)}, ${times} × the empty query${quick}`)
    }
  } finally {
    await pool.end()
    await database.close()
  }
}

/** Look-ups that find nothing would be quick as well. */
async function requireFound(pool: Pool, rows: number): Promise<void> {
  const knowledge = openStoredKnowledge(pool)
  const last = rows - 1
  const [domain, name] = [
    await knowledge.companyByDomain(domainOf(last)),
    await knowledge.companyByName(nameOf(last)),
  ]
  if (domain === null || name === null) throw new Error('an imported company was not found')
}

/** In milliseconds, ascending; a first tenth warms up. */
async function timed(ask: (turn: number) => Promise<unknown>): Promise<readonly number[]> {
  const took: number[] = []
  for (let turn = 0; turn < lookUps * 1.1; turn += 1) {
    const from = performance.now()
    await ask(turn)
    if (turn >= lookUps * 0.1) took.push(performance.now() - from)
  }
  return took.sort((a, b) => a - b)
}

function figures(took: readonly number[]): string {
  return `p50 ${percentile(took, 0.5).toFixed(2)} ms, p99 ${percentile(took, 0.99).toFixed(2)} ms`
}
