import type { LogRecord } from '../../log/event-log.ts'
import type { StageDeps } from '../../log/stage.ts'
import { decodeEach, decodeRecord } from '../../log/stage.ts'
import { DoneOffsets } from '../done-offsets.ts'
import type { Pending } from './pending.ts'
import { pendingOfEnrichment, pendingOfInstruction } from './pending.ts'

const stage = 'bill'
const pendingMax = 1_000
/** The size of all that was taken and is not settled; one call is taken however large it is. */
const bytesMax = 2_097_152
const asideMs = 250

type InputTopic = 'enrichments' | 'orders'
export type Commit = (topic: InputTopic, offset: number) => Promise<void>

/**
 * The calls to be settled on one partition: decodes them, holds no more than a limit, and commits
 * the offsets of what is finished, in order.
 */
export class Inputs {
  readonly #deps: StageDeps
  readonly #commit: Commit
  readonly #done = { enrichments: new DoneOffsets(), orders: new DoneOffsets() }
  #queue: Pending[] = []
  #aside: Pending[] = []
  #bytes = 0
  #room: (() => void)[] = []
  #backLater: NodeJS.Timeout | null = null
  #closed = false

  constructor(deps: StageDeps, commit: Commit) {
    this.#deps = deps
    this.#commit = commit
  }

  get waiting(): number {
    return this.#queue.length
  }

  async add(records: readonly LogRecord[]): Promise<void> {
    const all = await decodeEach(records, (record) => this.#pendingOf(record))
    for (const [index, record] of records.entries()) {
      const pending = all[index]
      this.#bytes += record.value.length
      if (pending) this.#queue.push(pending)
      else await this.finish(record)
    }
  }

  /** Resolves when half of what may wait is free, so that more can be taken. */
  async untilRoom(): Promise<void> {
    while (this.#isFull() && !this.#closed) {
      await new Promise<void>((resolve) => this.#room.push(resolve))
    }
  }

  next(count: number): readonly Pending[] {
    const taken = this.#queue.splice(0, count)
    if (this.#queue.length < pendingMax / 2) this.#makeRoom()
    return taken
  }

  /** To be decided again, before anything else. */
  putBack(pending: readonly Pending[]): void {
    this.#queue.unshift(...pending)
  }

  /** Calls that cannot be decided now come back a little later, and hold up nobody else. */
  setAside(pending: readonly Pending[], onBack: () => void): void {
    this.#aside.push(...pending)
    if (this.#aside.length === 0) return
    this.#backLater ??= setTimeout(() => {
      this.#backLater = null
      this.putBack(this.#aside.splice(0))
      onBack()
    }, asideMs)
  }

  async finish({ topic, offset, value }: LogRecord): Promise<void> {
    this.#bytes -= value.length
    if (this.#bytes < bytesMax / 2) this.#makeRoom()
    if (this.#closed || (topic !== 'enrichments' && topic !== 'orders')) return
    const next = this.#done[topic].done(offset)
    if (next !== null) await this.#commit(topic, next)
  }

  close(): void {
    this.#closed = true
    clearTimeout(this.#backLater ?? undefined)
    this.#makeRoom()
  }

  #isFull(): boolean {
    return this.#queue.length + this.#aside.length >= pendingMax || this.#bytes >= bytesMax
  }

  async #pendingOf(record: LogRecord): Promise<Pending | null> {
    const now = performance.now()
    if (record.topic === 'enrichments') {
      this.#done.enrichments.taken(record.offset)
      const event = await decodeRecord(this.#deps, stage, 'enrichments', record)
      return event && pendingOfEnrichment(record, event, now)
    }
    this.#done.orders.taken(record.offset)
    const instruction = await decodeRecord(this.#deps, stage, 'orders', record)
    return instruction && pendingOfInstruction(record, instruction, now)
  }

  #makeRoom(): void {
    for (const resolve of this.#room.splice(0)) resolve()
  }
}
