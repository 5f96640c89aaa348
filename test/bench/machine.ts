import { execFileSync } from 'node:child_process'
import { cpus, loadavg, release, totalmem, type } from 'node:os'
import { packageRoot } from '../../src/config/paths.ts'

/** Figures without the machine that they were taken on say nothing. */
export function machine(): readonly string[] {
  const [cpu] = cpus()
  const memory = `${Math.round(totalmem() / 2 ** 30)} GiB`
  const load = loadavg()[0]?.toFixed(2)
  return [
    `${cpus().length} × ${cpu?.model.trim() || process.arch}, ${memory}, ${type()} ${release()}`,
    `Node ${process.version}, commit ${commit()}, ${new Date().toISOString()}, load before ${load}`,
    'The load generator shares the machine with the side that it loads.',
  ]
}

function commit(): string {
  try {
    const options = { cwd: packageRoot, encoding: 'utf8', stdio: 'pipe' } as const
    return execFileSync('git', ['describe', '--always', '--dirty'], options).trim()
  } catch {
    return 'unknown'
  }
}
