import type { ReplyChannel } from './reply-channel.ts'
import { Waiters } from './waiters.ts'

/** Replies within one process: a map of who waits. */
export function openInProcessReplies(): ReplyChannel {
  const waiters = new Waiters()
  let count = 0
  return {
    expect(timeoutMs) {
      count += 1
      return waiters.expect(`here/${count}`, timeoutMs)
    },
    send: (replyTo, reply) => void waiters.answer(replyTo, reply),
    get waiting() {
      return waiters.size
    },
    healthy: true,
    close: async () => waiters.close(),
  }
}
