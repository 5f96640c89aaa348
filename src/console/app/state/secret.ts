import { signal } from '@preact/signals'

interface ShownSecret {
  readonly title: string
  readonly words: string
  readonly text: string
  readonly done: () => void
}

/** A secret that is shown this once; `done` when its reader has kept it. */
export const shownSecret = signal<ShownSecret | null>(null)

export function showSecret(title: string, text: string, words = onceWords): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      shownSecret.value = null
      resolve()
    }
    shownSecret.value = { title, words, text, done }
  })
}

const onceWords = 'It is shown this once and never again. Keep it where you keep secrets.'
