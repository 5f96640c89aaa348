import type { Redis } from 'ioredis'
import type { Reply } from './reply-channel.ts'
import { channelOf, splitAddress, storedKeyOf } from './reply-keys.ts'
import { textOf } from './reply-text.ts'

/** Longer ones are fetched, because Redis cuts off a listener that is far behind. */
const publishedMax = 32 * 1_024
/** Whoever waits does so for seconds. An answer taken is removed, so these are the leftovers. */
const storedForSeconds = 60
const inFlightMax = 32 * 1_024 * 1_024

/**
 * Stores each reply, then publishes it. What is sent in one go leaves in one go. Nothing waits
 * here: while Redis is away or behind, replies are dropped and counted, and the views answer.
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
    if (queued.length === 1) queueMicrotask(leave)
  }

  function leave(): void {
    const leaving = queued
    queued = []
    const pipeline = redis.pipeline()
    for (const { key, text, channel, published } of leaving) {
      pipeline.set(key, text, 'EX', storedForSeconds)
      pipeline.publish(channel, published)
    }
    const settle = (failed: number) => {
      dropped += failed
      for (const { text } of leaving) inFlight -= text.length
    }
    pipeline.exec().then(
      (results) => settle((results ?? []).filter(([error], n) => error && n % 2 === 1).length),
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
