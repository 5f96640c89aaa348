import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from '../../db/pool.ts'
import { isDatabaseAway } from '../../db/pool.ts'
import type { RunningJob } from '../../jobs/chunks.ts'
import { findCancelled, findRunning, markStarted, settledSoFar } from '../../jobs/chunks.ts'
import { recordOf } from '../../log/record.ts'
import type { StageDeps } from '../../log/stage.ts'
import type { JobChunk } from '../../messages/job-chunks.ts'
import type { ReleaseReason } from './job-messages.ts'
import { chunkOf, releaseOf } from './job-messages.ts'
import { AccountTurns } from './turns.ts'

/**
 * Drives the jobs of the partitions that this process owns: keeps a few chunks on the way, account
 * by account, and releases what is left when all are settled. Entries that it reads on the ledger
 * are hints to go on; that a job has begun, and that all of it is settled, it believes only the
 * views, which apply the chain rule. So a zombie's entry, a second driver or a lost message can
 * cost time and chunks worked twice, never money: everything it sends is settled once.
 */
const chunksOnTheWay = 8
/** Chunks that may wait for websites take long: one job leaves the way free for others. */
const slowChunksOfJob = 2
/** A chunk that is not settled after this is sent again, unless the views say that it is. */
const resendAfterMs = 30_000
const lookAroundMs = 300
const viewPollMs = 15
/** The views are milliseconds behind; a reservation that they never show was no valid one. */
const viewPatienceMs = 60_000
const databasePauseMs = 250

export type DriverDeps = StageDeps & { readonly pool: Pool }

interface Driven extends RunningJob {
  readonly partition: number
  /** Chunks that are still to be sent, in order. */
  readonly waiting: number[]
  readonly sentAt: Map<number, number>
  cancelled: boolean
  started: boolean
  releasing: boolean
}

export class JobDriver {
  readonly #deps: DriverDeps
  readonly #jobs = new Map<string, Driven>()
  readonly #turns = new AccountTurns<Driven>()
  readonly #owned = new Set<number>()
  readonly #timer: NodeJS.Timeout
  #onTheWay = 0
  #closed = false
  #looking = false

  constructor(deps: DriverDeps) {
    this.#deps = deps
    this.#timer = setInterval(() => this.#background(this.#lookAround()), lookAroundMs)
  }

