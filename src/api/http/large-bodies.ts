import type { IncomingMessage } from 'node:http'

/** A body that fits into the first piece that Node reads is handled as it comes. */
const largeBytes = 65_536
/** In a round of the event loop, of either kind; a piece has 64 KB, or 128 KB at most. */
const perRound = 2

type Step = () => void
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
export function openLargeBodies(nextRound: (round: Step) => void = setImmediate) {
  const lanes: Readonly<Record<Lane, Step[]>> = { reads: [], others: [] }
  let isRunning = false

  function round(): void {
    const steps = [...lanes.reads.splice(0, perRound), ...lanes.others.splice(0, perRound)]
    isRunning = lanes.reads.length + lanes.others.length > 0
    if (isRunning) nextRound(round)
    for (const step of steps) step()
  }

  function wait(lane: Lane, step: Step): void {
    lanes[lane].push(step)
    if (isRunning) return
    isRunning = true
    nextRound(round)
  }

  return {
    turn: () => new Promise<void>((resolve) => wait('others', resolve)),
    /** No more of this body comes until its turn. */
    pause(request: Pausable, lane: Lane): void {
      request.pause()
      wait(lane, () => request.resume())
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
