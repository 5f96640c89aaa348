/**
 * Failures of the world: a closed list of codes, each with whether another try may succeed. The
 * message is the operator's; the caller's mistakes and what he is told are in messages/problem.ts.
 * A plain Error is our own bug, and refusals of business are events.
 */
const isRetryable = {
  log_unavailable: true,
  database_unavailable: true,
  registry_unavailable: true,
  replies_unavailable: true,
  payment_provider: true,
  undecodable: false,
  storage_full: true,
  closed: true,
  start_refused: false,
} as const

export type ErrorCode = keyof typeof isRetryable

export class CodedError extends Error {
  readonly code: ErrorCode

  constructor(code: ErrorCode, message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'CodedError'
    this.code = code
  }

  get retryable(): boolean {
    return isRetryable[this.code]
  }
}

/** Closes a switch: the compiler proves that no case is missing. */
export function unreachable(value: never): never {
  throw new Error(`unreachable: ${JSON.stringify(value)}`)
}

export function errorText(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error)
}

/** The failure of a long-lived part, once: the first settles it, later ones are echoes. */
export function openFailure(code: ErrorCode, message: string) {
  let settle: (error: Error) => void = () => {}
  const failed = new Promise<Error>((resolve) => {
    settle = resolve
  })
  const fail = (cause: unknown) =>
    settle(cause instanceof CodedError ? cause : new CodedError(code, message, cause))
  return { failed, fail }
}
