import type { Topic } from '../../messages/topics.ts'
import type { LogRecord, PartitionReader } from '../event-log.ts'
import { bytesOf, countWithin } from '../record.ts'

/** Limits of a take, and of a question to the table; one record comes however large it is. */
const perTake = { records: 500, bytes: 262_144 }
const recordsQueued = 2_000
/** The limit of all feeds of a process together. */
const bytesQueued = 16_777_216

/** The memory that feeds share. A feed that finds none falls behind, and reads the table. */
export class FeedRoom {
  #used = 0

  get used(): number {
    return this.#used
  }

  /** False when there is no room for so much more. */
  take(bytes: number): boolean {
    if (this.#used + bytes > bytesQueued) return false
    this.#used += bytes
    return true
  }

  /** For what a reader needs to go on at all: a take from the table. */
  takeAnyway(bytes: number): void {
    this.#used += bytes
  }

  give(bytes: number): void {
    this.#used -= bytes
  }
}

/**
 * Feeds one reader with one topic's partition. While the reader keeps up, records are handed over
 * in memory as soon as they are committed, or early, as soon as they have their offsets; a reader
 * that fell behind, or has just started, reads the table, and early what is in the line, until it
 * has caught up. `#behind` says which of the two holds.
 */
export class PostgresFeed {
  readonly topic: Topic
  readonly partition: number
  readonly #reader: PartitionReader
  readonly #source: FeedSource
  readonly #line: FeedLine | null
  readonly #room: FeedRoom
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
    this.#line = options.line ?? null
    this.#room = options.room
    this.#position = options.from
    this.done = this.#run()
  }

  get isEarly(): boolean {
    return this.#line !== null
  }

  /** Records of this partition, just committed or, early, numbered; in order. */
  offer(records: readonly LogRecord[]): void {
    if (this.#behind) return
    const follows = records[0]?.offset === this.#position
    const mayQueue = follows && this.#queue.length < recordsQueued
    if (mayQueue && this.#room.take(bytesOf(records))) this.#push(records)
    else this.#behind = true
    this.#wake()
  }

  /** Records that were not offered, as others appended them, must be read from the table. */
  notice(): void {
    if (this.#position >= this.#end()) return
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
    try {
      while (!this.#closed) {
        if (this.#queue.length > 0) await this.#handOver()
        else if (this.#behind) await this.#catchUp()
        else await this.#sleep()
      }
    } finally {
      this.#room.give(bytesOf(this.#queue))
    }
  }

  async #handOver(): Promise<void> {
    const records = this.#queue.splice(0, countWithin(this.#queue, perTake))
    await this.#reader.take(records)
    this.#room.give(bytesOf(records))
  }

  async #catchUp(): Promise<void> {
    const end = this.#source.end(this.topic, this.partition)
    const from = this.#position
    const { records, isAll } = await this.#source.read(this.topic, this.partition, from, perTake)
    this.#room.takeAnyway(bytesOf(records))
    this.#push(records)
    // All that is there up to `end` was read; what is not there was erased, and never comes.
    if (isAll) this.#position = Math.max(this.#position, end)
    this.#takeLine()
    // Nothing awaits between this comparison and the next offer, so no record slips in between.
    if (this.#position >= this.#end()) this.#behind = false
  }

  /** Records that are not in the table yet, if they go on from there. */
  #takeLine(): void {
    const waiting = this.#line?.waiting(this.topic, this.partition, this.#position) ?? []
    if (waiting[0]?.offset !== this.#position) return
    const records = waiting.slice(0, countWithin(waiting, perTake))
    this.#room.takeAnyway(bytesOf(records))
    this.#push(records)
  }

  #end(): number {
    const { topic, partition } = this
    return this.#line ? this.#line.next(topic, partition) : this.#source.end(topic, partition)
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

export interface ReadLimit {
  readonly records: number
  readonly bytes: number
}

export interface FeedSource {
  /** `isAll`: the limit left out no record that is there. The first comes however large it is. */
  read(
    topic: Topic,
    partition: number,
    from: number,
    limit: ReadLimit,
  ): Promise<{ readonly records: readonly LogRecord[]; readonly isAll: boolean }>
  /** The end as this process knows it: what lies below was offered or is in the table. */
  end(topic: Topic, partition: number): number
}

/** Records that are numbered and not committed. */
export interface FeedLine {
  /** In order, from an offset on. */
  waiting(topic: Topic, partition: number, from: number): readonly LogRecord[]
  /** Where it ends: what lies below was offered, is in the line or in the table. */
  next(topic: Topic, partition: number): number
}

interface FeedOptions {
  readonly topic: Topic
  readonly partition: number
  readonly from: number
  readonly reader: PartitionReader
  readonly source: FeedSource
  /** For a reader that is given records early. */
  readonly line?: FeedLine | null
  readonly room: FeedRoom
}
