import { setTimeout as sleep } from 'node:timers/promises'
import { CodedError } from '../../errors.ts'
import type { Entry } from '../../ledger/entry.ts'
import type { LogRecord } from '../../log/event-log.ts'
import type { StageDeps } from '../../log/stage.ts'
import { decodeEntries } from '../../log/stage.ts'
import type { OpenedAccounts } from './open-accounts.ts'

const recordsPerRead = 1_000
const pauseMs = 20
/** Entries that are known to exist come within it, or the log breaks its promise. */
const limitMs = 30_000

/** Takes an entry that stands in the ledger, in log order. */
type Learn = (entry: Entry, offset: number) => void

/**
 * A worker's knowledge of its partition of the ledger: all of it up to `position`. Its own entries
 * need not be read: an append is acknowledged with its place. Entries of others (a worker before
 * it, a zombie, a batch that was sent twice) show by the place that the next append gets, and are
 * read then; the chain rule lets in nothing that was decided without them.
 */
export class ReadBack {
  readonly #deps: StageDeps
  readonly #opened: OpenedAccounts
  readonly #learn: Learn
  #position: number
  #wanted = 0
  #reading: Promise<void> | null = null
  #closed = false

  constructor(deps: StageDeps, opened: OpenedAccounts, learn: Learn) {
    this.#deps = deps
    this.#opened = opened
    this.#learn = learn
    this.#position = opened.projected
  }

  /**
   * If entries were acknowledged at the next expected offset, nobody wrote in between. Later ones
   * wait until the gap is read.
   */
  async acknowledged(entries: readonly Entry[], appended: readonly LogRecord[]): Promise<void> {
    const from = this.#position
    const isNext = appended.every(({ offset }, index) => offset === from + index)
    const isLoaded = entries.every(({ account_id: id }) => this.#opened.accounts.knows(id))
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
