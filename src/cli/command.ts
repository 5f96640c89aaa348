import type { Queryable } from '../db/pool.ts'

export interface CliCommand {
  /** Two words: what it is about and what it does. */
  readonly name: string
  readonly help: string
  readonly takesAll?: boolean
  /** Checks what was typed before anything is opened. */
  prepare(operands: readonly string[], options: { readonly all: boolean }): Act
}

export type Act = (parts: {
  readonly client: Queryable
  readonly terminal: Terminal
  readonly signal: AbortSignal
}) => Promise<void>

export interface Terminal {
  readonly isTerminal: boolean
  /** The result, on the standard output. */
  print(text: string): void
  /** Whatever else there is to say. */
  tell(text: string): void
  /** A line that the next one overwrites; nothing where nobody watches. */
  progress(text: string): void
}

/** Why a command was not done, in one sentence for the operator. */
export class CommandRefused extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = 'CommandRefused'
  }
}

/** What was typed is no command of ours. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'UsageError'
  }
}
