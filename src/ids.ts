import { randomFillSync } from 'node:crypto'

/** Every id is readable by its kind, and made here. */
const prefixes = {
  account: 'acc_',
  command: 'cmd_',
  key: 'key_',
  optOut: 'opt_',
  order: 'ord_',
  request: 'req_',
  session: 'ses_',
} as const

export type IdKind = keyof typeof prefixes

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

export function newId(kind: IdKind): string {
  return prefixes[kind] + randomText(22)
}

/** Uniform over 62 letters: bytes that would favour some letters are thrown away. */
export function randomText(length: number): string {
  let text = ''
  while (text.length < length) {
    const byte = nextRandomByte()
    if (byte < 248) text += alphabet[byte % 62]
  }
  return text
}

/** Random bytes are drawn many at once: the call costs more than the bytes. */
const drawn = Buffer.alloc(4_096)
let used = drawn.length

function nextRandomByte(): number {
  if (used === drawn.length) {
    randomFillSync(drawn)
    used = 0
  }
  const byte = drawn[used] ?? 0
  drawn[used] = 0
  used += 1
  return byte
}

/**
 * Ids of the commands of one runtime: `cmd_<epoch><count>`. The random epoch and the count let the
 * billing worker know that a command is younger than all that it has forgotten, without a look-up
 * (workers/account-states.ts).
 */
export function openCommandIds() {
  const epoch = `${prefixes.command}${randomText(16)}`
  let count = 0
  return {
    next(): string {
      count += 1
      return `${epoch}${count.toString(36)}`
    },
    /** The how-manieth command of this runtime it is, or null for any other. */
    order(commandId: string): number | null {
      return commandId.startsWith(epoch) ? Number.parseInt(commandId.slice(epoch.length), 36) : null
    },
  }
}

export type CommandIds = ReturnType<typeof openCommandIds>
