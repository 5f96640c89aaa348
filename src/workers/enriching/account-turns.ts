/**
 * Work that takes long waits for its turn: accounts one after the other, whatever partition their
 * commands lie on, and one account's in the order in which it was given. Later work of an account
 * that waits here comes after it.
 */
export function openAccountTurns<T>(work: (taken: T) => Promise<void>, fail: (e: unknown) => void) {
  const waiting = new Map<string, T[]>()
  let running = false

  async function run(): Promise<void> {
    for (let turn = nextOf(waiting); turn; turn = nextOf(waiting)) {
      await work(turn.taken)
      const left = waiting.get(turn.accountId)
      waiting.delete(turn.accountId) // Set anew, so that the map's order is by last turn.
      if (left && left.length > 0) waiting.set(turn.accountId, left)
    }
    running = false
  }

  return {
    isWaiting: (accountId: string) => waiting.has(accountId),
    add(accountId: string, taken: T): void {
      const before = waiting.get(accountId)
      if (before) before.push(taken)
      else waiting.set(accountId, [taken])
      if (running) return
      running = true
      run().catch(fail)
    },
  }
}

/** The first of whoever waits longest, who stays in the map until it is done. */
function nextOf<T>(waiting: ReadonlyMap<string, T[]>) {
  for (const [accountId, all] of waiting) {
    const taken = all.shift()
    if (taken !== undefined) return { accountId, taken }
  }
  return null
}
