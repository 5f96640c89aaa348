import type { Redis } from 'ioredis'
import type { Reply } from './reply-channel.ts'
import { channelOf, splitAddress, storedKeyOf } from './reply-keys.ts'
import { textOf } from './reply-text.ts'

/** Longer ones are fetched, because Redis cuts off a listener that is far behind. */
const publishedMax = 32 * 1_024
/** Callers wait for seconds. Answers taken are removed, so these are the leftovers. */
const storedForSeconds = 60
const inFlightMax = 32 * 1_024 * 1_024

/** A message of several replies is no longer than about this. */
const messageMax = 256 * 1_024

/** One command for all that is stored at a time: each alone costs both ends more than its work. */
const storeAll = `for i, key in ipairs(KEYS) do
  redis.call('SET', key, ARGV[i + 1], 'EX', ARGV[1])
end`

/**
 * Stores each reply, then publishes it. Replies of one turn of the event loop leave together, and
 * those to one process are one message. Nothing waits here: while Redis is away or behind, replies
 * are dropped and counted, and the views answer.
 */
export function openReplySender(redis: Redis, prefix: string) {
  let queued: Outgoing[] = []
  let inFlight = 0
  let dropped = 0

  function send(replyTo: string, reply: Reply): void {
    const address = splitAddress(replyTo)
    const text = textOf(reply)
    if (!address || redis.status !== 'ready' || inFlight + text.length > inFlightMax) {
      dropped += 1
      return
    }
    const channel = channelOf(prefix, address.instance)
    const short = text.length <= publishedMax
    const published = short ? `${address.count} ${text}` : address.count
    inFlight += text.length
    queued.push({ key: storedKeyOf(prefix, replyTo), text, channel, published })
    if (queued.length === 1) setImmediate(leave)
  }

  function leave(): void {
    const leaving = queued
    queued = []
    const messages = messagesOf(leaving)
    const pipeline = redis.pipeline()
    const texts = leaving.map(({ text }) => text)
    const keys = leaving.map(({ key }) => key)
    pipeline.eval(storeAll, leaving.length, ...keys, storedForSeconds, ...texts)
    for (const { channel, text } of messages) pipeline.publish(channel, text)
    const settle = (failed: number) => {
      dropped += failed
      for (const { text } of leaving) inFlight -= text.length
    }
    pipeline.exec().then(
      (results) => settle(lostOf(messages, (results ?? []).slice(1))),
      () => settle(leaving.length),
    )
  }

  return {
    send,
    /** How many were not sent, or perhaps not. */
    get dropped() {
      return dropped
    },
  }
}

interface Outgoing {
  readonly key: string
  readonly text: string
  readonly channel: string
  readonly published: string
}

/** One line a reply, in the order in which they were sent. */
function messagesOf(leaving: readonly Outgoing[]): readonly Published[] {
  const messages: Published[] = []
  const open = new Map<string, Published>()
  for (const { channel, published } of leaving) {
    const message = open.get(channel)
    if (message && message.text.length + published.length < messageMax) {
      message.text += `\n${published}`
      message.count += 1
    } else {
      const begun = { channel, text: published, count: 1 }
      open.set(channel, begun)
      messages.push(begun)
    }
  }
  return messages
}

/** Nobody knows whether replies whose message was refused will be looked for. */
function lostOf(
  messages: readonly Published[],
  published: readonly (readonly unknown[])[],
): number {
  const refused = messages.filter((_, n) => published[n]?.[0])
  return refused.reduce((sum, { count }) => sum + count, 0)
}

interface Published {
  readonly channel: string
  text: string
  count: number
}
