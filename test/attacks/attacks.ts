import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import Table from 'cli-table3'
import { Command } from 'commander'
import { projectRoot } from '../scenarios/build.ts'
import { attacks } from './all.ts'
import type { Tally } from './harness/attack.ts'
import type { Judged } from './harness/limits.ts'
import { memoryLimitMib, p99LimitMs } from './harness/limits.ts'

/**
 * `npm run attacks`: each attack on a fresh service of this machine, and a table of what held; 1
 * when a limit was missed. `npm run attacks -- guesses --short` runs one of them, shortly.
 */
const file = join(projectRoot, 'dist', 'attacks.ndjson')
const program = new Command('attacks')
  .argument('[names...]', `of ${attacks.map(({ name }) => name).join(', ')}; all if none is named`)
  .option('--short', 'the form that every run of the tests has')
  .parse()

process.exitCode = run(program.args, program.opts<{ readonly short?: boolean }>().short ?? false)
show(readReports())

function run(names: readonly string[], isShort: boolean): number {
  const unknown = names.filter((name) => !attacks.some((attack) => attack.name === name))
  if (unknown.length > 0) program.error(`There is no attack ${unknown.join(', ')}.`)
  mkdirSync(join(projectRoot, 'dist'), { recursive: true })
  rmSync(file, { force: true })
  const env = {
    ...process.env,
    ATTACKS_FIGURES: file,
    ...(isShort ? {} : { ATTACKS_FORM: 'long' }),
  }
  const chosen = names.length > 0 ? ['-t', names.map((name) => `(^| )${name}: `).join('|')] : []
  const args = ['vitest', 'run', '--project=attacks', '--reporter=default', ...chosen]
  const { status } = spawnSync('npx', args, { cwd: projectRoot, env, stdio: 'inherit' })
  return status ?? 1
}

function readReports(): readonly Judged[] {
  try {
    const lines = readFileSync(file, 'utf8').trim().split('\n')
    return lines.map((line) => JSON.parse(line) as Judged) // as: attacks.test.ts wrote it.
  } catch {
    return []
  }
}

function show(reports: readonly Judged[]): void {
  const head = ['attack', 'sent: answers', 'bystander', 'Node, MiB', 'disk, MiB', 'money', '']
  const table = new Table({ head, wordWrap: true, colWidths: [24, 30, 26, 14, 14, 12, 36] })
  for (const report of reports) table.push(rowOf(report))
  process.stdout.write(`${table.toString()}\n`)
  process.stdout.write(
    `Limits: the bystander has no error and p99 ≤ ${p99LimitMs} ms; Node ≤ ${memoryLimitMib} MiB; ` +
      'disk and memory back within a minute; 0 cents minted; 0 guesses evaluated beyond theirs.\n' +
      `The machine's load is ${loadavg()[0]?.toFixed(1)}; attacker and bystander share it.\n`,
  )
}

function rowOf(report: Judged): string[] {
  const { bystander, memory, disk, minted, guessesBeyond, missed } = report
  const { calls, errors, p50Ms, p99Ms, slowestMs, unready } = bystander
  return [
    `${report.name}\n${report.says}`,
    `${report.sent}:\n${told(report.statuses)}`,
    `${calls} calls, ${errors.length} errors\np50 ${p50Ms} ms\np99 ${p99Ms} ms\nmax ${slowestMs} ms` +
      (unready > 0 ? `\n/readyz not 200: ${unready}` : ''),
    memory
      ? `before ${memory.before}\npeak ${memory.peak}\nafter ${memory.after}`
      : 'no /proc here',
    `before ${disk.before}\npeak ${disk.peak}\nafter ${disk.after}`,
    `minted ${minted ?? '?'}${guessesBeyond === undefined ? '' : `\nguesses beyond ${guessesBeyond}`}`,
    missed.length === 0 ? 'held' : `MISSED: ${missed.join('; ')}`,
  ]
}

function told(statuses: Tally): string {
  return Object.entries(statuses)
    .map(([word, count]) => `${word}: ${count}`)
    .join('\n')
}
