export type DatabaseStartCode =
  | 'data_directory_in_use'
  | 'data_directory_unusable'
  | 'data_directory_other_version'
  | 'postgres_unusable'
  | 'postgres_no_user'
  | 'postgres_not_started'

/**
 * Why the embedded database cannot serve. `message` is one sentence for whoever typed the
 * command.
 */
export class DatabaseStartError extends Error {
  readonly code: DatabaseStartCode

  constructor(code: DatabaseStartCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = 'DatabaseStartError'
    this.code = code
  }
}

export function errorCodeOf(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error)) return null
  return typeof error.code === 'string' ? error.code : null
}
