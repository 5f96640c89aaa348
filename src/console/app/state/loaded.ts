import { useEffect, useState } from 'preact/hooks'
import type { CallProblem } from './call.ts'
import { problemOf } from './call.ts'
import { session } from './session.ts'

export interface Loaded<T> {
  readonly value: T | null
  readonly problem: CallProblem | null
  readonly isLoading: boolean
  reload(): void
}

interface Outcome<T> {
  readonly value: T | null
  readonly problem: CallProblem | null
}

/**
 * Asks when it is first shown and whenever `key` changes. The answer before stays on the screen
 * until the next one is there, so that nothing jumps; an answer that comes too late is not shown.
 */
export function useLoaded<T>(key: string, load: (signal: AbortSignal) => Promise<T>): Loaded<T> {
  const [outcome, setOutcome] = useState<Outcome<T>>({ value: null, problem: null })
  const [isLoading, setLoading] = useState(true)
  const [round, setRound] = useState(0)
  useEffect(() => {
    const controller = new AbortController()
    setLoading(true)
    load(controller.signal)
      .then((value) => ({ value, problem: null }))
      .catch((error: unknown) => ({ value: null, problem: problemOf(error) }))
      .then((next: Outcome<T>) => {
        if (controller.signal.aborted || session.value === null) return
        setOutcome(next)
        setLoading(false)
      })
    return () => controller.abort()
  }, [key, round])
  return { ...outcome, isLoading, reload: () => setRound((before) => before + 1) }
}
