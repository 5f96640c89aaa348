import { signal } from '@preact/signals'

/** The width from which the style sheets, too, take a screen for a phone's. */
const narrow = globalThis.matchMedia?.('(max-width: 46rem)')

export const isNarrow = signal(narrow?.matches ?? false)

export function followWidth(): void {
  narrow?.addEventListener('change', ({ matches }) => {
    isNarrow.value = matches
  })
}
