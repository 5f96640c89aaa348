import type { Queryable } from '../db/pool.ts'
import type { Terminal } from './terminal.ts'

/** The means of every command's action; each group of commands is a file beside this one. */
export interface Cli {
  readonly env: Environment
  readonly terminal: Terminal
  /** Aborts at Ctrl-C: work in hand is undone in order, and the exit code becomes 130. */
  readonly signal: AbortSignal
  /** The service's database, found as its environment says. The caller that opens it closes it. */
  openDatabase(): Promise<CliDatabase>
}

export type Environment = Readonly<Record<string, string | undefined>>

export interface CliDatabase {
  readonly client: Queryable
  close(): Promise<void>
}

/** `act` with the service's database, which is closed whatever happens. */
export async function withDatabase<T>(
  cli: Cli,
  act: (client: Queryable) => Promise<T>,
): Promise<T> {
  const database = await cli.openDatabase()
  try {
    return await act(database.client)
  } finally {
    await database.close()
  }
}

/** Why a command was not done, in one sentence for whoever typed it. */
export class CommandRefused extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = 'CommandRefused'
  }
}

/** The words typed are no command of ours. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'UsageError'
  }
}
