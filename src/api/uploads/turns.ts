/**
 * Uploads in hand at once: each holds a few chunks of rows, an unpacker and a connection's share.
 * Who comes when all are taken waits for a turn; turns go round by account, so that one with many
 * uploads gets one while each other that waits gets one.
 */
export interface TurnLimits {
  readonly atOnce: number
  /** Of those, for accounts without credits: such accounts cost nothing to make. */
  readonly unpaidAtOnce: number
  readonly perAccount: number
  readonly waiting: number
  readonly waitingPerAccount: number
  readonly waitMs: number
}

export const uploadTurns: TurnLimits = {
  atOnce: 8,
  unpaidAtOnce: 4,
  perAccount: 2,
  waiting: 64,
  waitingPerAccount: 4,
  waitMs: 20_000,
}

export interface Arrival {
  readonly accountId: string
  readonly paying: boolean
  /** Whoever has hung up meanwhile gets no turn. */
  readonly gone: () => boolean
}

/** A turn to give back, or whose uploads stood in the way: the account's own, or everybody's. */
export type Turn =
  | { readonly type: 'given'; readonly leave: () => void }
  | { readonly type: 'refused'; readonly busy: 'account' | 'service' }

interface Waiter extends Arrival {
  readonly settle: (turn: Turn) => void
}

export function openTurns(limits: TurnLimits = uploadTurns) {
  const inHand = new Map<string, number>()
  const waiting = new Map<string, Waiter[]>()
  let total = 0
  let unpaid = 0
  let waiters = 0

  const mine = (accountId: string) => inHand.get(accountId) ?? 0
  const mayBegin = ({ accountId, paying }: Arrival) =>
    total < limits.atOnce &&
    mine(accountId) < limits.perAccount &&
    (paying || unpaid < limits.unpaidAtOnce)

  function begin({ accountId, paying }: Arrival): Turn {
    total += 1
    unpaid += paying ? 0 : 1
    inHand.set(accountId, mine(accountId) + 1)
    let left = false
    const leave = () => {
      if (left) return
      left = true
      total -= 1
      unpaid -= paying ? 0 : 1
      if (mine(accountId) > 1) inHand.set(accountId, mine(accountId) - 1)
      else inHand.delete(accountId)
      giveTurns()
    }
    return { type: 'given', leave }
  }

  function remove(waiter: Waiter): boolean {
    const queue = waiting.get(waiter.accountId) ?? []
    const at = queue.indexOf(waiter)
    if (at < 0) return false
    queue.splice(at, 1)
    waiters -= 1
    if (queue.length === 0) waiting.delete(waiter.accountId)
    return true
  }

  function giveTurns(): void {
    for (const [accountId, queue] of [...waiting]) {
      const [first] = queue
      if (!first || !(first.gone() || mayBegin(first))) continue
      remove(first)
      first.settle(first.gone() ? busy(first) : begin(first))
      const rest = waiting.get(accountId)
      if (!rest) continue
      waiting.delete(accountId) // Set anew, so that the order is by the last turn.
      waiting.set(accountId, rest)
      giveTurns()
      return
    }
  }

  const busy = ({ accountId }: Arrival): Turn => ({
    type: 'refused',
    busy: mine(accountId) >= limits.perAccount ? 'account' : 'service',
  })

  function enter(arrival: Arrival): Promise<Turn> | Turn {
    const { accountId } = arrival
    const queue = waiting.get(accountId) ?? []
    if (queue.length === 0 && mayBegin(arrival)) return begin(arrival)
    if (waiters >= limits.waiting || queue.length >= limits.waitingPerAccount) return busy(arrival)
    return new Promise((resolve) => {
      const late = setTimeout(() => {
        if (remove(waiter)) resolve(busy(arrival))
      }, limits.waitMs)
      const settle = (turn: Turn) => {
        clearTimeout(late)
        resolve(turn)
      }
      const waiter: Waiter = { ...arrival, settle }
      waiting.set(accountId, [...queue, waiter])
      waiters += 1
    })
  }

  return { enter, inHand: mine, figures: () => ({ inHand: total, waiting: waiters }) }
}
