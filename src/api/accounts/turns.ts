/**
 * Work that takes a processor for itself, so much of it at once. Known callers go first, and wait
 * in a line of their own that strangers cannot fill.
 */
export interface Turns {
  /** False where one more would be one too many. */
  hasRoom(isKnown: boolean): boolean
  run<T>(isKnown: boolean, work: () => Promise<T>): Promise<T>
}

export function openTurns(atOnce: number, waitingMax: number): Turns {
  const known: (() => void)[] = []
  const strangers: (() => void)[] = []
  let running = 0

  function next(): void {
    const begin = known.shift() ?? strangers.shift()
    if (begin) begin()
    else running -= 1
  }

  return {
    hasRoom: (isKnown) => (isKnown ? known : strangers).length < waitingMax,
    async run(isKnown, work) {
      // The next in line takes over the place of the one that ended.
      if (running < atOnce) running += 1
      else await new Promise<void>((begin) => (isKnown ? known : strangers).push(begin))
      try {
        return await work()
      } finally {
        next()
      }
    },
  }
}
