import type { Consumer } from 'kafkajs'
import type { Topic } from '../../messages/topics.ts'
import type { LogRecord, PartitionReader } from '../event-log.ts'
import type { KafkaNames } from './names.ts'

const recordsPerTake = 500
const bytesPerTake = 512_000
/** Above it the consumer fetches no more of this partition; one fetch may still come on top. */
const queuedMax = { records: 2_000, bytes: 1_000_000 }

/**
 * Hands one topic's partition to its reader. The client's fetch loop waits for nobody: what comes
 * is queued here, and a queue that grows pauses its own partition only.
 */
export class KafkaFeed {
  readonly #topic: Topic
  readonly #reader: PartitionReader
  readonly #flow: Flow
  #position: number
  #queue: LogRecord[] = []
  #queuedBytes = 0
  #paused = false
  #closed = false
  #wake: () => void = () => {}
  readonly done: Promise<void>

  constructor(options: FeedOptions) {
    this.#topic = options.topic
    this.#reader = options.reader
    this.#flow = options.flow
    this.#position = options.from
    this.done = this.#run().catch((error) => {
      if (!this.#closed) options.fail(error)
    })
  }

  /** Where the next record is expected. */
  get position(): number {
    return this.#position
  }

  /** Records as they were fetched, in order. While leaders change some are fetched twice. */
  offer(records: readonly LogRecord[]): void {
    for (const record of records) {
      if (record.offset < this.#position) continue
      this.#queue.push(record)
      this.#queuedBytes += record.value.length
      this.#position = record.offset + 1
    }
    if (this.#isFull(queuedMax) && !this.#paused) this.#pause()
    this.#wake()
  }

  /** The consumer has forgotten where it was: after each change in the group. */
  resume(): void {
    this.#flow.seek(this.#topic, this.#position)
    if (this.#paused) this.#flow.pause(this.#topic)
    else this.#flow.resume(this.#topic)
  }

  /** Nothing is handed over from now on; `done` resolves after the take in hand. */
  stop(): void {
    this.#closed = true
    this.#queue = []
    this.#wake()
  }

  async #run(): Promise<void> {
    while (!this.#closed) {
      if (this.#queue.length > 0) await this.#reader.take(this.#next())
      else await this.#sleep()
      if (this.#paused && !this.#isFull(half)) this.#unpause()
    }
  }

  #next(): readonly LogRecord[] {
    let bytes = 0
    let count = 0
    for (const { value } of this.#queue) {
      if (count === recordsPerTake || (count > 0 && bytes + value.length > bytesPerTake)) break
      bytes += value.length
      count += 1
    }
    this.#queuedBytes -= bytes
    return this.#queue.splice(0, count)
  }

  #isFull(limit: { readonly records: number; readonly bytes: number }): boolean {
    return this.#queue.length >= limit.records || this.#queuedBytes >= limit.bytes
  }

  #pause(): void {
    this.#paused = true
    this.#flow.pause(this.#topic)
  }

  #unpause(): void {
    this.#paused = false
    this.#flow.resume(this.#topic)
  }

  #sleep(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve
    })
  }
}

const half = { records: queuedMax.records / 2, bytes: queuedMax.bytes / 2 }

/** A feed may ask this of the consumer, for its own partition. */
export interface Flow {
  seek(topic: Topic, offset: number): void
  pause(topic: Topic): void
  resume(topic: Topic): void
}

/** Refused while the client restarts its consumer; `resume` says it again after that. */
export function consumerFlow(consumer: Consumer, names: KafkaNames, partition: number): Flow {
  const attempt = (act: () => void) => {
    try {
      act()
    } catch {}
  }
  const place = (topic: Topic) => [{ topic: names.topic(topic), partitions: [partition] }]
  return {
    pause: (topic) => attempt(() => consumer.pause(place(topic))),
    resume: (topic) => attempt(() => consumer.resume(place(topic))),
    seek: (topic, offset) =>
      attempt(() =>
        consumer.seek({ topic: names.topic(topic), partition, offset: String(offset) }),
      ),
  }
}

export interface FeedOptions {
  readonly topic: Topic
  readonly from: number
  readonly reader: PartitionReader
  readonly flow: Flow
  readonly fail: (error: unknown) => void
}
