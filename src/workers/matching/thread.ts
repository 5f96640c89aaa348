import { Worker } from 'node:worker_threads'
import type { AskedOfThread, MatchAnswer } from './match-task.ts'
import { threadName } from './match-task.ts'

export interface ThreadDeps {
  readonly baseUrl: string
  /** Where the thread's program lies. */
  readonly program: () => Promise<{ readonly threadUrl: URL }>
  /** It is ready, or has answered: it may be given more. */
  readonly free: () => void
  /** Once. Null: it was asked to end. */
  readonly ended: (error: unknown) => void
}

/** A chunk takes some dozen milliseconds; a thread that needs longer than this hangs. */
const taskLimitMs = 60_000
/** Loading the catalog takes half a second where nothing else runs. */
const startLimitMs = 120_000
/** The catalog takes 60 MB. Without a limit of its own a thread would grow as the process may. */
const resourceLimits = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 8 }

interface Pending {
  readonly type: AskedOfThread['type']
  readonly resolve: (answer: MatchAnswer) => void
  readonly reject: (error: unknown) => void
  readonly late: NodeJS.Timeout
}

/** One thread from its start to its end; whatever it has in hand then is rejected. */
export class MatchThread {
  readonly #deps: ThreadDeps
  readonly #pending = new Map<number, Pending>()
  readonly #started: Promise<Worker | null>
  readonly #late: NodeJS.Timeout
  #worker: Worker | null = null
  #ready = false
  #ended = false
  #count = 0

  constructor(deps: ThreadDeps) {
    this.#deps = deps
    this.#late = setTimeout(() => this.#end(new Error('the thread did not start')), startLimitMs)
    this.#late.unref()
    this.#started = this.#start()
  }

  get ready(): boolean {
    return this.#ready && !this.#ended
  }

  /** How many of a kind it has. */
  has(type: AskedOfThread['type']): number {
    let count = 0
    for (const pending of this.#pending.values()) if (pending.type === type) count += 1
    return count
  }

  run(asked: AskedOfThread): Promise<MatchAnswer> {
    this.#count += 1
    const id = this.#count
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => this.#end(new Error('the thread hangs')), taskLimitMs)
      this.#pending.set(id, { type: asked.type, resolve, reject, late })
      this.#worker?.postMessage({ ...asked, id })
    })
  }

  async end(): Promise<void> {
    this.#end(null)
    await (await this.#started)?.terminate()
  }

  async #start(): Promise<Worker | null> {
    try {
      const { threadUrl } = await this.#deps.program()
      if (this.#ended) return null
      const workerData = { name: threadName, baseUrl: this.#deps.baseUrl }
      const worker = new Worker(threadUrl, { workerData, resourceLimits })
      worker.on('message', (message: MatchAnswer | { readonly ready: true }) => {
        if ('ready' in message) this.#begun(worker)
        else this.#answered(message)
      })
      worker.on('error', (error) => this.#end(error))
      worker.on('exit', (code) => this.#end(new Error(`the thread ended with ${code}`)))
      return worker
    } catch (error) {
      this.#end(error)
      return null
    }
  }

  #begun(worker: Worker): void {
    clearTimeout(this.#late)
    this.#worker = worker
    this.#ready = true
    // A process whose other work is done need not wait for a thread.
    worker.unref()
    this.#deps.free()
  }

  #answered(answer: MatchAnswer): void {
    const pending = this.#pending.get(answer.id)
    if (!pending) return
    this.#pending.delete(answer.id)
    clearTimeout(pending.late)
    pending.resolve(answer)
    this.#deps.free()
  }

  #end(error: unknown): void {
    if (this.#ended) return
    this.#ended = true
    clearTimeout(this.#late)
    const why = error ?? new Error('the thread was ended')
    for (const { late, reject } of this.#pending.values()) {
      clearTimeout(late)
      reject(why)
    }
    this.#pending.clear()
    void this.#started.then((worker) => worker?.terminate())
    this.#deps.ended(error)
  }
}
