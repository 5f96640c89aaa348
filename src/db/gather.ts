/** One statement asks for at most this much. */
const keysMax = 500

/**
 * Collects keys until the event loop turns and asks for all of them at once: what a take of
 * commands needs from Postgres costs one round trip, not one a command.
 */
export function openGathering<V>(
  ask: (keys: readonly string[]) => Promise<ReadonlyMap<string, V>>,
): (key: string) => Promise<V | null> {
  let gathering: Gathering<V> | null = null

  function begin(): Gathering<V> {
    const keys = new Set<string>()
    const turned = new Promise<void>((resolve) => setImmediate(resolve))
    const answers = turned.then(() => {
      if (gathering?.keys === keys) gathering = null
      return ask([...keys])
    })
    return { keys, answers }
  }

  return async (key) => {
    gathering ??= begin()
    const { keys, answers } = gathering
    keys.add(key)
    if (keys.size >= keysMax) gathering = null
    return (await answers).get(key) ?? null
  }
}

interface Gathering<V> {
  readonly keys: Set<string>
  readonly answers: Promise<ReadonlyMap<string, V>>
}
