import { tryAgain } from '../http/exchange.ts'

/** So many connections to Postgres may be busy with tokens that nobody knows yet. */
const atOnce = 4
/** More than that are refused, and leave the door's places to callers who are known. */
const waitingMax = 500

/**
 * Look-ups of tokens that this process has not seen to be valid. They wait in a queue of their own,
 * so a flood of tokens that nobody has delays no known caller. Requests with the same token share
 * one look-up.
 */
export function openFirstLookUps<T>() {
  const inHand = new Map<string, Promise<T>>()
  const waiting: (() => void)[] = []
  let running = 0

  async function run(find: () => Promise<T>): Promise<T> {
    if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve))
    else running += 1
    try {
      return await find()
    } finally {
      // The place goes to the next one, or becomes free.
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }

  return (token: string, find: () => Promise<T>): Promise<T> => {
    const shared = inHand.get(token)
    if (shared) return shared
    if (waiting.length >= waitingMax) throw tryAgain('Too many keys are being looked up.')
    const found = run(find).finally(() => inHand.delete(token))
    inHand.set(token, found)
    return found
  }
}
