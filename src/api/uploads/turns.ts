/**
 * Uploads in hand at once: each holds a few chunks of rows, an unpacker and a connection's share.
 * An upload that comes when all are taken waits for a turn; turns go round by account, so that one
 * with many uploads gets one while each other that waits gets one.
 */
export interface TurnLimits {
  readonly atOnce: number
  /** The part of those for accounts without credits: such accounts cost nothing to make. */
  readonly unpaidAtOnce: number
  readonly perAccount: number
  readonly waiting: number
  readonly waitingPerAccount: number
  readonly waitMs: number
}

export const uploadTurnLimits: TurnLimits = {
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
  /** A caller who has hung up meanwhile gets no turn. */
  readonly gone: () => boolean
}

/** A turn to give back, or whose uploads stood in the way: the account's own, or everybody's. */
export type Turn =
  | { readonly type: 'given'; readonly leave: () => void }
  | { readonly type: 'refused'; readonly busy: 'account' | 'service' }

interface Waiter extends Arrival {
  readonly settle: (turn: Turn) => void
}

export class UploadTurns {
  readonly #limits: TurnLimits
  readonly #inHand = new Map<string, number>()
  readonly #line = new WaitingLine()
  #total = 0
  #unpaid = 0

  constructor(limits: TurnLimits = uploadTurnLimits) {
    this.#limits = limits
  }

  figures(): { readonly inHand: number; readonly waiting: number } {
    return { inHand: this.#total, waiting: this.#line.size }
  }

  enter(arrival: Arrival): Promise<Turn> | Turn {
    const { waiting, waitingPerAccount, waitMs } = this.#limits
    const before = this.#line.lengthOf(arrival.accountId)
    if (before === 0 && this.#mayBegin(arrival)) return this.#begin(arrival)
    if (this.#line.size >= waiting || before >= waitingPerAccount) return this.#busy(arrival)
    return new Promise((resolve) => {
      const late = setTimeout(() => {
        if (this.#line.remove(waiter)) resolve(this.#busy(arrival))
      }, waitMs)
      const settle = (turn: Turn) => {
        clearTimeout(late)
        resolve(turn)
      }
      const waiter: Waiter = { ...arrival, settle }
      this.#line.add(waiter)
    })
  }

  #inHandOf(accountId: string): number {
    return this.#inHand.get(accountId) ?? 0
  }

  #mayBegin({ accountId, paying }: Arrival): boolean {
    const { atOnce, perAccount, unpaidAtOnce } = this.#limits
    if (this.#total >= atOnce || this.#inHandOf(accountId) >= perAccount) return false
    return paying || this.#unpaid < unpaidAtOnce
  }

  #begin({ accountId, paying }: Arrival): Turn {
    this.#count(accountId, paying, 1)
    let left = false
    const leave = () => {
      if (left) return
      left = true
      this.#count(accountId, paying, -1)
      this.#giveTurns()
    }
    return { type: 'given', leave }
  }

  #count(accountId: string, paying: boolean, one: 1 | -1): void {
    const inHand = this.#inHandOf(accountId) + one
    this.#total += one
    this.#unpaid += paying ? 0 : one
    if (inHand > 0) this.#inHand.set(accountId, inHand)
    else this.#inHand.delete(accountId)
  }

  #giveTurns(): void {
    for (;;) {
      const waiter = this.#line.next((first) => first.gone() || this.#mayBegin(first))
      if (!waiter) return
      waiter.settle(waiter.gone() ? this.#busy(waiter) : this.#begin(waiter))
    }
  }

  #busy({ accountId }: Arrival): Turn {
    const own = this.#inHandOf(accountId) >= this.#limits.perAccount
    return { type: 'refused', busy: own ? 'account' : 'service' }
  }
}

/** The queues of all accounts; the account whose turn was longest ago comes first. */
class WaitingLine {
  readonly #queues = new Map<string, Waiter[]>()
  #size = 0

  get size(): number {
    return this.#size
  }

  lengthOf(accountId: string): number {
    return this.#queues.get(accountId)?.length ?? 0
  }

  add(waiter: Waiter): void {
    const queue = this.#queues.get(waiter.accountId) ?? []
    this.#queues.set(waiter.accountId, [...queue, waiter])
    this.#size += 1
  }

  remove(waiter: Waiter): boolean {
    const queue = this.#queues.get(waiter.accountId) ?? []
    const at = queue.indexOf(waiter)
    if (at < 0) return false
    queue.splice(at, 1)
    this.#size -= 1
    if (queue.length === 0) this.#queues.delete(waiter.accountId)
    return true
  }

  /** Removes and gives the first waiter of an account that may have a turn. */
  next(mayTake: (first: Waiter) => boolean): Waiter | null {
    for (const [accountId, queue] of this.#queues) {
      const [first] = queue
      if (!first || !mayTake(first)) continue
      this.remove(first)
      const rest = this.#queues.get(accountId)
      if (rest) {
        this.#queues.delete(accountId) // Set anew, so that the order is by the last turn.
        this.#queues.set(accountId, rest)
      }
      return first
    }
    return null
  }
}
