import { WaitingLine } from './waiting-line.ts'

/** Those who ask: calls go first, and neither jobs nor pictures ever take all the room. */
export type Lane = 'call' | 'logo' | 'job'

const lanes: readonly Lane[] = ['call', 'logo', 'job']

export interface LiveTurnLimits {
  /** At once, in the whole process. */
  readonly atOnce: number
  /** At once, of each lane. */
  readonly ofLane: { readonly [L in Lane]: number }
  /** Waiting for their turn, of each lane; then somebody of whoever has most is turned away. */
  readonly waiting: number
}

interface Running {
  readonly lane: Lane
  readonly isWanted: () => boolean
  readonly stopping: AbortController
}

/**
 * A bulkhead: what is asked of websites has room of its own, so that nothing else ever waits for
 * them. Within a lane owners take turns, so that the many questions of one delay nobody else's;
 * and what nobody waits for any more gives its place to one who does.
 */
export function openTurns({ atOnce, ofLane, waiting: waitingMax }: LiveTurnLimits) {
  const lines: { readonly [L in Lane]: WaitingLine } = {
    call: new WaitingLine(waitingMax),
    logo: new WaitingLine(waitingMax),
    job: new WaitingLine(waitingMax),
  }
  const running = new Set<Running>()
  const inLane = { call: 0, logo: 0, job: 0 }

  function hasRoom(lane: Lane): boolean {
    return running.size < atOnce && inLane[lane] < ofLane[lane]
  }

  function pump(): void {
    for (const lane of lanes) {
      while (hasRoom(lane)) {
        const turn = lines[lane].next()
        if (turn === null) break
        turn.begin(turn.isWanted())
      }
    }
    for (const lane of lanes) stopUnwanted(lane)
  }

  /** As many as wait; the oldest first. Their places come free when they have ended. */
  function stopUnwanted(lane: Lane): void {
    let needed = lines[lane].length
    for (const one of running) {
      if (needed <= 0) return
      if (one.lane !== lane && inLane[lane] >= ofLane[lane]) continue
      if (one.isWanted()) continue
      one.stopping.abort(new Error('others wait for its place'))
      needed -= 1
    }
  }

  function begun(lane: Lane, isWanted: () => boolean): Running {
    const one = { lane, isWanted, stopping: new AbortController() }
    running.add(one)
    inLane[lane] += 1
    return one
  }

  return {
    running: () => running.size,
    waiting: () => lanes.reduce((sum, lane) => sum + lines[lane].length, 0),
    /** To be called when somebody stops waiting for an answer. */
    unwanted: pump,
    /** Null where there was no room, or where nobody wanted it any more when its turn came. */
    async run<T>(asked: TurnOf, act: (stop: AbortSignal) => Promise<T>): Promise<T | null> {
      const { lane, owner, isWanted } = asked
      const one = await new Promise<Running | null>((resolve) => {
        // Counted at once: the one who waits goes on a moment later.
        const begin = (may: boolean) => resolve(may ? begun(lane, isWanted) : null)
        if (!lines[lane].add(owner, { isWanted, begin })) resolve(null)
        pump()
      })
      if (one === null) return null
      try {
        return await act(one.stopping.signal)
      } finally {
        running.delete(one)
        inLane[lane] -= 1
        pump()
      }
    },
  }
}

export interface TurnOf {
  readonly lane: Lane
  readonly owner: string
  readonly isWanted: () => boolean
}
