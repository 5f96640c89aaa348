type Step = () => void

interface RoundsOptions<Lane extends string> {
  readonly lanes: readonly Lane[]
  /** Steps of each lane in a round of the event loop. */
  readonly perRound: number
  readonly nextRound?: (round: Step) => void
}

/**
 * Steps that come in great numbers wait here, and a few of each lane happen in a round of the
 * event loop: whatever else has become ready meanwhile is answered between two rounds. Lanes do
 * not wait for one another. How many may wait is the affair of who lets them wait.
 */
export function openRounds<Lane extends string>(options: RoundsOptions<Lane>) {
  const { lanes, perRound, nextRound = setImmediate } = options
  const waiting = new Map<Lane, Step[]>(lanes.map((lane) => [lane, []]))
  let isRunning = false

  function round(): void {
    const steps = [...waiting.values()].flatMap((lane) => lane.splice(0, perRound))
    isRunning = [...waiting.values()].some((lane) => lane.length > 0)
    if (isRunning) nextRound(round)
    for (const step of steps) step()
  }

  function wait(lane: Lane, step: Step): void {
    waiting.get(lane)?.push(step)
    if (isRunning) return
    isRunning = true
    nextRound(round)
  }

  return { wait, turn: (lane: Lane) => new Promise<void>((resolve) => wait(lane, resolve)) }
}
