import type { Redis } from 'ioredis'
import type { ReplyPath } from './reply-channel.ts'
import { channelOf, storedKeyOf } from './reply-keys.ts'
import { replyFrom } from './reply-text.ts'
import type { Waiters } from './waiters.ts'

/** A cut that heals within this is made good from what is stored. */
const graceMs = 300
/** A waiter of longer than this may have missed the reply. */
const lookAfterMs = 1_000
const lookEveryMs = 1_000
/** Replies may be 1 MB. */
const keysPerLook = 20
const pingEveryMs = 2_000
const removedAtOnce = 200
const removeAfterMs = 50

export interface ReceiverDeps {
  /** Listens and does nothing else. */
  readonly subscriber: Redis
  /** Reads and removes what is stored. */
  readonly commands: Redis
  readonly prefix: string
  readonly instance: string
  readonly waiters: Waiters
  readonly onAway: () => void
  readonly onBack: () => void
}

/** Hands replies that came on this process' channel, or were stored, to those who wait for them. */
export function openReplyReceiver(deps: ReceiverDeps) {
  const { subscriber, commands, prefix, instance, waiters } = deps
  const channel = channelOf(prefix, instance)
  const remover = openRemover(commands)
  const looks = openLooks(deps, answer)
  let listening = false
  let away = false
  let lost: NodeJS.Timeout | null = null

  async function listen(): Promise<void> {
    await subscriber.subscribe(channel)
    clearTimeout(lost ?? undefined)
    lost = null
    listening = true
    if (away) deps.onBack()
    away = false
    await looks.look(0)
  }

  function lose(): void {
    listening = false
    lost ??= setTimeout(() => {
      if (!away) deps.onAway()
      away = true
      waiters.giveUp()
    }, graceMs)
  }

  function answer(replyTo: string, text: string, by: ReplyPath = 'channel'): void {
    const reply = replyFrom(text)
    if (reply && waiters.answer(replyTo, reply, by)) remover.remove(storedKeyOf(prefix, replyTo))
  }

  function take(line: string): void {
    const space = line.indexOf(' ')
    const replyTo = `${instance}/${space < 0 ? line : line.slice(0, space)}`
    if (space < 0) commands.get(storedKeyOf(prefix, replyTo)).then(stored(replyTo), ignore)
    else answer(replyTo, line.slice(space + 1))
  }

  const stored = (replyTo: string) => (text: string | null) => {
    if (text !== null) answer(replyTo, text)
  }
  // A connection that is dead without being closed is noticed by a ping that stays unanswered.
  const pings = setInterval(() => listening && subscriber.ping().catch(ignore), pingEveryMs)
  subscriber.on('message', (_channel: string, message: string) => {
    for (const line of message.split('\n')) take(line)
  })
  // A subscription that fails is tried again over a connection of its own.
  subscriber.on('ready', () => listen().catch(() => subscriber.disconnect(true)))
  subscriber.on('close', lose)
  commands.on('ready', () => listening && looks.look(0).catch(ignore))

  return {
    get listening() {
      return listening
    },
    get away() {
      return away
    },
    close() {
      clearTimeout(lost ?? undefined)
      looks.close()
      clearInterval(pings)
      remover.close()
      subscriber.off('close', lose)
    },
  }
}

type TakeStored = (replyTo: string, text: string, by: ReplyPath) => void

/** Looks now and then for replies that are stored and whose message was missed. */
function openLooks({ commands, prefix, waiters }: ReceiverDeps, answer: TakeStored) {
  let looking = false

  /** Looks for those who have waited so long. */
  async function look(waitedMs: number): Promise<void> {
    const all = waiters.waitingFor(waitedMs)
    for (let from = 0; from < all.length && commands.status === 'ready'; from += keysPerLook) {
      const some = all.slice(from, from + keysPerLook)
      const texts = await commands.mget(some.map((replyTo) => storedKeyOf(prefix, replyTo)))
      for (const [n, text] of texts.entries()) if (text) answer(some[n] ?? '', text, 'stored')
    }
  }

  const timer = setInterval(() => {
    if (looking) return
    looking = true
    look(lookAfterMs)
      .catch(ignore)
      .finally(() => {
        looking = false
      })
  }, lookEveryMs)
  return { look, close: () => clearInterval(timer) }
}

/** Removes stored replies that have arrived, many at a time. Those left over expire. */
function openRemover(commands: Redis) {
  let keys: string[] = []
  let timer: NodeJS.Timeout | null = null

  function leave(): void {
    clearTimeout(timer ?? undefined)
    timer = null
    const leaving = keys
    keys = []
    commands.unlink(...leaving).catch(ignore)
  }

  return {
    remove(key: string): void {
      keys.push(key)
      if (keys.length >= removedAtOnce) leave()
      else timer ??= setTimeout(leave, removeAfterMs)
    },
    close: () => clearTimeout(timer ?? undefined),
  }
}

/** A failure here loses a hint only: time, the next look or the views make up for it. */
function ignore(): void {}
