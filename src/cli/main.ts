import type { Command } from 'commander'
import { ImportRefused } from '../catalog/import/import-refused.ts'
import { readConfig } from '../config.ts'
import { DatabaseStartError } from '../db/postgres-start-error.ts'
import { CodedError } from '../errors.ts'
import { addAccountCommands } from './account.ts'
import { addAuditCommands } from './audit.ts'
import { addCallCommands } from './calls.ts'
import { addCatalogCommands } from './catalog.ts'
import { type Cli, CommandRefused, type Environment, UsageError } from './command.ts'
import { addCreditCommands } from './credits.ts'
import { openDatabase } from './database.ts'
import { addDeadLetterCommands } from './dead-letters.ts'
import { addJobCommands } from './jobs.ts'
import { addLagCommand } from './lag.ts'
import { addLedgerCommands } from './ledger.ts'
import { addLoginCommand } from './login.ts'
import { addPrivacyCommands } from './privacy.ts'
import { exitCodeOfUsage, openProgram } from './program.ts'
import { addSchemaCommands } from './schemas.ts'
import { openTerminal } from './terminal.ts'
import { addTopicCommands } from './topics.ts'
import { addTraceCommand } from './trace.ts'
import { addViewCommands } from './views.ts'

/** Every group of commands, under the heading and in the order in which `--help` shows them. */
const groups: Readonly<Record<string, readonly ((program: Command, cli: Cli) => void)[]>> = {
  'Your calls and your account': [
    addLoginCommand,
    addCallCommands,
    addJobCommands,
    addAccountCommands,
    addTraceCommand,
  ],
  'For whoever audits': [addLedgerCommands],
  'For the operator': [
    addAuditCommands,
    addViewCommands,
    addCreditCommands,
    addCatalogCommands,
    addPrivacyCommands,
    addLagCommand,
    addDeadLetterCommands,
    addSchemaCommands,
    addTopicCommands,
  ],
}

const exitCodes = { done: 0, failed: 1, usage: 2, interrupted: 130 } as const

/** `npx enrich …`, of clients and of the operator. Gives the exit code. */
export async function runCli(args: readonly string[], env: Environment): Promise<number> {
  const terminal = openTerminal(() => program.opts().json === true)
  const program = openProgram(terminal.tell)
  const stop = new AbortController()
  const cli: Cli = {
    env,
    terminal,
    signal: stopSignal(stop),
    // Only where the data lies concerns a command; a service may need more to start.
    openDatabase() {
      const { DATA_DIR, DATABASE_URL } = env
      return openDatabase(readConfig({ DATA_DIR, DATABASE_URL }), terminal)
    },
  }
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
    terminal.tell(messageOf(stop.signal.aborted ? stop.signal.reason : error))
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

/** Only a bug of ours shows its stack. */
function messageOf(error: unknown): string {
  if (error instanceof UsageError) return `${error.message} See: npx enrich --help`
  if (error instanceof ImportRefused || error instanceof CodedError) return error.message
  if (error instanceof DatabaseStartError || error instanceof CommandRefused) return error.message
  if (!(error instanceof Error)) return String(error)
  // What Postgres, the file system or zlib refuse has a code.
  const known = 'code' in error || error.message.startsWith('Interrupted')
  return known || /connection/i.test(error.message) ? error.message : (error.stack ?? error.message)
}
