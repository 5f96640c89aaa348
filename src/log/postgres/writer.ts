import { setImmediate as nextRound, setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { CodedError } from '../../errors.ts'
import type { Topic } from '../../messages/topics.ts'
import { topics } from '../../messages/topics.ts'
import type { Basis, LogRecord, NewRecord } from '../event-log.ts'
import type { IsEarly, WaitingAppend } from './line.ts'
import { AppendLine, takenBack } from './line.ts'
import type { EndRow } from './statements.ts'
import { endsSql, insertOf, isUnfit, isUniqueViolation } from './statements.ts'

const attemptsPerInsert = 50
/** Writers that take turns to overtake each other would go on for ever without an uneven pause. */
const pauseAfterConflictMs = 10

/**
 * The one writer of a process. It numbers the rows itself and keeps one transaction in flight,
 * collecting what comes meanwhile: batches form by themselves and offsets become visible in order.
 * Another process that appended in between makes the insert fail on the primary key, with nothing
 * written; the ends are read again, what was handed on is taken back, and the insert is repeated.
 */
export class PostgresWriter {
  readonly #options: WriterOptions
  readonly #line: AppendLine
  #running = false
  #broken: Error | null = null
  #turn: Promise<void> = Promise.resolve()

  constructor(options: WriterOptions) {
    this.#options = options
    this.#line = new AppendLine(options.isEarly)
  }

  async open(): Promise<this> {
    await this.refresh()
    return this
  }

  /** Appends with it rest on records that are handed on from now on. */
  get basis(): Basis {
    return this.#line.basis
  }

  /** Where the partition ends, as far as this process has seen it committed. */
  end(topic: Topic, partition: number): number {
    return this.#line.end(topic, partition)
  }

  /** Where it will end when all that stands in the line is committed. */
  next(topic: Topic, partition: number): number {
    return this.#line.next(topic, partition)
  }

  /** Records that are not committed yet. */
  waiting(topic: Topic, partition: number, from: number): readonly LogRecord[] {
    return this.#line.from(topic, partition, from)
  }

  append(records: readonly NewRecord[], basis: Basis | null): Promise<readonly LogRecord[]> {
    if (this.#broken) return Promise.reject(this.#broken)
    if (basis?.ended) return Promise.reject(takenBack())
    if (records.some(isUnfit))
      return Promise.reject(new Error('a record holds a line break or NUL'))
    return new Promise((resolve, reject) => {
      const numbered = this.#line.add(records, { basis, resolve, reject })
      this.#options.onNumbered(numbered)
      if (!this.#running) this.#start()
    })
  }

  /** Reads the ends from the table: at the start, and to see what other processes appended. */
  async refresh(): Promise<void> {
    if (this.#broken) throw this.#broken
    this.#line.see(await this.#readEnds())
  }

  #start(): void {
    this.#running = true
    this.#drain().finally(() => {
      this.#running = false
      if (this.#line.length > 0) this.#start()
    })
  }

  async #drain(): Promise<void> {
    while (this.#line.length > 0) {
      // Later appends of the same turn of the event loop, and what readers make of these, shall
      // travel in the same transaction.
      await nextRound()
      try {
        const sent = await this.#insert(this.#line.send())
        this.#line.committed()
        this.#options.onCommitted(sent.flatMap(({ records }) => records))
        for (const { records, resolve } of sent) resolve(records)
      } catch (cause) {
        this.#fail(cause)
      }
    }
  }

  /** Gives what is committed: less than was sent where something was taken back. */
  async #insert(first: readonly WaitingAppend[]): Promise<readonly WaitingAppend[]> {
    let sent = first
    for (let attempt = 1; sent.length > 0; attempt += 1) {
      const records = sent.flatMap((one) => one.records)
      const { flushed, unflushed } = this.#options
      const client = records.some(({ topic }) => topics[topic].durable) ? flushed : unflushed
      try {
        await this.#inTurn(() => client.query(insertOf(records)))
        break
      } catch (error) {
        if (!isUniqueViolation(error) || attempt === attemptsPerInsert) throw error
        const pauseMs = Math.random() * pauseAfterConflictMs
        await sleep(pauseMs)
        sent = this.#yield(await this.#readEnds())
      }
    }
    return sent
  }

  /** Others were first: what was handed on is taken back, and the line goes behind them. */
  #yield(found: readonly EndRow[]): readonly WaitingAppend[] {
    if (this.#line.isTaken(found)) {
      const dropped = this.#line.takeBack()
      // Before the ends move: what was said of offsets that were ours means nothing any more.
      this.#options.onTakenBack()
      for (const { reject } of dropped) reject(takenBack())
    }
    return this.#line.renumber(found)
  }

  async #readEnds(): Promise<readonly EndRow[]> {
    const { unflushed } = this.#options
    const { rows } = await this.#inTurn(() => unflushed.query<EndRow>(endsSql))
    return rows
  }

  /** One statement at a time, whichever connection it takes: the order of commits is the line's. */
  #inTurn<T>(act: () => Promise<T>): Promise<T> {
    const turn = this.#turn.then(act)
    this.#turn = turn.then(
      () => {},
      () => {},
    )
    return turn
  }

  /** Whether the rows are there is not known: who appended must not conclude that they are not. */
  #fail(cause: unknown): void {
    const error = new CodedError('log_unavailable', 'an append failed', cause)
    this.#broken = error
    for (const { reject } of this.#line.clear()) reject(error)
    this.#options.onBroken(error)
  }
}

interface WriterOptions {
  /** The connection that waits for the disk with each commit, and the one that does not. */
  readonly flushed: pg.Client
  readonly unflushed: pg.Client
  readonly isEarly: IsEarly
  /** Called at once, with the offsets that the records get. */
  readonly onNumbered: (records: readonly LogRecord[]) => void
  /** Called after the commit, before the append's promise resolves. */
  readonly onCommitted: (records: readonly LogRecord[]) => void
  readonly onTakenBack: () => void
  readonly onBroken: (error: Error) => void
}
