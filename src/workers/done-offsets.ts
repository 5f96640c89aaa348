/**
 * The offset up to which everything of one topic's partition is done, when records finish out of
 * order: a record that waits for its ledger entry holds back those behind it, and only those.
 */
export class DoneOffsets {
  readonly #open: number[] = []
  readonly #finished = new Set<number>()

  taken(offset: number): void {
    this.#open.push(offset)
  }

  /** The new offset to commit, or null while an earlier record is still open. */
  done(offset: number): number | null {
    this.#finished.add(offset)
    let next: number | null = null
    while (this.#open.length > 0 && this.#finished.delete(this.#open[0] ?? -1)) {
      next = (this.#open.shift() ?? 0) + 1
    }
    return next
  }
}
