/**
 * Names in Redis. An address is `<instance>/<count>`, and the instance is another one after every
 * start: a late reply to a process that is gone can then never reach the waiter of its successor
 * that happens to have the same count.
 */
export function channelOf(prefix: string, instance: string): string {
  return `${prefix}replies:${instance}`
}

/** Where the reply lies for who did not hear it. */
export function storedKeyOf(prefix: string, replyTo: string): string {
  return `${prefix}reply:${replyTo}`
}

/** Null for what is no address of this channel. */
export function splitAddress(replyTo: string) {
  const slash = replyTo.lastIndexOf('/')
  return slash < 1 ? null : { instance: replyTo.slice(0, slash), count: replyTo.slice(slash + 1) }
}
