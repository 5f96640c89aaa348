import { tryAgain } from '../../http/exchange.ts'

/** Tokens of one question. There is one at a time: Postgres has its other connections for calls. */
const perQuestion = 500
/** More than that are refused, and leave the door's places to callers who are known. */
const waitingMax = 500

/** Those that were not found are not among the answers. */
type Find<T> = (tokens: readonly string[]) => Promise<ReadonlyMap<string, T>>

interface Asked<T> {
  readonly answer: Promise<T | null>
  readonly settle: (found: Promise<T | null>) => void
}

/**
 * Look-ups of tokens that this process has not seen to be valid. All that wait are one question, so
 * a flood of tokens that nobody has delays no good one by more than a question or two, and no known
 * caller at all. Requests with the same token share one look-up.
 */
export function openFirstLookUps<T>(find: Find<T>) {
  const waiting = new Map<string, Asked<T>>()
  const asking = new Map<string, Asked<T>>()
  let isRunning = false

  async function run(): Promise<void> {
    while (waiting.size > 0) {
      for (const [token, asked] of [...waiting].slice(0, perQuestion)) {
        asking.set(token, asked)
        waiting.delete(token)
      }
      const found = find([...asking.keys()])
      for (const [token, { settle }] of asking) {
        settle(found.then((answers) => answers.get(token) ?? null))
      }
      await found.catch(() => {}) // Each who asked is told.
      asking.clear()
    }
    isRunning = false
  }

  return (token: string): Promise<T | null> => {
    const shared = asking.get(token) ?? waiting.get(token)
    if (shared) return shared.answer
    if (waiting.size >= waitingMax) throw tryAgain('Too many keys are being looked up.')
    const asked = open<T>()
    waiting.set(token, asked)
    if (!isRunning) {
      isRunning = true
      void run()
    }
    return asked.answer
  }
}

function open<T>(): Asked<T> {
  let settle: Asked<T>['settle'] = () => {}
  const answer = new Promise<T | null>((resolve) => {
    settle = resolve
  })
  return { answer, settle }
}
