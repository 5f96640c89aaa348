import type { Socket } from 'node:net'
import { tryAgain } from '../http/exchange.ts'
import { openRounds } from '../http/rounds.ts'

/** A millisecond of work or two: each step of a call waits so long at most for strangers. */
const perRound = 4
/** More than that of a lane are refused; each may have sent some of its body already. */
const waitingMax = 2_000
/** Nobody who waits for his answers asks more often than this by one connection. */
const holdMs = 1_000
const heldMax = 4_000

/** Health and metrics, and all else. */
type Lane = 'vital' | 'others'

interface StrangersOptions {
  readonly nextRound?: (round: () => void) => void
}

export type Strangers = ReturnType<typeof openStrangers>

/**
 * Requests of callers who are not known yet: without a key, or with one that this process has not
 * seen to be good. However many come at once, a few of them begin in a round of the event loop, so
 * that each step of a known caller's call waits for a few of them only.
 */
export function openStrangers({ nextRound }: StrangersOptions = {}) {
  const lanes: readonly Lane[] = ['vital', 'others']
  const rounds = openRounds({ lanes, perRound, ...(nextRound ? { nextRound } : {}) })
  const held = new Set<Socket>()
  const waiting: Record<Lane, number> = { vital: 0, others: 0 }

  async function turn(lane: Lane): Promise<void> {
    if (waiting[lane] >= waitingMax) {
      throw tryAgain('Too many calls without a known key are waiting.')
    }
    waiting[lane] += 1
    await rounds.turn(lane)
    waiting[lane] -= 1
  }

  return {
    turn,
    /**
     * A refusal is held back for a second, which costs less than another one. A connection that
     * sends more meanwhile does not wait for answers, and is closed; so is one too many.
     */
    async holdBack(socket: Socket): Promise<void> {
      if (held.size >= heldMax || held.has(socket)) {
        socket.destroy()
        return
      }
      held.add(socket)
      await new Promise<void>((resolve) => setTimeout(resolve, holdMs).unref())
      held.delete(socket)
      await rounds.turn('others')
    },
  }
}
