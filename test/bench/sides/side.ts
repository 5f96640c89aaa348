/** One of the servers that are compared: a process that answers `POST /enrich` with a key. */
export interface Side {
  readonly name: string
  readonly pid: number
  readonly port: number
  readonly keys: readonly string[]
}
