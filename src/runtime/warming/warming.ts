import { errorText } from '../../errors.ts'
import { within } from '../../log/within.ts'
import type { Report } from '../../report.ts'

/** A start does not wait longer for it, however slow the machine. */
const limitMs = 3_000

/** One thing that is made ready; it stops soon when it is told that the time is over. */
export type Warm = (isOver: () => boolean) => Promise<void>

export type Warming = ReturnType<typeof openWarming>

/**
 * Opens the warming of a process before it says that it is ready, so that its first calls are not
 * slower than later ones. The catalog leaves some tables until they are asked for, half a second
 * in which `enrich` answered nobody; and for five seconds calls went through code that was not yet
 * compiled.
 *
 * Decided: a process rehearses in its own memory. Every stage would have to tell records of a
 * rehearsal on the log from real ones, in every release that is rolled over, and one that forgets
 * to would count or charge them; a topic of their own would have to be made before each upgrade.
 * A rehearsal reaches no log, no account, no view and no metric. Servers only see connections that
 * are opened, and the questions of every call being prepared on them.
 *
 * It is done once. A failure is told and is none of the start: the first calls are slower then, as
 * they would be without it.
 */
export function openWarming(report: Report, limit = limitMs) {
  let isDone = false
  return async (parts: Readonly<Record<string, Warm>>): Promise<void> => {
    if (isDone) return
    isDone = true
    let until = performance.now() + limit
    const isOver = () => performance.now() >= until
    const all = Object.entries(parts).map(async ([part, warm]) => {
      try {
        await warm(isOver)
      } catch (error) {
        report('warming_failed', { part, error: errorText(error) })
      }
    })
    await within(limit, Promise.all(all))
    // Timers may ring a moment early, and nobody waits any more.
    until = 0
  }
}
