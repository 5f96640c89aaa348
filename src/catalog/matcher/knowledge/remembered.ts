/**
 * The same function with a memory: lines share most of their words, and some questions about a word
 * cost more than finding the last answer.
 *
 * A full memory becomes the old one, which is dropped with what nobody asked again.
 */
export function remembered<Answer>(
  ask: (key: string) => Answer,
  isKept: (key: string) => boolean = isShort,
): (key: string) => Answer {
  let known = new Map<string, Answer>()
  let old = new Map<string, Answer>()
  return (key) => {
    const before = known.get(key)
    if (before !== undefined) return before
    const answer = old.get(key) ?? ask(key)
    if (known.size >= wordsMax) {
      old = known
      known = new Map()
    }
    if (isKept(key)) known.set(key, answer)
    return answer
  }
}

const wordsMax = 10_000
const lettersMax = 24

export function isShort(key: string): boolean {
  return key.length <= lettersMax
}
