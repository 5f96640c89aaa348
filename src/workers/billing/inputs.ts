import type { LogRecord } from '../../log/event-log.ts'
import type { StageDeps } from '../../log/stage.ts'
import { decodeRecord } from '../../log/stage.ts'
import { DoneOffsets } from '../done-offsets.ts'
import type { Item } from './settlements.ts'
import { itemOfEnrichment, itemOfOrder } from './settlements.ts'

const stage = 'bill'
const itemsWaiting = 1_000
const asideMs = 250

type InputTopic = 'enrichments' | 'orders'
export type Commit = (topic: InputTopic, offset: number) => Promise<void>

/**
 * What waits to be settled on one partition: decodes it, holds no more than a limit, and commits
 * the offsets of what is finished, in order.
 */
export class Inputs {
  readonly #deps: StageDeps
  readonly #commit: Commit
  readonly #done = { enrichments: new DoneOffsets(), orders: new DoneOffsets() }
  #queue: Item[] = []
  #aside: Item[] = []
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
    for (const record of records) {
      const item = await this.#itemOf(record)
      if (item) this.#queue.push(item)
      else await this.finish(record)
    }
  }

  /** Resolves when half of what may wait is free, so that more can be taken. */
  async untilRoom(): Promise<void> {
    while (this.#queue.length + this.#aside.length >= itemsWaiting && !this.#closed) {
      await new Promise<void>((resolve) => this.#room.push(resolve))
    }
  }

  next(count: number): readonly Item[] {
    const items = this.#queue.splice(0, count)
    if (this.#queue.length < itemsWaiting / 2) this.#makeRoom()
    return items
  }

  /** To be decided again, before anything else. */
  putBack(items: readonly Item[]): void {
    this.#queue.unshift(...items)
  }

  /** What cannot be decided now comes back a little later, and holds up nobody else. */
  setAside(items: readonly Item[], onBack: () => void): void {
    this.#aside.push(...items)
    if (this.#aside.length === 0) return
    this.#backLater ??= setTimeout(() => {
      this.#backLater = null
      this.putBack(this.#aside.splice(0))
      onBack()
    }, asideMs)
  }

  async finish({ topic, offset }: LogRecord): Promise<void> {
    if (topic !== 'enrichments' && topic !== 'orders') return
    const next = this.#done[topic].done(offset)
    if (next !== null) await this.#commit(topic, next)
  }

  close(): void {
    this.#closed = true
    clearTimeout(this.#backLater ?? undefined)
    this.#makeRoom()
  }

  async #itemOf(record: LogRecord): Promise<Item | null> {
    const now = performance.now()
    if (record.topic === 'enrichments') {
      this.#done.enrichments.taken(record.offset)
      const event = await decodeRecord(this.#deps, stage, 'enrichments', record)
      return event && itemOfEnrichment(record, event, now)
    }
    this.#done.orders.taken(record.offset)
    const order = await decodeRecord(this.#deps, stage, 'orders', record)
    return order && itemOfOrder(record, order, now)
  }

  #makeRoom(): void {
    for (const resolve of this.#room.splice(0)) resolve()
  }
}
