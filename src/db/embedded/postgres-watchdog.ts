import { type ChildProcess, spawn } from 'node:child_process'
import { type ServerUser, serverEnvironment } from './postgres-user.ts'

/**
 * Runs a program of Postgres in a process group of its own, so that Ctrl-C on a terminal, which
 * goes to the whole foreground group, does not stop the database before the service has flushed.
 *
 * The price is that nothing would stop it when the service is killed. So a shell stands between,
 * whose standard input is a pipe that only the service holds: its end means that the service is
 * gone, and the shell ends the program (again each second, since a program just starting may miss
 * the first signal). In turn the shell ends with the program, and gives its status on.
 */
const script = `
  trap '' INT QUIT
  exec 3<&0 </dev/null
  "$@" 3<&- & program=$!
  (
    read -r nothing <&3
    for signal in INT INT QUIT QUIT KILL; do kill -$signal $program; sleep 1; done
  ) >/dev/null 2>&1 &
  trap '' TERM
  exec 3<&-
  wait $program; status=$?
  kill -TERM 0
  exit $status
`

export interface WatchedProgram {
  /** Why it ended, in words; resolves once, and never rejects. */
  readonly ended: Promise<string>
  /** The program sees every signal; the watchdog heeds only SIGKILL. */
  signal(signal: 'SIGINT' | 'SIGQUIT' | 'SIGKILL'): void
}

export function startWatched(
  user: ServerUser,
  command: readonly string[],
  output: number | 'ignore',
): WatchedProgram {
  const [program = 'sh', ...args] = [...user.prefix, 'sh', '-c', script, 'watchdog', ...command]
  const child = spawn(program, args, {
    ...user.credentials,
    cwd: '/',
    env: serverEnvironment,
    detached: true,
    stdio: ['pipe', output, output],
  })
  return {
    ended: endOf(child),
    signal(signal) {
      if (child.pid !== undefined) signalGroup(child.pid, signal)
    },
  }
}

function endOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.stdin?.on('error', () => {})
    child.on('error', (error) => resolve(error.message))
    child.on('exit', (status, signal) => {
      // Had the shell been killed alone, the program would go on; its group ends with it.
      if (child.pid !== undefined) signalGroup(child.pid, 'SIGKILL')
      child.stdin?.destroy()
      resolve(signal === null ? `status ${status}` : `signal ${signal}`)
    })
  })
}

function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal)
  } catch {
    // The whole group has ended already.
  }
}
