import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { DatabaseStartError } from './postgres-start-error.ts'

/** A process of a server, known by the name of its cluster or of its run, which its title shows. */
interface ServerProcess {
  readonly pid: number
  readonly kind: 'postmaster' | 'child' | 'watchdog'
}

const checkEveryMs = 10
const limitMs = 10_000

/**
 * Stops what a service that was killed left running on this cluster, and waits until it is gone:
 * even one forgotten backend holds the shared memory, and no new server starts beside it.
 * `patienceMs` is how long the old server may take to stop in order; after that, crash recovery is
 * quicker than waiting.
 */
export async function stopOrphans(clusterName: string, patienceMs: number): Promise<number> {
  const startedAt = performance.now()
  const sent = new Set<string>()
  let seen = 0
  for (;;) {
    const processes = await findProcesses(clusterName)
    if (processes.length === 0) return seen
    seen = Math.max(seen, processes.length)
    const elapsedMs = performance.now() - startedAt
    if (elapsedMs > limitMs) throw cannotStop(processes)
    for (const { pid, signal } of signalsDue(processes, elapsedMs, patienceMs)) {
      if (!sent.has(`${pid} ${signal}`)) signalOnce(pid, signal)
      sent.add(`${pid} ${signal}`)
    }
    await sleep(checkEveryMs)
  }
}

function signalsDue(
  processes: readonly ServerProcess[],
  elapsedMs: number,
  patienceMs: number,
): readonly { readonly pid: number; readonly signal: NodeJS.Signals }[] {
  const signal =
    elapsedMs < patienceMs ? 'SIGINT' : elapsedMs < patienceMs + 3_000 ? 'SIGQUIT' : 'SIGKILL'
  const headless = !processes.some(({ kind }) => kind === 'postmaster')
  return processes.flatMap(({ pid, kind }) => {
    if (kind === 'postmaster') return [{ pid, signal }]
    if (signal === 'SIGKILL') return [{ pid, signal }]
    // A postmaster stops its children in order. Those that lost theirs can do nothing useful more.
    return kind === 'child' && headless ? [{ pid, signal: 'SIGQUIT' as const }] : []
  })
}

function signalOnce(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It has ended in the meantime, or is not ours to stop, which the limit will tell.
  }
}

async function findProcesses(clusterName: string): Promise<readonly ServerProcess[]> {
  const all = process.platform === 'linux' ? await commandsFromProc() : await commandsFromPs()
  return all.flatMap((running) => {
    const kind = kindOf(running, clusterName)
    return kind === null ? [] : [{ pid: running.pid, kind }]
  })
}

/** Somebody's editor or grep may name the cluster too; it is none of ours. */
function kindOf(running: RunningCommand, clusterName: string): ServerProcess['kind'] | null {
  if (running.command.startsWith(`postgres: ${clusterName}`)) return 'child'
  if (!running.command.includes(`cluster_name=${clusterName}`)) return null
  if (running.program === 'postgres') return 'postmaster'
  return running.program === 'sh' || running.program === 'setpriv' ? 'watchdog' : null
}

interface RunningCommand {
  readonly pid: number
  readonly program: string
  readonly command: string
}

async function commandsFromProc(): Promise<readonly RunningCommand[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  return Promise.all(
    pids.map(async (pid) => {
      const words = (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).split('\0')
      return { pid: Number(pid), program: path.basename(words[0] ?? ''), command: words.join(' ') }
    }),
  )
}

async function commandsFromPs(): Promise<readonly RunningCommand[]> {
  const { stdout } = await promisify(execFile)('ps', ['-axwwo', 'pid=,command='], {
    env: { PATH: '/usr/bin:/bin', LC_ALL: 'C' },
    timeout: 5_000,
    maxBuffer: 16 * 1024 * 1024,
  })
  return stdout.split('\n').flatMap((line) => {
    const [, pid, command] = /^\s*(\d+)\s(.*)$/.exec(line) ?? []
    if (command === undefined) return []
    const program = path.basename(command.split(/\s-/, 1)[0] ?? '')
    return [{ pid: Number(pid), program, command }]
  })
}

function cannotStop(processes: readonly ServerProcess[]): DatabaseStartError {
  const pids = processes.map(({ pid }) => pid).join(', ')
  return new DatabaseStartError(
    'postgres_not_started',
    `An earlier Postgres of this data directory does not stop: end processes ${pids} by hand.`,
  )
}
