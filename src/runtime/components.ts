import { errorText } from '../errors.ts'

/** A server or a loop without which this process does not work, and how to see whether it does. */
export interface Component {
  readonly name: string
  /** Whether no call can be answered without it. */
  readonly vital: boolean
  readonly check: () => unknown
}

export interface ComponentState {
  readonly name: string
  readonly vital: boolean
  /** `ok`, or what is wrong. */
  readonly state: string
}

/** All at once, each within the limit. */
export function componentStates(
  components: readonly Component[],
  limitMs: number,
): Promise<readonly ComponentState[]> {
  return Promise.all(
    components.map(async ({ name, vital, check }) => {
      const late = new Promise<never>((_, reject) => {
        setTimeout(() => reject(new Error('no answer in time')), limitMs).unref()
      })
      const checked = Promise.resolve().then(check)
      return { name, vital, state: await Promise.race([checked, late]).then(() => 'ok', errorText) }
    }),
  )
}
