const pauseMs = 10
const usualMs = 20_000

type Condition<T> = () => T | Promise<T>
type Found<T> = NonNullable<Exclude<T, false>>

/**
 * Waits for a condition, never longer than the limit; gives what the condition gave. Nothing else
 * in the tests waits by the clock. Without words of its own the condition's text is what a failure
 * shows.
 */
export function until<T>(condition: Condition<T>, limitMs?: number): Promise<Found<T>>
export function until<T>(what: string, condition: Condition<T>, limitMs?: number): Promise<Found<T>>
export function until<T>(...given: unknown[]): Promise<Found<T>> {
  const [condition, limitMs = usualMs] = given.filter((part) => typeof part !== 'string')
  const what = typeof given[0] === 'string' ? given[0] : String(condition)
  return wait(what, condition as Condition<T>, Number(limitMs)) // as: by the two forms above.
}

async function wait<T>(what: string, condition: Condition<T>, limitMs: number): Promise<Found<T>> {
  const deadline = performance.now() + limitMs
  for (;;) {
    const value = await condition()
    if (value) return value as Found<T> // as: it is truthy here.
    if (performance.now() > deadline) throw new Error(`Not within ${limitMs} ms: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}
