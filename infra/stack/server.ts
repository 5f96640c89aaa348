import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openPostgresLog } from '../../src/db/embedded/server-log.ts'
import { type OwnDirectory, openOwnDirectory } from './own-directory.ts'
import { type ProgramPlan, type RunningProgram, startProgram } from './program.ts'
import { StackError } from './stack-error.ts'

const pollEveryMs = 25
const stopLimitMs = 10_000
const linesShown = 5

/** One server of the stack, ready when it is given out, on an address that it keeps. */
export interface StackServer {
  readonly name: string
  /** Host and port. */
  readonly address: string
  readonly url: string
  readonly dir: string
  readonly logFile: string
  /** The id of the present process: another one after each restart. */
  readonly pid: number
  isRunning(): boolean
  /** Why the present process has ended, whether that was asked for or not. */
  ended(): Promise<string>
  /** In order, and by force after a limit. Nothing of it runs afterwards; the data stays. */
  stop(): Promise<void>
  kill9(): Promise<void>
  /** SIGSTOP: it keeps its connections and answers nobody, until `resume`. */
  pause(): void
  resume(): void
  /** Stops it if it runs; resolves when it serves again, on the same address and data. */
  restart(): Promise<void>
  /** For good; a directory that was made for this run is removed. */
  close(): Promise<void>
}

export interface ServerOptions {
  /** Where it keeps everything; without one, a fresh directory that lasts until `close`. */
  readonly dir?: string
  /** Without one, a free port. */
  readonly port?: number
  /** Gives up a start that is still under way. */
  readonly signal?: AbortSignal
}

export interface ServerPlan {
  readonly name: string
  readonly address: string
  readonly url: string
  readonly startLimitMs: number
  readonly program: Omit<ProgramPlan, 'output'>
  /** Runs before each start. */
  prepare?(): Promise<void>
  /** Asks it for a true answer, and rejects while there is none: a port says nothing. */
  ask(): Promise<void>
  /** Runs after each end, however it came. */
  clear?(): Promise<void>
}

export async function openServer(
  name: string,
  options: ServerOptions,
  planFor: (dir: string) => Promise<ServerPlan>,
): Promise<StackServer> {
  const directory = await openOwnDirectory(name, options.dir)
  try {
    const lifecycle = openLifecycle(await planFor(directory.path), directory, options.signal)
    await lifecycle.restart()
    return lifecycle
  } catch (error) {
    await directory.remove()
    throw error
  }
}

function openLifecycle(
  plan: ServerPlan,
  directory: OwnDirectory,
  signal: AbortSignal | undefined,
): StackServer {
  const logFile = path.join(directory.path, `${plan.name}.log`)
  let program: RunningProgram | null = null

  async function start(): Promise<void> {
    signal?.throwIfAborted()
    await plan.prepare?.()
    const log = await openPostgresLog(logFile)
    const started = startProgram({ ...plan.program, output: log.descriptor })
    program = started
    void started.ended.then(() => log.close())
    try {
      await waitUntilServing({ ...plan, logFile, signal }, started)
    } catch (error) {
      await end('SIGKILL')
      throw error
    }
  }
  async function end(signal: NodeJS.Signals): Promise<void> {
    if (program === null) return
    program.signal(signal)
    program.signalAll('SIGCONT')
    await Promise.race([program.ended, sleep(stopLimitMs, undefined, { ref: false })])
    program.signal('SIGKILL')
    await program.ended
    await plan.clear?.()
  }
  const isRunning = () => program?.isRunning() ?? false
  const stop = () => end(plan.program.stopSignal)
  return {
    name: plan.name,
    address: plan.address,
    url: plan.url,
    dir: directory.path,
    logFile,
    get pid() {
      return program?.pid ?? 0
    },
    isRunning,
    ended: () => program?.ended ?? Promise.resolve('never started'),
    stop,
    kill9: () => end('SIGKILL'),
    pause: () => program?.signalAll('SIGSTOP'),
    resume: () => program?.signalAll('SIGCONT'),
    async restart() {
      await stop()
      await start()
    },
    async close() {
      await stop()
      await directory.remove()
    },
  }
}

interface Start extends ServerPlan {
  readonly logFile: string
  readonly signal: AbortSignal | undefined
}

async function waitUntilServing(plan: Start, program: RunningProgram): Promise<void> {
  const deadline = performance.now() + plan.startLimitMs
  let reason: unknown
  while (program.isRunning()) {
    try {
      return await plan.ask()
    } catch (error) {
      reason = error
    }
    plan.signal?.throwIfAborted()
    if (performance.now() > deadline) {
      const said = reason instanceof Error ? reason.message : String(reason)
      throw await notStarted(plan, `no answer in ${plan.startLimitMs / 1000} s: ${said}`)
    }
    await sleep(pollEveryMs)
  }
  throw await notStarted(plan, await program.ended)
}

async function notStarted({ name, logFile }: Start, reason: string): Promise<StackError> {
  const text = await readFile(logFile, 'utf8').catch(() => '')
  const end = text.trim().split('\n').slice(-linesShown).join('\n')
  return new StackError(`${name} did not start (${reason}). Its log ${logFile} ends:\n${end}`)
}
