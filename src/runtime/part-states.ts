import { errorText } from '../errors.ts'

/** A part that this process stands on, and how to see whether it works. */
export interface Part {
  readonly name: string
  /** Whether no call can be answered without it. */
  readonly vital: boolean
  readonly check: () => unknown
}

export interface PartState {
  readonly name: string
  readonly vital: boolean
  /** `ok`, or what is wrong. */
  readonly state: string
}

/** All at once, each within the limit. */
export function statesOf(parts: readonly Part[], limitMs: number): Promise<readonly PartState[]> {
  return Promise.all(
    parts.map(async ({ name, vital, check }) => {
      const late = new Promise<never>((_, reject) => {
        setTimeout(() => reject(new Error('no answer in time')), limitMs).unref()
      })
      const checked = Promise.resolve().then(check)
      return { name, vital, state: await Promise.race([checked, late]).then(() => 'ok', errorText) }
    }),
  )
}
