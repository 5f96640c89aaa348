import { CodedError } from '../../errors.ts'
import type { Expected, Reply, ReplyPath } from './reply-channel.ts'

/** The waiters of this process, by address. Each is answered once; later replies find nobody. */
export class Waiters {
  readonly #waiting = new Map<string, Waiter>()

  get size(): number {
    return this.#waiting.size
  }

  expect(replyTo: string, timeoutMs: number): Expected {
    let path: ReplyPath = 'channel'
    const reply = new Promise<Reply | null>((resolve, reject) => {
      const timer = setTimeout(() => this.answer(replyTo, null), timeoutMs)
      const settle = (found: Reply | null, by: ReplyPath) => {
        path = by
        resolve(found)
      }
      this.#waiting.set(replyTo, { settle, reject, timer, since: performance.now() })
    })
    return { replyTo, reply, path: () => path, cancel: () => this.answer(replyTo, null) }
  }

  /** False when nobody waits there: any more, or ever. */
  answer(replyTo: string, reply: Reply | null, by: ReplyPath = 'channel'): boolean {
    const waiter = this.#taken(replyTo)
    waiter?.settle(reply, by)
    return waiter !== undefined
  }

  /** Those who have waited for so long, the oldest first. */
  waitingFor(atLeastMs: number): readonly string[] {
    const before = performance.now() - atLeastMs
    const found: string[] = []
    for (const [replyTo, { since }] of this.#waiting) {
      if (since > before) break
      found.push(replyTo)
    }
    return found
  }

  /** Nobody can be told any more. */
  giveUp(): void {
    for (const replyTo of [...this.#waiting.keys()]) this.answer(replyTo, null)
  }

  close(): void {
    const closed = new CodedError('closed', 'the reply channel was closed')
    for (const replyTo of [...this.#waiting.keys()]) this.#taken(replyTo)?.reject(closed)
  }

  #taken(replyTo: string): Waiter | undefined {
    const waiter = this.#waiting.get(replyTo)
    if (!waiter) return undefined
    this.#waiting.delete(replyTo)
    clearTimeout(waiter.timer)
    return waiter
  }
}

interface Waiter {
  readonly settle: (reply: Reply | null, by: ReplyPath) => void
  readonly reject: (error: Error) => void
  readonly timer: NodeJS.Timeout
  readonly since: number
}
