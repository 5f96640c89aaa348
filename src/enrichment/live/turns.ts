/** Those who ask: calls go first, and neither jobs nor pictures ever take all the room. */
export type Lane = 'call' | 'logo' | 'job'

const lanes: readonly Lane[] = ['call', 'logo', 'job']

export interface LiveTurnLimits {
  /** At once, in the whole process. */
  readonly atOnce: number
  /** At once, of each lane. */
  readonly ofLane: { readonly [L in Lane]: number }
  /** Waiting for their turn, of each lane; one more is turned away. */
  readonly waiting: number
}

interface Waiting {
  readonly isWanted: () => boolean
  readonly begin: (mayRun: boolean) => void
}

/**
 * A bulkhead: what is asked of websites has room of its own, so that nothing else ever waits for
 * them. Within a lane owners take turns, so that the many questions of one delay nobody else's.
 */
export function openTurns({ atOnce, ofLane, waiting: waitingMax }: LiveTurnLimits) {
  const queues: { readonly [L in Lane]: Map<string, Waiting[]> } = {
    call: new Map(),
    logo: new Map(),
    job: new Map(),
  }
  const running = { call: 0, logo: 0, job: 0 }
  const waiting = { call: 0, logo: 0, job: 0 }

  function hasRoom(lane: Lane): boolean {
    const all = running.call + running.logo + running.job
    return all < atOnce && running[lane] < ofLane[lane]
  }

  function next(lane: Lane): Waiting | null {
    for (const [owner, all] of queues[lane]) {
      const turn = all.shift()
      queues[lane].delete(owner) // Set anew, so that the map's order is by last turn.
      if (all.length > 0) queues[lane].set(owner, all)
      if (turn === undefined) continue
      waiting[lane] -= 1
      return turn
    }
    return null
  }

  function pump(): void {
    for (const lane of lanes) {
      while (hasRoom(lane)) {
        const turn = next(lane)
        if (turn === null) break
        const mayRun = turn.isWanted()
        if (mayRun) running[lane] += 1
        turn.begin(mayRun)
      }
    }
  }

  return {
    running: () => running.call + running.logo + running.job,
    waiting: () => waiting.call + waiting.logo + waiting.job,
    /** Null where there was no room, or where nobody wanted it any more when its turn came. */
    async run<T>(asked: TurnOf, act: () => Promise<T>): Promise<T | null> {
      const { lane, owner, isWanted } = asked
      if (waiting[lane] >= waitingMax) return null
      const mayRun = await new Promise<boolean>((begin) => {
        const all = queues[lane].get(owner) ?? []
        all.push({ isWanted, begin })
        queues[lane].set(owner, all)
        waiting[lane] += 1
        pump()
      })
      if (!mayRun) return null
      try {
        return await act()
      } finally {
        running[lane] -= 1
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
