/** Why the stack cannot run, in words for whoever typed the command. */
export class StackError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = 'StackError'
  }
}
