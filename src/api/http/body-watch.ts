/**
 * The watch over a request's body while it arrives: how fast it is, and what it costs. Readers of
 * bodies tell it; it may end the body at any time to make room for others.
 */
export interface BodyWatch {
  /** Reading begins; `end` is called, once at most, when the body is not to be read on. */
  begins(end: (problem: Error) => void): void
  received(bytes: number): void
  /** The body is there. A problem when there is no room for another request that is worked on. */
  isWhole(): Error | null
}
