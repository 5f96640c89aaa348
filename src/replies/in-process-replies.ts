import { CodedError } from '../errors.ts'
import type { Expected, Reply, ReplyChannel } from './reply-channel.ts'

/** Replies within one process: a map of who waits. */
export function openInProcessReplies(): ReplyChannel {
  const waiters = new Map<string, Waiter>()
  let count = 0

  function settle(replyTo: string, act: (waiter: Waiter) => void): void {
    const waiter = waiters.get(replyTo)
    if (!waiter) return
    waiters.delete(replyTo)
    clearTimeout(waiter.timer)
    act(waiter)
  }

  function expect(timeoutMs: number): Expected {
    count += 1
    const replyTo = `here/${count}`
    const reply = new Promise<Reply | null>((resolve, reject) => {
      const timer = setTimeout(() => settle(replyTo, () => resolve(null)), timeoutMs)
      waiters.set(replyTo, { resolve, reject, timer })
    })
    return { replyTo, reply, cancel: () => settle(replyTo, ({ resolve }) => resolve(null)) }
  }

  return {
    expect,
    send: (replyTo, reply) => settle(replyTo, ({ resolve }) => resolve(reply)),
    get waiting() {
      return waiters.size
    },
    async close() {
      const closed = new CodedError('closed', 'the reply channel was closed')
      for (const replyTo of [...waiters.keys()]) settle(replyTo, ({ reject }) => reject(closed))
    },
  }
}

interface Waiter {
  readonly resolve: (reply: Reply | null) => void
  readonly reject: (error: Error) => void
  readonly timer: NodeJS.Timeout
}
