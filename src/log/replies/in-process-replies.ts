import type { Followed, ReplyChannel } from './reply-channel.ts'
import { Waiters } from './waiters.ts'

/** Should a command be lost on the way, what it held is given back then. */
const followedMs = 60_000

/** Replies within one process: a map of who waits, and of commands that are followed. */
export function openInProcessReplies(): ReplyChannel {
  const waiters = new Waiters()
  /** As many as are admitted: what a command holds is counted there until it is over. */
  const followed = new Map<string, () => void>()
  let count = 0

  function newAddress(): string {
    count += 1
    return `here/${count}`
  }

  function follow(replyTo = newAddress()): Followed {
    let end = () => {}
    const over = new Promise<void>((resolve) => {
      end = () => {
        clearTimeout(late)
        followed.delete(replyTo)
        resolve()
      }
    })
    const late = setTimeout(end, followedMs)
    followed.set(replyTo, end)
    return { replyTo, over, cancel: end }
  }

  return {
    expect: (timeoutMs) => waiters.expect(newAddress(), timeoutMs),
    follow,
    send(replyTo, reply) {
      waiters.answer(replyTo, reply)
      followed.get(replyTo)?.()
    },
    get waiting() {
      return waiters.size
    },
    healthy: true,
    async close() {
      waiters.close()
      for (const end of [...followed.values()]) end()
    },
  }
}
