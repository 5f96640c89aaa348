import { CodedError } from '../../errors.ts'
import type { Topic } from '../../messages/topics.ts'
import { topics as table } from '../../messages/topics.ts'
import type { Report } from '../../report.ts'
import type { Group, LogRecord, Offsets, PartitionReader } from '../event-log.ts'
import { within } from '../within.ts'
import type { Flow } from './feed.ts'
import { KafkaFeed } from './feed.ts'
import type { KafkaSource } from './source.ts'

const drainLimitMs = 500

/**
 * A partition number that this member owns, in all topics of its group: from the moment the group
 * gave it to us until its reader is closed. Its topics stay paused until the reader is open.
 */
export class KafkaPartition {
  readonly #deps: PartitionDeps
  readonly #feeds = new Map<Topic, KafkaFeed>()
  #reader: PartitionReader | null = null
  #opening: Promise<void> = Promise.resolve()
  #closing: Promise<void> | null = null

  constructor(deps: PartitionDeps) {
    this.#deps = deps
  }

  /** Opens the reader where the group left off, or where the reader wants to be. */
  open(committed: Offsets): Promise<void> {
    this.#opening = this.#open(committed).catch((error) => {
      if (!this.#closing) throw error
    })
    return this.#opening
  }

  /** After each change in the group that leaves us this partition. */
  resume(): void {
    for (const topic of this.#deps.topics) {
      const feed = this.#feeds.get(topic)
      if (feed) feed.resume()
      else this.#deps.flow.pause(topic)
    }
  }

  /** False for a topic that is not read yet: the client shall fetch these records again. */
  offer(topic: Topic, records: readonly LogRecord[], end: number): boolean {
    const feed = this.#feeds.get(topic)
    if (!feed || this.#closing) return false
    if (end < feed.position) this.#checkEnd(topic, feed).catch(this.#deps.fail)
    feed.offer(records)
    return true
  }

  /** Waits for the takes in hand, within a limit: whoever comes next must not wait for us. */
  close(): Promise<void> {
    this.#closing ??= this.#close()
    return this.#closing
  }

  async #open(committed: Offsets): Promise<void> {
    const { group, number, topics, flow, fail } = this.#deps
    if (this.#closing) return
    const reader = await group.open(number, committed)
    const starts = topics.map((topic) => reader.from?.[topic] ?? committed[topic] ?? 0)
    const from = await this.#withinLog(starts)
    if (this.#closing) {
      await reader.close()
      return
    }
    this.#reader = reader
    for (const [index, topic] of topics.entries()) {
      const feed = new KafkaFeed({ topic, from: from[index] ?? 0, reader, flow, fail })
      this.#feeds.set(topic, feed)
      feed.resume()
    }
  }

  async #close(): Promise<void> {
    for (const feed of this.#feeds.values()) feed.stop()
    const feeds = [...this.#feeds.values()].map(({ done }) => done)
    await within(drainLimitMs, Promise.all([this.#opening, ...feeds]))
    if (this.#reader) await within(drainLimitMs, this.#reader.close())
  }

  /**
   * A fetch that ends before what was read already is an old answer of a former leader, or the log
   * has lost its end. Then the client silently starts again from the oldest record, and what is new
   * would be taken for old.
   */
  async #checkEnd(topic: Topic, feed: KafkaFeed): Promise<void> {
    const [end] = await this.#deps.source.ends([{ topic, partition: this.#deps.number }])
    if (this.#closing || !end || end.offset >= feed.position) return
    throw lost(topic, this.#deps.number, end.offset, feed.position)
  }

  /** A log that ends before its reader has lost records. Those that count are a reason to stop. */
  async #withinLog(starts: readonly number[]): Promise<readonly number[]> {
    const { number: partition, topics, source, report } = this.#deps
    const ends = await source.ends(topics.map((topic) => ({ topic, partition })))
    return topics.map((topic, index) => {
      const start = starts[index] ?? 0
      const end = ends.find((one) => one.topic === topic)?.offset ?? 0
      if (start <= end) return start
      const error = lost(topic, partition, end, start)
      if (table[topic].durable) throw error
      report('log', { error: error.message })
      return end
    })
  }
}

function lost(topic: Topic, partition: number, end: number, read: number): CodedError {
  const message = `records are lost: ${topic}/${partition} ends at ${end}, but was read up to ${read}`
  return new CodedError('log_unavailable', message)
}

export interface PartitionDeps {
  readonly number: number
  readonly topics: readonly Topic[]
  readonly group: Group
  readonly flow: Flow
  readonly source: KafkaSource
  readonly report: Report
  readonly fail: (error: unknown) => void
}
