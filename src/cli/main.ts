import { parseArgs } from 'node:util'
import { ImportRefused } from '../catalog/import/import-refused.ts'
import { readConfig } from '../config.ts'
import { DatabaseStartError } from '../db/postgres-start-error.ts'
import { CodedError } from '../errors.ts'
import { importCommand } from './catalog-import.ts'
import type { CliCommand, Terminal } from './command.ts'
import { CommandRefused, UsageError } from './command.ts'
import { openDatabase } from './database.ts'
import { overview } from './help.ts'
import { confirmCommand, listCommand, rejectCommand } from './privacy.ts'

/** The operator's command: `enrich catalog import …`, `enrich privacy …`. Gives the exit code. */
export async function runCli(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<number> {
  const terminal = openTerminal()
  const stop = new AbortController()
  try {
    return await run({ args, env, terminal, signal: stopSignal(stop) })
  } catch (error) {
    terminal.tell(messageOf(error))
    if (stop.signal.aborted) return exitCodes.interrupted
    return error instanceof UsageError ? exitCodes.usage : exitCodes.failed
  }
}

const exitCodes = { done: 0, failed: 1, usage: 2, interrupted: 130 } as const
const commands: readonly CliCommand[] = [importCommand, listCommand, confirmCommand, rejectCommand]

interface Run {
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
  readonly terminal: Terminal
  readonly signal: AbortSignal
}

async function run({ args, env, terminal, signal }: Run): Promise<number> {
  const { values, positionals } = parse(args)
  const [group = '', verb = '', ...operands] = positionals
  const command = commands.find(({ name }) => name === `${group} ${verb}`)
  if (values.help || group === '' || group === 'help') {
    terminal.print(command?.help ?? overview)
    return group === '' && !values.help ? exitCodes.usage : exitCodes.done
  }
  if (command === undefined)
    throw new UsageError(`There is no command "${`${group} ${verb}`.trim()}".`)
  if (values.all && !command.takesAll) throw new UsageError(`${command.name} has no option --all.`)
  const act = command.prepare(operands, { all: values.all })
  // Only where the data lies concerns a command; a service may need more to start.
  const { DATA_DIR, DATABASE_URL } = env
  const database = await openDatabase(readConfig({ DATA_DIR, DATABASE_URL }), terminal)
  try {
    await act({ client: database.client, terminal, signal })
    return exitCodes.done
  } finally {
    await database.close()
  }
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        help: { type: 'boolean', short: 'h', default: false },
        all: { type: 'boolean', default: false },
      },
    })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

/** Results go to the standard output, everything about them to the other one. */
function openTerminal(): Terminal {
  const isTerminal = process.stderr.isTTY === true
  return {
    isTerminal,
    print: (text) => void process.stdout.write(`${text}\n`),
    tell: (text) => void process.stderr.write(`${isTerminal ? clearLine : ''}${text}\n`),
    progress(text) {
      if (isTerminal) process.stderr.write(`${clearLine}${text}`)
    },
  }
}

const clearLine = '\r\x1b[K'
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
