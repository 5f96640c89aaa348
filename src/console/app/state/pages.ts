import { useEffect, useState } from 'preact/hooks'
import type { CallProblem } from './call.ts'
import { call, problemOf } from './call.ts'

interface CursorPage<T> {
  readonly data: readonly T[]
  readonly next_cursor: string | null
}

export interface Listed<T> {
  readonly rows: readonly T[] | null
  readonly problem: CallProblem | null
  readonly isLoading: boolean
  readonly hasMore: boolean
  more(): void
  reload(): void
  /** Shows a row otherwise without asking again. */
  change(change: (rows: readonly T[]) => readonly T[]): void
}

interface ListState<T> {
  readonly rows: readonly T[] | null
  readonly cursor: string | null
  readonly problem: CallProblem | null
}

/** A list of the API, page behind page. `path` may hold a query of its own. */
export function useList<T>(path: string): Listed<T> {
  const empty: ListState<T> = { rows: null, cursor: null, problem: null }
  const [list, setList] = useState(empty)
  const [isLoading, setLoading] = useState(true)
  const [round, setRound] = useState(0)

  const read = async (before: ListState<T>, signal?: AbortSignal) => {
    setLoading(true)
    const after = before.cursor === null ? '' : `cursor=${encodeURIComponent(before.cursor)}`
    const joint = after === '' ? '' : path.includes('?') ? '&' : '?'
    try {
      const { json } = await call<CursorPage<T>>('GET', `${path}${joint}${after}`, {
        ...(signal ? { signal } : {}),
      })
      if (signal?.aborted) return
      const rows = [...(before.rows ?? []), ...json.data]
      setList({ rows, cursor: json.next_cursor, problem: null })
    } catch (error) {
      if (signal?.aborted) return
      setList({ ...before, problem: problemOf(error) })
    }
    setLoading(false)
  }
  useEffect(() => {
    const controller = new AbortController()
    read(empty, controller.signal)
    return () => controller.abort()
  }, [path, round])

  return {
    rows: list.rows,
    problem: list.problem,
    isLoading,
    hasMore: list.cursor !== null,
    more: () => void read(list),
    reload: () => setRound((before) => before + 1),
    change: (change) => setList((now) => ({ ...now, rows: change(now.rows ?? []) })),
  }
}
