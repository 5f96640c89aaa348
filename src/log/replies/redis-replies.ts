import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Report } from '../../report.ts'
import type { RedisAddress } from './redis-client.ts'
import { openRedis } from './redis-client.ts'
import { openReplyReceiver } from './redis-receiver.ts'
import { openReplySender } from './redis-sender.ts'
import type { ReplyChannel } from './reply-channel.ts'
import { Waiters } from './waiters.ts'

export interface RedisRepliesDeps extends RedisAddress {
  /** The process' name, of letters, digits and `._-`; made unique for each start. */
  readonly instance: string
  /** Whether this process asks, or only answers. */
  readonly listens: boolean
  readonly prefix?: string
  readonly report: Report
}

export interface RedisReplies extends ReplyChannel {
  /** How many replies were not sent, or perhaps not: their callers were answered by the views. */
  readonly dropped: number
}

/** The start goes on without Redis, as the service does. */
const startPatienceMs = 2_000

/**
 * Replies between processes: one channel for each that asks. Redis forgets who does not listen, so
 * a reply is stored for a minute as well, and read by who listens again.
 */
export async function openRedisReplies(deps: RedisRepliesDeps): Promise<RedisReplies> {
  const { report, listens, prefix = 'enrich:' } = deps
  const instance = `${deps.instance}.${randomBytes(6).toString('base64url')}`
  const waiters = new Waiters()
  let lastError = 'no connection'
  const onError = (error: Error) => {
    lastError = error.message
  }
  const commands = openRedis(deps, onError)
  const sender = openReplySender(commands, prefix)
  const subscriber = listens ? openRedis(deps, onError) : null
  const receiver =
    subscriber &&
    openReplyReceiver({
      ...{ subscriber, commands, prefix, instance, waiters },
      onAway: () => report('replies_away', { error: lastError }),
      onBack: () => report('replies_back'),
    })
  const ready = () => commands.status === 'ready' && (receiver?.listening ?? true)
  let count = 0
  await until(ready, startPatienceMs)
  if (!receiver && !ready()) {
    // Nobody waits here who would notice: a wrong password would only show as missing replies.
    report('replies_away', { error: lastError })
    commands.once('ready', () => report('replies_back'))
  }

  return {
    expect(timeoutMs) {
      if (!receiver) throw new Error('this process was opened to answer, not to ask')
      count += 1
      return waiters.expect(`${instance}/${count}`, receiver.away ? 0 : timeoutMs)
    },
    follow: () => null,
    send: sender.send,
    get waiting() {
      return waiters.size
    },
    get healthy() {
      return ready()
    },
    get dropped() {
      return sender.dropped
    },
    async close() {
      receiver?.close()
      commands.disconnect()
      subscriber?.disconnect()
      waiters.close()
    },
  }
}

async function until(holds: () => boolean, limitMs: number): Promise<void> {
  const deadline = performance.now() + limitMs
  while (!holds() && performance.now() < deadline) {
    await sleep(10)
  }
}
