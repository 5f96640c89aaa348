import { randomFillSync } from 'node:crypto'

/** Every id is readable by its kind, and made here. */
const prefixes = {
  account: 'acc_',
  command: 'cmd_',
  correction: 'cor_',
  event: 'evt_',
  job: 'job_',
  key: 'key_',
  optOut: 'opt_',
  order: 'ord_',
  request: 'req_',
  session: 'sid_',
  webhook: 'whk_',
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
 * Ids of the commands of one API process: `cmd_<epoch><count>`. The random epoch and the growing
 * count let a billing worker see that a command is younger than all that was settled of its epoch,
 * without a look-up for each (workers/settled-before.ts).
 */
export function openCommandIds() {
  const epoch = `${prefixes.command}${randomText(epochLength)}`
  let count = 0
  return {
    next(): string {
      count += 1
      return `${epoch}${count.toString(36).padStart(countLength, '0')}`
    },
  }
}

/** The Request-Id of a call that its caller did not name: so the one is found by the other. */
export function requestIdOf(commandId: string): string {
  return prefixes.request + commandId.slice(prefixes.command.length)
}

/** The command that has this Request-Id if it was ours; null for an id that cannot be one. */
export function commandIdOfRequest(requestId: string): string | null {
  if (!requestId.startsWith(prefixes.request)) return null
  return prefixes.command + requestId.slice(prefixes.request.length)
}

const epochLength = 16
const countLength = 8
const counted = new RegExp(`^(${prefixes.command}[0-9A-Za-z]{${epochLength}})([0-9a-z]{8})$`)

/** Ids of an epoch sort as text by their count. Null for an id that derives from something else. */
export function commandOrder(
  commandId: string,
): { readonly epoch: string; readonly count: number } | null {
  const [, epoch, count] = counted.exec(commandId) ?? []
  return epoch && count ? { epoch, count: Number.parseInt(count, 36) } : null
}
