import type { Producer, RecordMetadata } from 'kafkajs'
import { CodedError } from '../../errors.ts'
import { partitionOf } from '../../messages/topics.ts'
import type { LogRecord, NewRecord } from '../event-log.ts'
import { within } from '../within.ts'
import { requestTimeoutMs } from './connection.ts'
import type { KafkaNames } from './names.ts'
import { maxRecordBytes } from './topics.ts'

const recordsPerSend = 2_000
/** The broker limits what a request brings to one partition as it limits a single record. */
const bytesPerPartition = 900_000
const bytesPerSend = 8_000_000
const recordsQueued = 20_000
const bytesQueued = 64_000_000
const drainLimitMs = 1_000

/**
 * The one sender of a process: all that is queued leaves in one request, and the next collects
 * meanwhile. So batches form by themselves, and records of a key stay in order although a request
 * may be repeated. A repeat can double what it brings, whole or in part; the chain rule bears that.
 * The client's idempotent producer is no remedy: it can lose a batch after a lost acknowledgement.
 */
export class KafkaWriter {
  readonly #producer: Producer
  readonly #names: KafkaNames
  readonly #timeoutMs: number
  #queue: Waiting[] = []
  #queuedBytes = 0
  #sending: Promise<void> | null = null
  /** The broker did not answer in time: until it does, appends are refused at once. */
  #away = false
  #closed = false

  constructor(options: WriterOptions) {
    this.#producer = options.producer
    this.#names = options.names
    this.#timeoutMs = options.appendTimeoutMs
  }

  append(records: readonly NewRecord[]): Promise<readonly LogRecord[]> {
    if (records.length === 0) return Promise.resolve([])
    const waiting = records.map((record, index) => ({ record, index, bytes: bytesOf(record) }))
    const refusal = this.#refusal(waiting)
    if (refusal) return Promise.reject(refusal)
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        this.#away = true
        append.fail(unavailable(`no acknowledgement within ${this.#timeoutMs} ms`))
      }
      const append = new Append(records.length, { resolve, reject })
      append.expireAfter(this.#timeoutMs, giveUp)
      for (const one of waiting) {
        const partition = partitionOf(one.record.topic, one.record.key)
        this.#queue.push({ append, partition, ...one })
        this.#queuedBytes += one.bytes
      }
      this.#sending ??= this.#start()
    })
  }

  /** Queued records are still sent, within a limit. */
  async close(): Promise<void> {
    this.#closed = true
    if (this.#sending) await within(drainLimitMs, this.#sending)
    for (const { append } of this.#queue.splice(0)) append.fail(unavailable('the log was closed'))
  }

  /** Nothing of what is refused here was or will be appended. */
  #refusal(waiting: readonly Sized[]): Error | null {
    if (this.#closed) return unavailable('the log was closed')
    const large = waiting.find(({ record, bytes }) => bytes > maxRecordBytes(record.topic))
    if (large) return new Error(`a record of ${large.bytes} bytes is too large for the log`)
    if (this.#away && this.#sending) return unavailable('the log does not answer')
    const bytes = waiting.reduce((sum, one) => sum + one.bytes, this.#queuedBytes)
    if (this.#queue.length + waiting.length <= recordsQueued && bytes <= bytesQueued) return null
    return unavailable('too much waits to be appended')
  }

  async #start(): Promise<void> {
    // Later appends of the same turn of the event loop shall travel in the same request.
    await new Promise((resolve) => setImmediate(resolve))
    while (this.#queue.length > 0) {
      const batch = this.#take()
      if (batch.length > 0) await this.#send(batch)
    }
    this.#sending = null
  }

  #take(): readonly Waiting[] {
    const bytesByPlace = new Map<string, number>()
    let bytes = 0
    let count = 0
    for (const waiting of this.#queue) {
      const place = `${waiting.record.topic}/${waiting.partition}`
      const there = bytesByPlace.get(place) ?? 0
      if (there > 0 && there + waiting.bytes > bytesPerPartition) break
      if (count === recordsPerSend || bytes > bytesPerSend) break
      bytesByPlace.set(place, there + waiting.bytes)
      bytes += waiting.bytes
      count += 1
    }
    this.#queuedBytes -= bytes
    return this.#queue.splice(0, count).filter(({ append }) => !append.over)
  }

  async #send(batch: readonly Waiting[]): Promise<void> {
    try {
      const acknowledged = await this.#producer.sendBatch({
        acks: -1,
        timeout: requestTimeoutMs.append,
        topicMessages: this.#messagesOf(batch),
      })
      this.#away = false
      this.#settle(batch, acknowledged)
    } catch (cause) {
      this.#away = true
      for (const { append } of batch) append.fail(unavailable('an append failed', cause))
    }
  }

  #messagesOf(batch: readonly Waiting[]) {
    const messages = new Map<string, { key: string; value: string | Buffer; partition: number }[]>()
    for (const { record, partition } of batch) {
      const name = this.#names.topic(record.topic)
      const some = messages.get(name)
      const message = { key: record.key, value: record.value, partition }
      if (some) some.push(message)
      else messages.set(name, [message])
    }
    return [...messages].map(([topic, some]) => ({ topic, messages: some }))
  }

  #settle(batch: readonly Waiting[], acknowledged: readonly RecordMetadata[]): void {
    const next = new Map<string, number>()
    for (const { topicName, partition, baseOffset } of acknowledged) {
      next.set(`${topicName}/${partition}`, Number(baseOffset))
    }
    for (const { record, partition, append, index } of batch) {
      const { topic, key, value, message } = record
      const place = `${this.#names.topic(topic)}/${partition}`
      const offset = next.get(place)
      if (offset === undefined) append.fail(unavailable(`${place} was not acknowledged`))
      else append.done(index, { topic, key, value, message, partition, offset })
      if (offset !== undefined) next.set(place, offset + 1)
    }
  }
}

export interface WriterOptions {
  readonly producer: Producer
  readonly names: KafkaNames
  readonly appendTimeoutMs: number
}

interface Sized {
  readonly record: NewRecord
  readonly index: number
  readonly bytes: number
}

interface Waiting extends Sized {
  readonly append: Append
  readonly partition: number
}

/** Records that were appended together: all of them are acknowledged, or it is not known. */
class Append {
  readonly #appended: LogRecord[]
  readonly #settle: Settle
  #missing: number
  #timer: NodeJS.Timeout | undefined
  over = false

  constructor(count: number, settle: Settle) {
    this.#appended = new Array(count)
    this.#missing = count
    this.#settle = settle
  }

  expireAfter(limitMs: number, expire: () => void): void {
    this.#timer = setTimeout(expire, limitMs)
  }

  done(index: number, record: LogRecord): void {
    this.#appended[index] = record
    this.#missing -= 1
    if (this.#missing === 0) this.#end(() => this.#settle.resolve(this.#appended))
  }

  fail(error: Error): void {
    this.#end(() => this.#settle.reject(error))
  }

  #end(settle: () => void): void {
    if (this.over) return
    this.over = true
    clearTimeout(this.#timer)
    settle()
  }
}

interface Settle {
  readonly resolve: (records: readonly LogRecord[]) => void
  readonly reject: (error: Error) => void
}

/** The size with the format's own bytes, estimated generously. */
function bytesOf({ key, value }: NewRecord): number {
  return Buffer.byteLength(value) + Buffer.byteLength(key) + 100
}

function unavailable(message: string, cause?: unknown): CodedError {
  return new CodedError('log_unavailable', message, cause)
}
