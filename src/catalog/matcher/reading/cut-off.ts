import { wordCategory } from '../knowledge/category-words.ts'
import type { Knowledge } from '../knowledge/knowledge.ts'

const beginnings = new WeakMap<ReadonlySet<string>, ReadonlySet<string>>()

/**
 * Whether a bank cut the last word of a name off: "SEAFOOD RESTAUR", "GARDEN CENTR".
 *
 * No word itself, and the beginning of one that stands in many names.
 */
export function isCutOff(knowledge: Knowledge, key: string): boolean {
  if (key.length < beginningMin || !/^[a-z]+$/.test(key) || isWord(knowledge, key)) return false
  return beginningsOf(knowledge).has(key)
}

function isWord({ commonWords, givenNames, categoryWords, places }: Knowledge, key: string) {
  return (
    commonWords.has(key) ||
    givenNames.has(key) ||
    places.has(key) ||
    wordCategory(categoryWords, key) !== undefined
  )
}

const beginningMin = 3

/** Made when first asked for, as most lines are of brands. */
function beginningsOf({ commonWords, categoryWords }: Knowledge): ReadonlySet<string> {
  const known = beginnings.get(commonWords)
  if (known !== undefined) return known
  const made = new Set<string>()
  for (const word of [...commonWords, ...categoryWords.whole.keys(), ...longWords]) {
    for (let length = beginningMin; length < word.length; length += 1) {
      if (word.length >= 5) made.add(word.slice(0, length))
    }
  }
  beginnings.set(commonWords, made)
  return made
}

const longWords = (
  'enterprise enterprises international technologies solutions wellness private industries ' +
  'entertainment association foundation community management professional partners products ' +
  'portraits common company gardens valley gallery collection hospitality ventures traders'
).split(' ')