  /** Goes on with what runs on a partition that has just come to this process. */
  async own(partition: number, isOwn: (accountId: string) => boolean): Promise<void> {
    this.#owned.add(partition)
    const running = await findRunning(this.#deps.pool, null)
    for (const job of running) if (isOwn(job.accountId)) this.#drive(job, partition)
    this.#pump()
  }

  disown(partition: number): void {
    this.#owned.delete(partition)
    for (const job of this.#jobs.values()) if (job.partition === partition) this.#forget(job)
  }

  /** The ledger speaks of a new reservation. */
  reserved(jobId: string, partition: number): void {
    if (!this.#jobs.has(jobId)) this.#background(this.#begin(jobId, partition))
  }

  settled(jobId: string, chunk: number): void {
    const job = this.#jobs.get(jobId)
    if (!job?.sentAt.delete(chunk)) return
    this.#onTheWay -= 1
    this.#endIfDone(job)
    this.#pump()
  }

  released(jobId: string): void {
    const job = this.#jobs.get(jobId)
    if (job) this.#forget(job)
  }

  close(): void {
    this.#closed = true
    clearInterval(this.#timer)
  }

  async #begin(jobId: string, partition: number): Promise<void> {
    const deadline = performance.now() + viewPatienceMs
    while (this.#owned.has(partition) && !this.#closed && performance.now() < deadline) {
      const [job] = await this.#surely(() => findRunning(this.#deps.pool, [jobId]))
      if (job) {
        this.#drive(job, partition)
        this.#pump()
        return
      }
      await sleep(viewPollMs)
    }
  }

  #drive(job: RunningJob, partition: number): void {
    if (this.#jobs.has(job.id) || !this.#owned.has(partition)) return
    const all = Array.from({ length: job.chunks }, (_, index) => index + 1)
    const driven: Driven = {
      ...job,
      partition,
      waiting: all.filter((chunk) => !job.settled.has(chunk)),
      sentAt: new Map(),
      cancelled: false,
      started: false,
      releasing: false,
    }
    this.#jobs.set(job.id, driven)
    this.#turns.add(job.accountId, driven)
    this.#endIfDone(driven)
  }

  #forget(job: Driven): void {
    this.#jobs.delete(job.id)
    this.#turns.remove(job.accountId, job)
    this.#onTheWay -= job.sentAt.size
    job.sentAt.clear()
    this.#pump()
  }

  /** Sends as many chunks as may be on the way, in fair turns. */
  #pump(): void {
    const commands: JobChunk[] = []
    while (this.#onTheWay < chunksOnTheWay && !this.#closed) {
      const job = this.#turns.next(mayGoOn)
      const chunk = job?.waiting.shift()
      if (!job || chunk === undefined) break
      job.sentAt.set(chunk, performance.now())
      this.#onTheWay += 1
      if (!job.started) this.#background(this.#surely(() => markStarted(this.#deps.pool, job.id)))
      job.started = true
      commands.push(chunkOf(job, chunk, this.#deps.now()))
    }
    if (commands.length > 0) this.#background(this.#send(commands))
  }

  async #send(commands: readonly JobChunk[]): Promise<void> {
    const { codec, log } = this.#deps
    await log.append(await Promise.all(commands.map((each) => recordOf(codec, 'job-chunks', each))))
  }

  #endIfDone(job: Driven): void {
    const idle = job.sentAt.size === 0 && (job.waiting.length === 0 || job.cancelled)
    if (idle && !job.releasing) this.#background(this.#end(job))
  }

  /** Releases the rest once the views show that everything sent is settled. */
  async #end(job: Driven): Promise<void> {
    job.releasing = true
    const wanted = job.chunks - job.waiting.length
    for (;;) {
      if (this.#closed || this.#jobs.get(job.id) !== job) return
      const settled = await this.#surely(() => settledSoFar(this.#deps.pool, job.id))
      if (settled === null) break
      if (settled.chunks >= wanted) {
        await this.#release(job, reasonOf(job, settled))
        break
      }
      await sleep(viewPollMs)
    }
  }

  async #release(job: Driven, reason: ReleaseReason): Promise<void> {
    const { codec, log } = this.#deps
    const instruction = releaseOf(job, reason, this.#deps.now())
    await log.append([await recordOf(codec, 'orders', instruction)])
  }

  /** Looks for cancelled jobs and late chunks. */
  async #lookAround(): Promise<void> {
    if (this.#jobs.size === 0 || this.#looking || this.#closed) return
    this.#looking = true
    try {
      for (const id of await findCancelled(this.#deps.pool, [...this.#jobs.keys()])) {
        const job = this.#jobs.get(id)
        if (!job || job.cancelled) continue
        job.cancelled = true
        this.#endIfDone(job)
      }
      for (const job of this.#jobs.values()) await this.#resendLate(job)
    } finally {
      this.#looking = false
    }
  }

  async #resendLate(job: Driven): Promise<void> {
    const since = performance.now() - resendAfterMs
    const late = [...job.sentAt].filter(([, at]) => at < since).map(([chunk]) => chunk)
    if (late.length === 0) return
    const [now] = await findRunning(this.#deps.pool, [job.id])
    if (!now) return this.#forget(job)
    const lost = late.filter((chunk) => !now.settled.has(chunk))
    for (const chunk of late) if (now.settled.has(chunk)) this.settled(job.id, chunk)
    for (const chunk of lost) job.sentAt.set(chunk, performance.now())
    if (lost.length > 0)
      await this.#send(lost.map((chunk) => chunkOf(job, chunk, this.#deps.now())))
  }

  /** Waits while Postgres is away: the jobs go on when it is back. */
  async #surely<T>(act: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await act()
      } catch (error) {
        if (!isDatabaseAway(error) || this.#closed) throw error
        await sleep(databasePauseMs)
      }
    }
  }

  #background(work: Promise<unknown>): void {
    work.catch((error) => {
      if (!this.#closed && !isDatabaseAway(error)) this.#deps.fail(error)
    })
  }
}

function mayGoOn({ type, waiting, cancelled, sentAt }: Driven): boolean {
  const max = type === 'transaction' ? chunksOnTheWay : slowChunksOfJob
  return waiting.length > 0 && !cancelled && sentAt.size < max
}

function reasonOf(
  job: Driven,
  { failed }: { readonly chunks: number; readonly failed: number },
): ReleaseReason {
  if (job.waiting.length > 0) return 'cancelled'
  return failed === job.chunks ? 'failed' : 'finished'
}
