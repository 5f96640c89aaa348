/** Keys in use are asked for again after this, sooner than anybody forgets them. */
const everyMs = 200
/** A key is in use for so long after a call with it. */
const inUseMs = 5_000
/** The keys that were used last; those beyond are looked up by the calls that find them old. */
const keysMax = 500

/**
 * Asks again for the keys in use, all of them in one question, so that no call of a caller who
 * comes now and then waits for it. Nothing is asked while no key is in use.
 */
export function openRenewals(ask: (tokens: readonly string[]) => Promise<unknown>) {
  /** When each was used last, the latest at the end. */
  const used = new Map<string, number>()
  let isRunning = false

  function runSoon(): void {
    isRunning = true
    setTimeout(run, everyMs).unref()
  }

  async function run(): Promise<void> {
    for (const [token, at] of used) {
      if (performance.now() - at < inUseMs) break
      used.delete(token)
    }
    isRunning = used.size > 0
    if (!isRunning) return
    // A key that could not be renewed is asked for by the call that finds it old.
    await ask([...used.keys()]).catch(() => {})
    runSoon()
  }

  return {
    use(token: string): void {
      used.delete(token)
      used.set(token, performance.now())
      for (const oldest of used.keys()) {
        if (used.size <= keysMax) break
        used.delete(oldest)
      }
      if (!isRunning) runSoon()
    },
    end: (token: string): unknown => used.delete(token),
  }
}
