import type { ComponentChildren } from 'preact'
import type { CallProblem } from '../state/call.ts'
import type { Loaded } from '../state/loaded.ts'
import type { Listed } from '../state/pages.ts'
import { ProblemWords } from './problem-words.tsx'

interface ShownParts<T> {
  readonly of: Loaded<T>
  readonly children: (value: T) => ComponentChildren
  /** How many lines are kept free for the answer, so that nothing shifts when it comes. */
  readonly lines?: number
}

/** Something that is asked for: its place is kept, its problem is said, or it is there. */
export function Shown<T>({ of: loaded, children, lines = 4 }: ShownParts<T>) {
  if (loaded.problem) return <Failed problem={loaded.problem} retry={loaded.reload} />
  if (loaded.value === null) return <Skeleton lines={lines} />
  return (
    <div class="stacked" aria-busy={loaded.isLoading}>
      {children(loaded.value)}
    </div>
  )
}

interface ShownListParts<T> {
  readonly of: Listed<T>
  readonly children: (rows: readonly T[]) => ComponentChildren
  readonly lines?: number
  readonly more?: string
}

export function ShownList<T>({ of: list, children, lines = 6, more }: ShownListParts<T>) {
  if (list.problem) return <Failed problem={list.problem} retry={list.reload} />
  if (list.rows === null) return <Skeleton lines={lines} />
  return (
    <div aria-busy={list.isLoading}>
      {children(list.rows)}
      {list.hasMore && (
        <button
          class="button button-quiet button-small more"
          type="button"
          disabled={list.isLoading}
          onClick={list.more}
        >
          {more ?? 'Show more'}
        </button>
      )}
    </div>
  )
}

export function Skeleton({ lines }: { readonly lines: number }) {
  return (
    <div class="skeleton" role="status" aria-label="Loading">
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} />
      ))}
    </div>
  )
}

interface FailedParts {
  readonly problem: CallProblem
  readonly retry?: () => void
}

export function Failed({ problem, retry }: FailedParts) {
  return (
    <div class="form-error failed" role="alert">
      <div>
        <ProblemWords error={problem} />
      </div>
      {retry && (
        <button class="button button-quiet button-small" type="button" onClick={retry}>
          Try again
        </button>
      )}
    </div>
  )
}
