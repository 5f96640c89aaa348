import { tryAgain } from '../../http/exchange.ts'

/** Tokens of one question. There is one at a time: Postgres has its other connections for calls. */
const perQuestion = 500

/** Those that were not found are not among the answers. */
type Find<T> = (tokens: readonly string[]) => Promise<ReadonlyMap<string, T>>

interface Asked<T> {
  readonly answer: Promise<T | null>
  readonly settle: (found: Promise<T | null>) => void
}

/**
 * Look-ups of tokens. All that wait are one question, and those of one token one look-up, so that
 * many at once delay each other by no more than a question or two. Nobody is given an answer to a
 * question that was asked before he came: the token may have been revoked in between.
 */
export function openLookUps<T>(find: Find<T>, { waitingMax }: { readonly waitingMax: number }) {
  const waiting = new Map<string, Asked<T>>()
  let isRunning = false

  async function run(): Promise<void> {
    while (waiting.size > 0) {
      const asking = [...waiting].slice(0, perQuestion)
      for (const [token] of asking) waiting.delete(token)
      const found = find(asking.map(([token]) => token))
      for (const [token, { settle }] of asking) {
        settle(found.then((answers) => answers.get(token) ?? null))
      }
      await found.catch(() => {}) // Each who asked is told.
    }
    isRunning = false
  }

  return (token: string): Promise<T | null> => {
    const shared = waiting.get(token)
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
