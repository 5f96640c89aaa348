const pauseMs = 15

/** Waits for a condition, never longer than the limit; gives what the condition gave. */
export async function until<T>(
  what: string,
  condition: () => T | Promise<T>,
  limitMs = 10_000,
): Promise<NonNullable<Exclude<T, false>>> {
  const deadline = performance.now() + limitMs
  for (;;) {
    const value = await condition()
    if (value) return value as NonNullable<Exclude<T, false>> // as: it is truthy here.
    if (performance.now() > deadline) throw new Error(`Not within ${limitMs} ms: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}
