import { claimDataDirectory } from '../../src/db/embedded/data-directory.ts'
import { DatabaseStartError } from '../../src/db/embedded/postgres-start-error.ts'
import { CodedError } from '../../src/errors.ts'
import { type Options, readOptions } from './options.ts'
import { missingHere } from './requirements.ts'
import { runStack } from './run-stack.ts'
import { StackError } from './stack-error.ts'

/** npm passes on the Ctrl-C that the terminal has already sent here; only a third one is meant. */
const signalsBorne = 2
const exitCodes = { stopped: 0, failed: 1 } as const

process.exitCode = await main()
// The process ends here, even if a client library still holds something open; every server has been
// closed.
process.exit()

async function main(): Promise<number> {
  const options = readOptions(process.argv.slice(2))
  if (typeof options === 'number') return options
  const stop = stopSignal()
  try {
    await withDirectory(options, () => runStack(options, stop))
    return exitCodes.stopped
  } catch (error) {
    // Told to stop while it was starting: that is no failure.
    if (stop.aborted) return exitCodes.stopped
    process.stderr.write(`${messageOf(error)}\n`)
    return exitCodes.failed
  }
}

/** Two stacks on one directory would stop each other's servers, taking them for orphans. */
async function withDirectory({ keep }: Options, act: () => Promise<void>): Promise<void> {
  const missing = await missingHere()
  if (missing.length > 0) throw new StackError(missing.join('\n'))
  const claim = keep === undefined ? null : await claimDataDirectory(keep)
  try {
    await act()
  } finally {
    await claim?.release()
  }
}

/** A second Ctrl-C does not wait: the watchdog of each server ends it then. */
function stopSignal(): AbortSignal {
  const stop = new AbortController()
  let signals = 0
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      signals += 1
      stop.abort(new StackError('The stack was told to stop.'))
      if (signals > signalsBorne) process.exit(1)
    })
  }
  return stop.signal
}

/** Only a bug of ours shows its stack. */
function messageOf(error: unknown): string {
  const known =
    error instanceof StackError ||
    error instanceof DatabaseStartError ||
    error instanceof CodedError
  if (known) return error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
