import type { ChunkThreads } from '../chunks/chunk-task.ts'
import type { BatchThreads } from '../enriching/call-result.ts'
import type { AskedOfThread, MatchAnswer } from './match-task.ts'
import type { ThreadDeps } from './thread.ts'
import { MatchThread } from './thread.ts'

/**
 * Threads for matching, so that rows of jobs and large batches do not hold up the calls of this
 * process. The decision:
 *
 * - A chunk of a job goes to a thread whole, as the text that lies in Postgres, and comes back
 *   whole, as the lines that are stored. Rows one by one would cost more to send than to match. The
 *   order of the lines is the chunk's, and chunks are put in order by their number, as ever.
 * - A thread holds nothing that could be lost. When one ends, by a fault or for want of memory, all
 *   that it had in hand is rejected, which counts as a try of the chunk, and is asked again.
 * - Where no thread is ready (none is wanted, it loads its catalog, it has just failed), the answer
 *   is null and the process matches by itself, as it does without threads. So it does for accounts
 *   with corrections of their own, which change while a job runs.
 * - A thread costs the memory of a catalog of its own, so it begins with the first job and ends
 *   when nothing has come for a while. A catalog in shared memory was set aside: it would be
 *   another matcher, over bytes in place of objects.
 */
export interface Matching extends ChunkThreads, BatchThreads {
  close(): Promise<void>
}

export interface MatchingDeps extends Pick<ThreadDeps, 'baseUrl' | 'program'> {
  readonly threads: number
  readonly failed: (error: unknown) => void
}

/** Tasks of a kind that a thread has at a time: one is matched while another is on its way. */
const inHandMax = 2
/** Chunks that wait for a thread; beyond them the process matches by itself. */
const waitingMax = 96
const idleMs = 120_000
/** After a failure none is begun for a while, each time twice as long. */
const restartMs = { first: 1_000, most: 60_000 }

export function openMatching(deps: MatchingDeps): Matching {
  const pool = new ThreadPool(deps)
  return {
    chunk(task) {
      const asked = pool.chunk({ type: 'chunk', ...task })
      return asked?.then((answer) => ('chunk' in answer ? answer.chunk : refused(answer))) ?? null
    },
    batch(batch) {
      const asked = pool.batch({ type: 'batch', batch })
      return asked?.then((answer) => ('batch' in answer ? answer.batch : refused(answer))) ?? null
    },
    close: () => pool.close(),
  }
}

function refused(answer: MatchAnswer): never {
  throw new Error('error' in answer ? answer.error : 'the thread answered something else')
}

interface Waiting {
  readonly asked: AskedOfThread
  readonly resolve: (answer: MatchAnswer) => void
  readonly reject: (error: unknown) => void
}

class ThreadPool {
  readonly #deps: MatchingDeps
  readonly #threads = new Set<MatchThread>()
  readonly #waiting: Waiting[] = []
  #closed = false
  #pauseMs = restartMs.first
  #notBefore = 0
  #idle: NodeJS.Timeout | undefined

  constructor(deps: MatchingDeps) {
    this.#deps = deps
  }

  chunk(asked: AskedOfThread): Promise<MatchAnswer> | null {
    if (this.#closed || this.#deps.threads === 0) return null
    this.#beginAll()
    this.#rest()
    if (!this.#freest('chunk') || this.#waiting.length >= waitingMax) return null
    return new Promise((resolve, reject) => {
      this.#waiting.push({ asked, resolve, reject })
      this.#next()
    })
  }

  batch(asked: AskedOfThread): Promise<MatchAnswer> | null {
    const thread = this.#closed ? null : this.#freest('batch')
    if (!thread || thread.has('batch') >= inHandMax) return null
    this.#rest()
    return thread.run(asked)
  }

  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#idle)
    this.#giveBack(new Error('the matching was closed'))
    await Promise.all([...this.#threads].map((thread) => thread.end()))
  }

  #beginAll(): void {
    if (performance.now() < this.#notBefore) return
    while (this.#threads.size < this.#deps.threads) this.#begin()
  }

  #begin(): void {
    const { baseUrl, program } = this.#deps
    const free = () => this.#next()
    const ended = (error: unknown) => this.#lost(thread, error)
    const thread = new MatchThread({ baseUrl, program, free, ended })
    this.#threads.add(thread)
  }

  #lost(thread: MatchThread, error: unknown): void {
    this.#threads.delete(thread)
    if (error !== null) {
      this.#notBefore = performance.now() + this.#pauseMs
      this.#pauseMs = Math.min(2 * this.#pauseMs, restartMs.most)
      this.#deps.failed(error)
    }
    if (!this.#freest('chunk')) this.#giveBack(error ?? new Error('the thread was ended'))
  }

  /** With no thread left nobody would take them: they are asked again, and done by the process. */
  #giveBack(why: unknown): void {
    for (const { reject } of this.#waiting.splice(0)) reject(why)
  }

  #next(): void {
    for (;;) {
      const [first] = this.#waiting
      const thread = first && this.#freest('chunk')
      if (!first || !thread || thread.has('chunk') >= inHandMax) return
      this.#waiting.shift()
      const running = thread.run(first.asked)
      running.then(first.resolve, first.reject)
      running.then(
        () => {
          this.#pauseMs = restartMs.first
        },
        () => {},
      )
    }
  }

  /** The one with the least in hand, among those that are ready. */
  #freest(type: AskedOfThread['type']): MatchThread | null {
    let best: MatchThread | null = null
    for (const thread of this.#threads) {
      if (thread.ready && (best === null || thread.has(type) < best.has(type))) best = thread
    }
    return best
  }

  #rest(): void {
    clearTimeout(this.#idle)
    this.#idle = setTimeout(() => {
      if (this.#waiting.length > 0) return
      for (const thread of this.#threads) {
        if (thread.has('chunk') + thread.has('batch') === 0) void thread.end()
      }
    }, idleMs)
    this.#idle.unref()
  }
}
