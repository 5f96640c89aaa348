import { setTimeout as sleep } from 'node:timers/promises'
import { CodedError } from '../../errors.ts'
import type { Entry } from '../../ledger/entry.ts'
import type { LogRecord } from '../../log/event-log.ts'
import type { StageDeps } from '../../log/stage.ts'
import { decodeEntries } from '../../log/stage.ts'
import type { OpenedBooks } from './account-states.ts'

const recordsPerRead = 1_000
const pauseMs = 20
/** What is known to be there comes within it, or the log is not what it promises to be. */
const limitMs = 30_000

/** Takes an entry that stands in the ledger, in log order. */
type Learn = (entry: Entry, offset: number) => void

/**
 * What a worker knows of its partition of the ledger: up to `position`, all of it. What it wrote
 * itself need not be read: an append is acknowledged with its place. What others wrote (a worker
 * before it, a zombie, a batch that was sent twice) shows by the place that the next append gets,
 * and is read then; until then nothing was decided on it that the chain rule would let in.
 */
export class ReadBack {
  readonly #deps: StageDeps
  readonly #opened: OpenedBooks
  readonly #learn: Learn
  #position: number
  #wanted = 0
  #reading: Promise<void> | null = null
  #closed = false

  constructor(deps: StageDeps, opened: OpenedBooks, learn: Learn) {
    this.#deps = deps
    this.#opened = opened
    this.#learn = learn
    this.#position = opened.projected
  }

  /**
   * What was acknowledged at the very place up to which the ledger is known is what stands there,
   * and nobody's entry lies before it. Of what was appended further on nothing is known before all
   * that precedes it is read.
   */
  async acknowledged(entries: readonly Entry[], appended: readonly LogRecord[]): Promise<void> {
    const from = this.#position
    const isNext = appended.every(({ offset }, index) => offset === from + index)
    const isLoaded = entries.every(({ account_id: id }) => this.#opened.books.knows(id))
    const last = appended.at(-1)
    if (isNext && isLoaded) {
      this.#position = from + entries.length
      for (const [index, entry] of entries.entries()) this.#learn(entry, from + index)
    } else if (last) {
      await this.#readUpTo(last.offset + 1)
    }
  }

  /** Resolves when all that stands in the ledger now is known. */
  async readToEnd(): Promise<void> {
    await this.#readUpTo(await this.#deps.log.end('ledger', this.#opened.partition))
  }

  close(): void {
    this.#closed = true
  }

  /** One reading at a time; it goes on for whoever wants more meanwhile. */
  async #readUpTo(end: number): Promise<void> {
    if (this.#position >= end || this.#closed) return
    this.#wanted = Math.max(this.#wanted, end)
    this.#reading ??= this.#read()
    await this.#reading
  }

  async #read(): Promise<void> {
    try {
      let deadline = performance.now() + limitMs
      while (this.#position < this.#wanted && !this.#closed) {
        if (await this.#readSome()) deadline = performance.now() + limitMs
        else if (performance.now() < deadline) await sleep(pauseMs)
        else throw new CodedError('log_unavailable', 'the ledger was not read back in time')
      }
    } finally {
      this.#reading = null
    }
  }

  /** False if there was nothing. Own entries may be acknowledged, and so known, meanwhile. */
  async #readSome(): Promise<boolean> {
    const { log } = this.#deps
    const { partition, loadPatiently } = this.#opened
    const records = await log.read('ledger', partition, this.#position, recordsPerRead)
    const { entries, next } = await decodeEntries(this.#deps, records)
    await loadPatiently(entries.map(({ entry }) => entry.account_id))
    if (next === null || this.#closed) return false
    const from = this.#position
    this.#position = Math.max(from, next)
    for (const { entry, offset } of entries) if (offset >= from) this.#learn(entry, offset)
    return true
  }
}
