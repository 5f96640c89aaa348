import { CodedError } from '../../errors.ts'
import type { Topic } from '../../messages/topics.ts'
import { partitionOf, topicNames, topics } from '../../messages/topics.ts'
import type { Basis, LogRecord, NewRecord } from '../event-log.ts'
import type { EndRow } from './statements.ts'

const perTransaction = { records: 1_000, bytes: 4_000_000 }

/** An append that stands in the line. */
export interface WaitingAppend {
  /** Under the offsets that they get, if nobody else takes these first. */
  records: readonly LogRecord[]
  readonly basis: Basis | null
  readonly resolve: (records: readonly LogRecord[]) => void
  readonly reject: (error: Error) => void
}

/** Whether records of a topic are handed on before their commit. */
export type IsEarly = (topic: Topic) => boolean

/**
 * The appends of this process that are not committed, in their order, whatever the topic. They are
 * numbered as they join; what rests on a record stands behind it, so no transaction that takes from
 * the front can commit it without that record.
 */
export class AppendLine {
  readonly #isEarly: IsEarly
  /** The ends of what is committed, and of what is numbered. */
  readonly #ends = emptyPlaces()
  readonly #next = emptyPlaces()
  #waiting: WaitingAppend[] = []
  #sent: readonly WaitingAppend[] = []
  #basis = { ended: false }

  constructor(isEarly: IsEarly) {
    this.#isEarly = isEarly
  }

  get basis(): Basis {
    return this.#basis
  }

  get length(): number {
    return this.#waiting.length
  }

  /** Where the partition ends, as far as this process has seen it committed. */
  end(topic: Topic, partition: number): number {
    return this.#ends[topic][partition] ?? 0
  }

  /** Where it will end when all that stands in the line is committed. */
  next(topic: Topic, partition: number): number {
    return this.#next[topic][partition] ?? 0
  }

  /** Numbers records: they have these offsets once they are committed. */
  add(
    records: readonly NewRecord[],
    waiting: Omit<WaitingAppend, 'records'>,
  ): readonly LogRecord[] {
    const numbered = this.#number(records)
    this.#waiting.push({ records: numbered, ...waiting })
    return numbered
  }

  /** Records of a partition that are in the line, from an offset on. */
  from(topic: Topic, partition: number, offset: number): readonly LogRecord[] {
    const found: LogRecord[] = []
    for (const { records } of [...this.#sent, ...this.#waiting]) {
      for (const record of records) {
        const isThere = record.topic === topic && record.partition === partition
        if (isThere && record.offset >= offset) found.push(record)
      }
    }
    return found
  }

  /** The next transaction: a stretch from the front, of one append at least. */
  send(): readonly WaitingAppend[] {
    let records = 0
    let bytes = 0
    let count = 0
    for (const { records: more } of this.#waiting) {
      records += more.length
      for (const { value } of more) bytes += value.length
      if (count > 0 && (records > perTransaction.records || bytes > perTransaction.bytes)) break
      count += 1
    }
    this.#sent = this.#waiting.splice(0, count)
    return this.#sent
  }

  committed(): void {
    for (const { records } of this.#sent) {
      for (const { topic, partition, offset } of records) this.#ends[topic][partition] = offset + 1
    }
    this.#sent = []
  }

  /**
   * Learns what other processes appended. Where one of them took an offset that was handed on, the
   * statement that meets it tells.
   */
  see(found: readonly EndRow[]): void {
    for (const { topic, partition, next } of found) {
      if (this.#isHandedOn(topic, partition)) continue
      this.#ends[topic][partition] = Math.max(this.end(topic, partition), Number(next))
      this.#next[topic][partition] = Math.max(this.next(topic, partition), Number(next))
    }
  }

  /** Whether an offset that was handed on is somebody else's, when the log ends so. */
  isTaken(found: readonly EndRow[]): boolean {
    return found.some(({ topic, partition, next }) => {
      return this.#isHandedOn(topic, partition) && Number(next) > this.end(topic, partition)
    })
  }

  /** Ends the basis, and gives what rested on it; it is to be rejected. */
  takeBack(): readonly WaitingAppend[] {
    const basis = this.#basis
    basis.ended = true
    this.#basis = { ended: false }
    const dropped = [...this.#sent, ...this.#waiting].filter((one) => one.basis === basis)
    this.#sent = this.#sent.filter((one) => one.basis !== basis)
    this.#waiting = this.#waiting.filter((one) => one.basis !== basis)
    return dropped
  }

  /** Numbers all anew behind these ends; gives what is to be sent again. */
  renumber(found: readonly EndRow[]): readonly WaitingAppend[] {
    for (const { topic, partition, next } of found) {
      const end = Math.max(this.end(topic, partition), Number(next))
      this.#ends[topic][partition] = end
      this.#next[topic][partition] = end
    }
    for (const one of [...this.#sent, ...this.#waiting]) one.records = this.#number(one.records)
    return this.#sent
  }

  /** Takes everything out. */
  clear(): readonly WaitingAppend[] {
    const all = [...this.#sent, ...this.#waiting]
    this.#sent = []
    this.#waiting = []
    return all
  }

  #isHandedOn(topic: Topic, partition: number): boolean {
    return this.#isEarly(topic) && this.next(topic, partition) > this.end(topic, partition)
  }

  #number(records: readonly NewRecord[]): readonly LogRecord[] {
    return records.map(({ topic, key, value, message }) => {
      const partition = partitionOf(topic, key)
      const offset = this.next(topic, partition)
      this.#next[topic][partition] = offset + 1
      return { topic, key, value, message, partition, offset }
    })
  }
}

/** Rejected appends that rest on what was taken back. */
export function takenBack(): Error {
  return new CodedError('log_unavailable', 'what this append rests on was taken back')
}

function emptyPlaces(): Record<Topic, number[]> {
  const places = topicNames.map((topic) => [topic, new Array(topics[topic].partitions).fill(0)])
  return Object.fromEntries(places)
}
