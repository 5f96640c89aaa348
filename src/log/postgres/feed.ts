import type { Topic } from '../../messages/topics.ts'
import type { LogRecord, PartitionReader } from '../event-log.ts'

const recordsPerTake = 500
const recordsQueued = 2_000

/**
 * Feeds one reader with one topic's partition. While the reader keeps up, records are handed over
 * in memory as soon as they are committed; a reader that fell behind, or has just started, reads
 * the table until it has caught up. `#behind` says which of the two holds.
 */
export class PostgresFeed {
  readonly topic: Topic
  readonly partition: number
  readonly #reader: PartitionReader
  readonly #source: FeedSource
  #position: number
  #behind = true
  #queue: LogRecord[] = []
  #wake: () => void = () => {}
  #closed = false
  readonly done: Promise<void>

  constructor(options: FeedOptions) {
    this.topic = options.topic
    this.partition = options.partition
    this.#reader = options.reader
    this.#source = options.source
    this.#position = options.from
    this.done = this.#run()
  }

  /** Records of this partition, just committed, in order. */
  offer(records: readonly LogRecord[]): void {
    if (this.#behind) return
    const follows = records[0]?.offset === this.#position
    if (follows && this.#queue.length < recordsQueued) this.#push(records)
    else this.#behind = true
    this.#wake()
  }

  /** The partition ends at `end`; what was not offered must be read from the table. */
  notice(end: number): void {
    if (this.#position >= end) return
    this.#behind = true
    this.#wake()
  }

  /** Ends the hand-over after the records in hand; the reader is closed by who opened it. */
  async close(): Promise<void> {
    this.#closed = true
    this.#wake()
    await this.done
  }

  async #run(): Promise<void> {
    while (!this.#closed) {
      if (this.#queue.length > 0) await this.#reader.take(this.#queue.splice(0, recordsPerTake))
      else if (this.#behind) await this.#catchUp()
      else await this.#sleep()
    }
  }

  async #catchUp(): Promise<void> {
    const end = this.#source.end(this.topic, this.partition)
    const from = this.#position
    const records = await this.#source.read(this.topic, this.partition, from, recordsPerTake)
    this.#push(records)
    // All that is there up to `end` was read; what is not there was erased, and never comes.
    if (records.length < recordsPerTake) this.#position = Math.max(this.#position, end)
    // Nothing awaits between this comparison and the next offer, so no record slips in between.
    if (this.#position >= this.#source.end(this.topic, this.partition)) this.#behind = false
  }

  #push(records: readonly LogRecord[]): void {
    const last = records.at(-1)
    if (!last) return
    this.#queue.push(...records)
    this.#position = last.offset + 1
  }

  #sleep(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve
    })
  }
}

export interface FeedSource {
  read(topic: Topic, partition: number, from: number, limit: number): Promise<readonly LogRecord[]>
  /** The end as this process knows it: what lies below was offered or is in the table. */
  end(topic: Topic, partition: number): number
}

interface FeedOptions {
  readonly topic: Topic
  readonly partition: number
  readonly from: number
  readonly reader: PartitionReader
  readonly source: FeedSource
}
