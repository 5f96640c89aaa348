import type { IncomingMessage } from 'node:http'
import { openRounds } from './rounds.ts'

/** A body that fits into the first piece that Node reads is handled as it comes. */
const largeBytes = 65_536
/** In a round of the event loop, of either kind; a piece has 64 KB, or 128 KB at most. */
const perRound = 2

interface Pausable {
  pause(): unknown
  resume(): unknown
}

/** Bodies that are being read go on; requests begin, and bodies nobody wants are thrown away. */
type Lane = 'reads' | 'others'

/**
 * Large bodies come a few pieces in each round of the event loop, whoever sends them: a thousand
 * of them at once would fill a round with hundreds of megabytes, and all other calls would wait
 * for its end. Small bodies are none of its business. Each connection waits here once at most, so
 * the queues are as long as there are connections.
 */
export function openLargeBodies(nextRound?: (round: () => void) => void) {
  const lanes: readonly Lane[] = ['reads', 'others']
  const rounds = openRounds({ lanes, perRound, ...(nextRound ? { nextRound } : {}) })
  return {
    turn: () => rounds.turn('others'),
    /** No more of this body comes until its turn. */
    pause(request: Pausable, lane: Lane): void {
      request.pause()
      rounds.wait(lane, () => request.resume())
    },
  }
}

export const largeBodies = openLargeBodies()

/** Also one whose length nobody has told. */
export function isLarge({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  const declared = headers['content-length']
  if (declared === undefined) return headers['transfer-encoding'] !== undefined
  return Number(declared) > largeBytes
}
