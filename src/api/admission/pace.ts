/** A small body is whole within this. */
const wholeWithinMs = 5_000
const smallBytes = 65_536
/** Anything larger, uploads too, has at least 16 KB a second over any ten seconds. */
const bytesPerSecond = 16_384
const overMs = 10_000
/** Time that stands still, or is asked often, makes no marks. */
const marksApartMs = 100

export interface PaceOptions {
  /** The length that the caller has announced, or null. */
  readonly declared: number | null
  readonly startedAt: number
  /** Uploads are never small: their rows are stored while they come. */
  readonly isUpload?: boolean
}

/**
 * Whether a body comes fast enough. Time is whatever clock the caller reads: an upload counts only
 * while it is waited for, so that our own work is not taken for the sender's slowness.
 */
export class Pace {
  readonly #options: PaceOptions
  readonly #marks: { readonly at: number; readonly total: number }[]
  #total = 0

  constructor(options: PaceOptions) {
    this.#options = options
    this.#marks = [{ at: options.startedAt, total: 0 }]
  }

  received(bytes: number): void {
    this.#total += bytes
  }

  /** To be asked about once a second. */
  isTooSlow(at: number): boolean {
    if (this.#isSmall() && at - this.#options.startedAt >= wholeWithinMs) return true
    const last = this.#marks.at(-1)
    if (!last || at - last.at >= marksApartMs) this.#marks.push({ at, total: this.#total })
    while ((this.#marks[1]?.at ?? at) <= at - overMs) this.#marks.shift()
    const [first] = this.#marks
    if (!first || at - first.at < overMs) return false
    const needed = (bytesPerSecond * (at - first.at)) / 1_000
    return this.#total - first.total < needed
  }

  #isSmall(): boolean {
    const { declared, isUpload } = this.#options
    return !isUpload && (declared ?? this.#total) <= smallBytes
  }
}
