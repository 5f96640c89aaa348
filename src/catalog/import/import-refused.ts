/** Why an import was not done, in one sentence for the operator; what was there before stays. */
export class ImportRefused extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = 'ImportRefused'
  }
}
