import type { Command } from 'commander'
import { ImportRefused } from '../catalog/import/import-refused.ts'
import { DatabaseStartError } from '../db/embedded/postgres-start-error.ts'
import { CodedError } from '../errors.ts'
import {
  type Cli,
  type CliDatabase,
  CommandRefused,
  type Environment,
  UsageError,
} from './command.ts'
import { exitCodeOfUsage, openProgram } from './program.ts'
import { openTerminal, type Terminal } from './terminal.ts'

/** Commands by the heading under which `--help` shows them. */
export type Groups = Readonly<Record<string, readonly ((program: Command, cli: Cli) => void)[]>>

/** The words typed, and the environment they were typed in. */
export interface Typed {
  readonly args: readonly string[]
  readonly env: Environment
}

const exitCodes = { done: 0, failed: 1, usage: 2, interrupted: 130 } as const

/** The groups' part of `npx enrich …`. Gives the exit code. */
export async function runGroups(
  groups: Groups,
  { args, env }: Typed,
  openDatabase: (terminal: Terminal) => Promise<CliDatabase>,
): Promise<number> {
  const terminal = openTerminal(() => program.opts().json === true, env)
  const program = openProgram(terminal.tell)
  const stop = new AbortController()
  const signal = stopSignal(stop)
  const cli: Cli = { env, terminal, signal, openDatabase: () => openDatabase(terminal) }
  for (const [heading, some] of Object.entries(groups)) {
    program.commandsGroup(`${heading}:`)
    for (const addCommands of some) addCommands(program, cli)
  }
  try {
    await program.parseAsync(args, { from: 'user' })
    return exitCodes.done
  } catch (error) {
    const usage = exitCodeOfUsage(error)
    if (usage !== null) return usage
    terminal.fail(messageOf(stop.signal.aborted ? stop.signal.reason : error))
    if (stop.signal.aborted) return exitCodes.interrupted
    return error instanceof UsageError ? exitCodes.usage : exitCodes.failed
  }
}

const stopLimitMs = 8_000

/** Work in hand is undone in order; when that takes too long, the next command clears up. */
function stopSignal(stop: AbortController): AbortSignal {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      stop.abort(new Error(`Interrupted by ${signal}.`))
      setTimeout(() => process.exit(exitCodes.interrupted), stopLimitMs).unref()
    })
  }
  return stop.signal
}

/** Refusals of the file system that a wrong name of a file explains. */
const fileFaults: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a directory',
  EACCES: 'it may not be read or written',
  ENOTDIR: 'a part of its path is no directory',
}

function fileText(error: NodeJS.ErrnoException): string | null {
  const { code = '', path } = error
  const fault = fileFaults[code]
  return fault && path ? `${path}: ${fault}.` : null
}

/** Only a bug of ours shows its stack. */
function messageOf(error: unknown): string {
  if (error instanceof UsageError) return `${error.message} See: npx enrich --help`
  if (error instanceof ImportRefused || error instanceof CodedError) return error.message
  if (error instanceof DatabaseStartError || error instanceof CommandRefused) return error.message
  if (!(error instanceof Error)) return String(error)
  const file = fileText(error)
  if (file !== null) return file
  // Refusals by Postgres, the file system or zlib have a code.
  const known = 'code' in error || error.message.startsWith('Interrupted')
  return known || /connection/i.test(error.message) ? error.message : (error.stack ?? error.message)
}
