/**
 * The same function with a memory: lines share most of their words, and some questions about a word
 * cost more than finding the last answer. A full memory is emptied, so it has a bound.
 */
export function remembered<Answer>(ask: (key: string) => Answer): (key: string) => Answer {
  const known = new Map<string, Answer>()
  return (key) => {
    const before = known.get(key)
    if (before !== undefined) return before
    const answer = ask(key)
    if (known.size >= wordsMax) known.clear()
    if (key.length <= lettersMax) known.set(key, answer)
    return answer
  }
}

const wordsMax = 20_000
const lettersMax = 24
