import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import Table from 'cli-table3'
import { Command } from 'commander'
import { projectRoot } from '../scenarios/build.ts'
import type { RunRecord } from './harness/figures.ts'

/**
 * `npm run faults`: every fault in its long form, one after the other, and then a table of what was
 * seen. `npm run faults -- F4 F6 --short --mode embedded --seed 7` runs some of it.
 */
const invariants = Array.from({ length: 12 }, (_, index) => `I${index + 1}`)
const file = join(projectRoot, 'dist', 'faults.ndjson')

interface Options {
  readonly short?: boolean
  readonly mode?: string
  readonly seed?: string
  readonly rate?: string
}

const program = new Command('faults')
  .argument('[names...]', 'such as F4; all of them if none is named')
  .option('--short', 'the form that every run of the tests has: 10 s and one seed')
  .option('--mode <mode>', 'embedded or distributed')
  .option('--rate <calls>', 'calls per second instead of 300, on a weak machine')
  .option('--seed <seeds>', 'instead of new ones, separated by commas')
  .parse()

process.exitCode = run(program.args, program.opts<Options>())
show(readRuns())

function run(names: readonly string[], options: Options): number {
  mkdirSync(join(projectRoot, 'dist'), { recursive: true })
  rmSync(file, { force: true })
  const env = {
    ...process.env,
    FAULTS_FIGURES: file,
    ...(options.short ? {} : { FAULTS_FORM: 'long' }),
    ...(options.mode ? { FAULTS_MODE: options.mode } : {}),
    ...(options.rate ? { FAULTS_PER_SECOND: options.rate } : {}),
    ...(options.seed ? { FAULTS_SEED: options.seed } : {}),
  }
  const files = names.map((name) => `/${name.toLowerCase().replace(/^f(\d)$/, 'f0$1')}-`)
  const chosen = files.length > 0 ? files : ['test/faults/']
  const args = ['vitest', 'run', '--project=faults', '--reporter=default', ...chosen]
  const { status } = spawnSync('npx', args, { cwd: projectRoot, env, stdio: 'inherit' })
  return status ?? 1
}

function readRuns(): readonly RunRecord[] {
  try {
    const lines = readFileSync(file, 'utf8').trim().split('\n')
    return lines.map((line) => JSON.parse(line) as RunRecord) // as: harness/figures.ts wrote it.
  } catch {
    return []
  }
}

/** A dot where an invariant held, the number of faults where it did not. */
function show(runs: readonly RunRecord[]): void {
  const table = new Table({ head: ['fault', 'mode', 'seed', ...invariants, 'figures'] })
  for (const { fault, mode, seed, verdicts, figures } of runs) {
    const cells = invariants.map((invariant) => {
      const some = verdicts.filter((verdict) => verdict.invariant === invariant)
      const faults = some.reduce((sum, verdict) => sum + verdict.faults.length, 0)
      if (some.length === 0) return ''
      return faults === 0 ? '·' : String(faults)
    })
    const told = Object.entries(figures).map(([name, value]) => `${name} ${value}`)
    table.push([fault, mode, seed, ...cells, told.join('\n')])
  }
  process.stdout.write(`${table.toString()}\n`)
}
