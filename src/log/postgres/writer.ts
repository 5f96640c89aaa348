import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { column } from '../../db/pool.ts'
import { CodedError } from '../../errors.ts'
import type { Topic } from '../../messages/topics.ts'
import { partitionOf, topics } from '../../messages/topics.ts'
import type { LogRecord, NewRecord } from '../event-log.ts'

const recordsPerInsert = 1_000
const bytesPerInsert = 4_000_000
const attemptsPerInsert = 50
/** Writers that take turns to overtake each other would go on for ever without an uneven pause. */
const pauseAfterConflictMs = 10
const uniqueViolation = '23505'

/**
 * The one writer of a topic. It numbers the rows itself and keeps one insert in flight, collecting
 * what comes meanwhile: batches form by themselves and offsets become visible in order.
 * Another process that appended in between makes the insert fail on the primary key, with nothing
 * written; the ends are read again and the insert is repeated.
 */
export class PostgresWriter {
  readonly #topic: Topic
  readonly #client: pg.Client
  readonly #onAppended: (records: readonly LogRecord[]) => void
  readonly #onBroken: (error: Error) => void
  readonly #ends: number[]
  #queue: Waiting[] = []
  #running = false
  #broken: Error | null = null
  #turn: Promise<void> = Promise.resolve()

  constructor(options: WriterOptions) {
    this.#topic = options.topic
    this.#client = options.client
    this.#onAppended = options.onAppended
    this.#onBroken = options.onBroken
    this.#ends = Array.from({ length: topics[options.topic].partitions }, () => 0)
  }

  async open(): Promise<this> {
    await this.refresh()
    return this
  }

  /** Where the partition ends, as far as this process has seen. */
  end(partition: number): number {
    return this.#ends[partition] ?? 0
  }

  append(records: readonly NewRecord[]): Promise<readonly LogRecord[]> {
    if (this.#broken) return Promise.reject(this.#broken)
    if (records.some(isUnfit))
      return Promise.reject(new Error('a record holds a line break or NUL'))
    return new Promise((resolve, reject) => {
      this.#queue.push({ records, resolve, reject })
      if (!this.#running) this.#start()
    })
  }

  /** Reads the ends from the table: at the start, and to see what other processes appended. */
  async refresh(): Promise<void> {
    const { rows } = await this.#inTurn(() => this.#client.query<EndRow>(endsSql(this.#topic)))
    for (const { partition, next } of rows) {
      this.#ends[partition] = Math.max(this.end(partition), Number(next))
    }
  }

  #start(): void {
    this.#running = true
    // Later appends of the same turn of the event loop shall travel in the same insert.
    setImmediate(() => {
      this.#drain().finally(() => {
        this.#running = false
        if (this.#queue.length > 0) this.#start()
      })
    })
  }

  async #drain(): Promise<void> {
    while (this.#queue.length > 0) {
      const batch = takeBatch(this.#queue)
      try {
        const appended = await this.#insert(batch.flatMap(({ records }) => records))
        this.#onAppended(appended)
        let from = 0
        for (const { records, resolve } of batch) {
          resolve(appended.slice(from, from + records.length))
          from += records.length
        }
      } catch (cause) {
        this.#fail(batch, cause)
      }
    }
  }

  async #insert(records: readonly NewRecord[]): Promise<readonly LogRecord[]> {
    for (let attempt = 1; ; attempt += 1) {
      const numbered = this.#number(records)
      try {
        await this.#inTurn(() => this.#client.query(insertOf(this.#topic, numbered)))
        for (const { partition, offset } of numbered) this.#ends[partition] = offset + 1
        return numbered
      } catch (error) {
        if (!isUniqueViolation(error) || attempt === attemptsPerInsert) throw error
        const pauseMs = Math.random() * pauseAfterConflictMs
        await sleep(pauseMs)
        await this.refresh()
      }
    }
  }

  /** One statement at a time on the writer's connection. */
  #inTurn<T>(act: () => Promise<T>): Promise<T> {
    const turn = this.#turn.then(act)
    this.#turn = turn.then(
      () => {},
      () => {},
    )
    return turn
  }

  #number(records: readonly NewRecord[]): readonly LogRecord[] {
    const next = [...this.#ends]
    return records.map((record) => {
      const partition = partitionOf(record.topic, record.key)
      const offset = next[partition] ?? 0
      next[partition] = offset + 1
      const { topic, key, value, message } = record
      return { topic, key, value, message, partition, offset }
    })
  }

  /** Whether the rows are there is not known: who appended must not conclude that they are not. */
  #fail(batch: readonly Waiting[], cause: unknown): void {
    const error = new CodedError('log_unavailable', `append to ${this.#topic} failed`, cause)
    this.#broken = error
    for (const { reject } of [...batch, ...this.#queue.splice(0)]) reject(error)
    this.#onBroken(error)
  }
}

interface EndRow {
  readonly partition: number
  readonly next: string
}

interface WriterOptions {
  readonly topic: Topic
  readonly client: pg.Client
  /** Called after the commit, before the append's promise resolves. */
  readonly onAppended: (records: readonly LogRecord[]) => void
  readonly onBroken: (error: Error) => void
}

interface Waiting {
  readonly records: readonly NewRecord[]
  readonly resolve: (records: readonly LogRecord[]) => void
  readonly reject: (error: Error) => void
}

function takeBatch(queue: Waiting[]): readonly Waiting[] {
  let records = 0
  let bytes = 0
  let count = 0
  for (const { records: more } of queue) {
    records += more.length
    for (const { value } of more) bytes += value.length
    if (count > 0 && (records > recordsPerInsert || bytes > bytesPerInsert)) break
    count += 1
  }
  return queue.splice(0, count)
}

function insertOf(topic: Topic, records: readonly LogRecord[]) {
  return {
    name: `append-${topic}`,
    text: `insert into log."${topic}" (partition, off, key, value)
      select p::int, o::bigint, k, v from rows from (
        string_to_table($1, e'\\n'), string_to_table($2, e'\\n'),
        string_to_table($3, e'\\n'), string_to_table($4, e'\\n')) as r (p, o, k, v)`,
    values: [
      column(records.map(({ partition }) => partition)),
      column(records.map(({ offset }) => offset)),
      column(records.map(({ key }) => key)),
      column(records.map(({ value }) => value.toString())),
    ],
  }
}

/** Postgres has no NUL in a text, and line breaks part the records of an insert. */
function isUnfit({ key, value }: NewRecord): boolean {
  return /[\n\0]/.test(key) || value.includes('\n') || value.includes('\0')
}

function endsSql(topic: Topic): string {
  return `select p as partition, coalesce(
      (select off + 1 from log."${topic}" where partition = p order by off desc limit 1), 0) as next
    from generate_series(0, ${topics[topic].partitions - 1}) p`
}

function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === uniqueViolation
}
