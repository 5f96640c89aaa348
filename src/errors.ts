/**
 * Errors of the world: a closed list of codes. The public text goes to the caller, the message to
 * the operator. A plain Error is our own bug. The caller's mistakes are problems (api/problem.ts)
 * and refusals of business are events.
 */
const kinds = {
  log_unavailable: { retryable: true, public: 'The service cannot take work at the moment.' },
  database_unavailable: { retryable: true, public: 'The service cannot read its records now.' },
  registry_unavailable: { retryable: true, public: 'The service cannot take work at the moment.' },
  replies_unavailable: { retryable: true, public: 'Replies do not arrive at the moment.' },
  payment_provider: { retryable: true, public: 'The payment provider did not answer.' },
  undecodable: { retryable: false, public: 'A stored message could not be read.' },
  storage_full: {
    retryable: true,
    public: 'The disk is full: nothing can be written until there is room.',
  },
  closed: { retryable: true, public: 'The service is stopping.' },
  start_refused: { retryable: false, public: 'The service cannot start.' },
} as const

export type ErrorCode = keyof typeof kinds

export class CodedError extends Error {
  readonly code: ErrorCode

  constructor(code: ErrorCode, message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'CodedError'
    this.code = code
  }

  get retryable(): boolean {
    return kinds[this.code].retryable
  }

  get publicText(): string {
    return kinds[this.code].public
  }
}

/** Closes a switch: the compiler proves that no case is missing. */
export function unreachable(value: never): never {
  throw new Error(`unreachable: ${JSON.stringify(value)}`)
}

export function errorText(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error)
}

/** What a long-lived part fails with, once: the first failure settles it, later ones are echoes. */
export function openFailure(code: ErrorCode, message: string) {
  let settle: (error: Error) => void = () => {}
  const failed = new Promise<Error>((resolve) => {
    settle = resolve
  })
  const fail = (cause: unknown) =>
    settle(cause instanceof CodedError ? cause : new CodedError(code, message, cause))
  return { failed, fail }
}
