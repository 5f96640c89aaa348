/** The upload is not what it says it is: nothing of it is kept, and nothing is charged. */
export class NoSuchFile extends Error {
  readonly kind: 'malformed_json' | 'invalid_request' | 'body_too_large'
  readonly errors: readonly { readonly pointer: string; readonly message: string }[]

  constructor(
    kind: NoSuchFile['kind'],
    message: string,
    errors: readonly { readonly pointer: string; readonly message: string }[] = [],
  ) {
    super(message)
    this.name = 'NoSuchFile'
    this.kind = kind
    this.errors = errors
  }
}
