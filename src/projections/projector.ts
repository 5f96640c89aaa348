import { setTimeout as sleep } from 'node:timers/promises'
import { isDatabaseAway } from '../db/pool.ts'
import type { Entry } from '../ledger/entry.ts'
import type { LogRecord, PartitionReader } from '../log/event-log.ts'
import { bytesOf, countWithin } from '../log/record.ts'
import type { StageDeps } from '../log/stage.ts'
import { decodeRecords } from '../log/stage.ts'
import type { CorrectionEvent } from '../messages/corrections.ts'
import type { Enrichment } from '../messages/enrichments.ts'
import type { Topic } from '../messages/topics.ts'
import type { ViewsDeps } from './projection.ts'
import { factsOf, type openViews, projectedTopics } from './projection.ts'
import type { Read } from './views/heads.ts'
import { Heads } from './views/heads.ts'

const stage = 'project'
const perBatch = { records: 2_000, bytes: 2_097_152 }
const waitingMax = { records: 4_000, bytes: 4_194_304 }
/**
 * Between two transactions. Each costs more than its rows, and calls that come meanwhile wait for
 * the same processors; a lone call is folded at once.
 */
const gatherMs = 100
const retryMs = 250
const triesMax = 2_400

type CommitOffset = (topic: Topic, partition: number, offset: number) => void

/** The loop that folds what the partitions of this process bring. */
export class Projector {
  readonly #deps: StageDeps & ViewsDeps
  readonly #views: Awaited<ReturnType<typeof openViews>>
  readonly #heads: Heads
  #queue: LogRecord[] = []
  #bytes = 0
  #wake: () => void = () => {}
  #room: (() => void)[] = []
  #inHand: Promise<unknown> = Promise.resolve()
  readonly #opened = new Set<number>()
  #commit: CommitOffset = () => {}
  #stopping = false
  stopped: Promise<void> = Promise.resolve()

  constructor(deps: StageDeps & ViewsDeps, opened: Awaited<ReturnType<typeof openViews>>) {
    this.#deps = deps
    this.#views = opened
    this.#heads = new Heads(deps.pool)
  }

  /** Takes a partition over: what this process knew of it before may be old. */
  async open(partition: number): Promise<PartitionReader> {
    await this.#views.reload([partition])
    this.#heads.renew()
    this.#opened.add(partition)
    this.#tellDone(partition)
    return {
      from: {
        enrichments: this.#views.offset('enrichments', partition),
        ledger: this.#views.offset('ledger', partition),
        corrections: this.#views.offset('corrections', partition),
      },
      take: async (records) => {
        this.#queue.push(...records)
        this.#bytes += bytesOf(records)
        this.#wake()
        while (this.#isFull() && !this.#stopping) {
          await new Promise<void>((resolve) => this.#room.push(resolve))
        }
      },
      close: async () => {
        this.#opened.delete(partition)
        this.#queue = this.#queue.filter((record) => record.partition !== partition)
        this.#bytes = bytesOf(this.#queue)
        await this.#inHand
      },
    }
  }

  /** The views may be ahead of what the group knows: who folded that died before he told it. */
  #tellDone(partition: number): void {
    for (const topic of projectedTopics) {
      this.#commit(topic, partition, this.#views.offset(topic, partition))
    }
  }

  #isFull(): boolean {
    return this.#queue.length >= waitingMax.records || this.#bytes >= waitingMax.bytes
  }

  /** Everything of `ledger[partition]` below it is in the views. */
  offset(partition: number): number {
    return this.#views.offset('ledger', partition)
  }

  start(commit: CommitOffset): void {
    this.#commit = commit
    for (const partition of this.#opened) this.#tellDone(partition)
    this.stopped = this.#run().catch((error) => {
      this.stop()
      this.#deps.fail(error)
    })
  }

  stop(): void {
    this.#stopping = true
    this.#wake()
    for (const resolve of this.#room.splice(0)) resolve()
  }

  async #run(): Promise<void> {
    while (!this.#stopping) {
      if (this.#queue.length === 0) await this.#sleep()
      const records = this.#queue.splice(0, countWithin(this.#queue, perBatch))
      this.#bytes -= bytesOf(records)
      for (const resolve of this.#room.splice(0)) resolve()
      if (records.length > 0) {
        this.#inHand = this.#projectSurely(records)
        await this.#inHand
        const isBehind = this.#queue.length >= perBatch.records || this.#bytes >= perBatch.bytes
        if (!isBehind) await sleep(gatherMs)
      }
    }
  }

  /**
   * Tries again while Postgres is away, and after another process moved the views: each time from
   * what is stored, for a commit whose answer was lost may have happened. All that is in the views
   * is done, whoever put it there.
   */
  async #projectSurely(records: readonly LogRecord[]): Promise<void> {
    for (let tries = 0; ; tries += 1) {
      try {
        if (tries > 0) await this.#resume(records)
        const open = records.filter((record) => record.offset >= this.#offsetOf(record))
        if (open.length > 0) await this.#project(open)
        for (const partition of new Set(records.map((one) => one.partition))) {
          this.#tellDone(partition)
        }
        return
      } catch (error) {
        if (!passes(error) || this.#stopping || tries >= triesMax) throw error
        await sleep(retryMs)
      }
    }
  }

  async #resume(records: readonly LogRecord[]): Promise<void> {
    this.#heads.renew()
    await this.#views.reload([...new Set(records.map(({ partition }) => partition))])
    const seen = new Set<string>()
    for (const record of records) {
      const place = `${record.topic}/${record.partition}`
      if (!seen.has(place) && record.offset > this.#offsetOf(record)) {
        throw new Error(`the views went back on ${place}: it must be read again from there`)
      }
      seen.add(place)
    }
  }

  #offsetOf({ topic, partition }: LogRecord): number {
    return this.#views.offset(topic, partition)
  }

  async #project(records: readonly LogRecord[]): Promise<void> {
    const read: Read[] = []
    const enrichments: Enrichment[] = []
    const enrichmentOffsets: number[] = []
    const corrections: CorrectionEvent[] = []
    const ends = new Map<string, LogRecord>()
    for (const record of records) ends.set(`${record.topic}/${record.partition}`, record)
    const [ledger, corrected, enriched] = await Promise.all([
      this.#decoded('ledger', records),
      this.#decoded('corrections', records),
      this.#decoded('enrichments', records),
    ])
    for (const { record, message } of ledger) {
      if (message)
        read.push({ entry: message, text: textOf(record, message), offset: record.offset })
    }
    for (const { message } of corrected) if (message) corrections.push(message)
    for (const { record, message } of enriched) {
      if (!message) continue
      enrichments.push(message)
      enrichmentOffsets.push(record.offset)
    }
    const valid = await this.#heads.validOf(read)
    const moved = [...ends.values()]
    const facts = { ...factsOf(valid), enrichments, enrichmentOffsets, corrections }
    await this.#views.apply(facts, moved)
    this.#deps.count.projected(records.length)
  }

  #decoded<T extends Topic>(topic: T, records: readonly LogRecord[]) {
    const some = records.filter((record) => record.topic === topic)
    return decodeRecords(this.#deps, { stage, topic }, some)
  }

  #sleep(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve
    })
  }
}

/** A serialisation failure, a deadlock, a move by another process, or a Postgres that is away. */
function passes(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : ''
  return code === '40001' || code === '40P01' || isDatabaseAway(error)
}

/** The log's own text, if it is text: an entry is shown as it was written. */
function textOf(record: LogRecord, entry: Entry): string {
  return typeof record.value === 'string' ? record.value : JSON.stringify(entry)
}
