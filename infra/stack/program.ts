import { type ChildProcess, spawn, spawnSync } from 'node:child_process'

/** A program of the stack while it runs. */
export interface RunningProgram {
  readonly pid: number
  /** Why it ended, in words; resolves once, and never rejects. */
  readonly ended: Promise<string>
  isRunning(): boolean
  signal(signal: NodeJS.Signals): void
  /** Its children too, without which a paused Postgres would go on answering. */
  signalAll(signal: 'SIGSTOP' | 'SIGCONT'): void
}

export interface ProgramPlan {
  readonly command: readonly string[]
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly credentials?: { readonly uid?: number; readonly gid?: number }
  readonly cwd?: string
  /** The descriptor of the file for all that it says. */
  readonly output: number
  /** The signal that ends it in the orderly way. */
  readonly stopSignal: NodeJS.Signals
}

/**
 * In a process group of its own, so that Ctrl-C, which a terminal sends to the whole foreground
 * group, does not stop the servers before those who use them. The price is that nothing would stop
 * it when this process is killed; therefore a shell watches, whose standard input is a pipe that
 * only this process holds. The watched program is our own child all the same: its pid is what the
 * tests kill and pause.
 */
export function startProgram(plan: ProgramPlan): RunningProgram {
  const [program = '', ...args] = plan.command
  const child = spawn(program, args, {
    ...plan.credentials,
    cwd: plan.cwd ?? '/',
    env: { ...plan.environment },
    detached: true,
    stdio: ['ignore', plan.output, plan.output],
  })
  const { pid } = child
  const watchdog = pid === undefined ? null : watch(pid, plan.stopSignal)
  let running = pid !== undefined
  const ended = endOf(child).then((reason) => {
    running = false
    watchdog?.kill('SIGKILL')
    return reason
  })
  const signal = (name: NodeJS.Signals) => {
    if (running && pid !== undefined) process.kill(pid, name)
  }
  return {
    pid: pid ?? 0,
    ended,
    isRunning: () => running,
    signal,
    signalAll(name) {
      signal(name)
      for (const each of running && pid !== undefined ? childrenOf(pid) : []) signalOne(each, name)
    },
  }
}

function childrenOf(parent: number): readonly number[] {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
  const pairs = stdout.split('\n').map((line) => line.trim().split(/\s+/).map(Number))
  return pairs.flatMap(([pid = 0, of]) => (of === parent ? [pid] : []))
}

function signalOne(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // It has ended since it was listed.
  }
}

/** CONT, because a program that a test has paused sees no other signal but KILL. */
const script = `
  read -r nothing
  kill -s "$2" -- "-$1"; kill -s CONT -- "-$1"
  for second in 1 2 3 4 5 6; do kill -s 0 -- "-$1" || exit 0; sleep 1; done
  kill -s KILL -- "-$1"
`

function watch(pid: number, stopSignal: NodeJS.Signals): ChildProcess {
  const words = ['-c', script, 'watchdog', String(pid), stopSignal.slice('SIG'.length)]
  const watchdog = spawn('sh', words, {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  watchdog.on('error', () => {})
  watchdog.stdin?.on('error', () => {})
  // Neither the shell nor the pipe to it may keep this process alive.
  watchdog.unref()
  return watchdog
}

function endOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.on('error', (error) => resolve(error.message))
    child.on('exit', (status, signal) => {
      resolve(signal === null ? `status ${status}` : `signal ${signal}`)
    })
  })
}
