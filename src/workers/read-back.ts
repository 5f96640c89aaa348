import type { Entry } from '../ledger/entry.ts'
import type { LogRecord, NewRecord } from '../log/event-log.ts'
import type { OpenedBooks } from './account-states.ts'
import { SentEntries } from './sent-entries.ts'
import type { StageParts } from './stage.ts'
import { decodeEntries } from './stage.ts'

const limitMs = 30_000
const pollMs = 20

/** Entries that stand in the ledger, in log order, and the offset behind them. */
export interface Standing {
  readonly entries: readonly { readonly entry: Entry; readonly offset: number }[]
  readonly next: number
}

/** What a worker knows of its partition of the ledger: up to `position`, all of it. */
export class ReadBack {
  readonly #parts: StageParts
  readonly #opened: OpenedBooks
  readonly #sent: SentEntries
  #position: number

  constructor(parts: StageParts, opened: OpenedBooks, entriesInFlight: number) {
    this.#parts = parts
    this.#opened = opened
    this.#sent = new SentEntries(entriesInFlight)
    this.#position = opened.readUpTo
  }

  get position(): number {
    return this.#position
  }

  /** They are about to be appended. */
  expect(records: readonly NewRecord[]): void {
    this.#sent.add(records)
  }

  /**
   * What was acknowledged at the very place up to which the ledger is known is what stands there,
   * and nobody's entry lies before it: it is known as if it had been read. Of what was appended
   * further on nothing is known before all that precedes it is read.
   */
  acknowledged(entries: readonly Entry[], appended: readonly LogRecord[]): Standing {
    const from = this.#position
    const isNext = appended.every(({ offset }, index) => offset === from + index)
    const isLoaded = entries.every(({ account_id: id }) => this.#opened.books.knows(id))
    if (!isNext || !isLoaded) return { entries: [], next: from }
    this.#sent.forget(appended)
    const standing = entries.map((entry, index) => ({ entry, offset: from + index }))
    return { entries: standing, next: from + entries.length }
  }

  /** Records as they were read; some may have been acknowledged before, or be while this waits. */
  async read(records: readonly LogRecord[]): Promise<Standing> {
    const unknown = records.filter(({ offset }) => offset >= this.#position)
    const { entries, next } = await decodeEntries(this.#parts, this.#sent.recognise(unknown))
    await this.#opened.loadPatiently(entries.map(({ entry }) => entry.account_id))
    return { entries, next: next ?? this.#position }
  }

  /** From now on it is known; gives what was not known before. */
  learn({ entries, next }: Standing): Standing['entries'] {
    const from = this.#position
    this.#position = Math.max(from, next)
    return entries.filter(({ offset }) => offset >= from)
  }

  /** Waits until all that stands in the ledger now is known. */
  async untilCaughtUp(isOver: () => boolean): Promise<void> {
    const end = await this.#parts.log.end('ledger', this.#opened.partition)
    const deadline = performance.now() + limitMs
    while (this.#position < end && !isOver()) {
      if (performance.now() > deadline) throw new Error('the ledger was not read back in time')
      await new Promise((resolve) => setTimeout(resolve, pollMs))
    }
  }
}
