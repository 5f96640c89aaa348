import { limit } from '../limits.ts'
import { remembered } from '../remembered.ts'
import { wordClass } from '../tables/word-classes.ts'

/** The category that the words of a name suggest: "Bakehouse" sells bread, a "Farmacia" drugs. */
export interface CategoryWords {
  readonly whole: ReadonlyMap<string, string>
  readonly begun: ReadonlyMap<string, string>
  /** The category of a word or of its ending, or null. */
  readonly remember: (key: string) => string | null
}

type Listed = Pick<CategoryWords, 'whole' | 'begun'>

export interface Guess {
  readonly category: string
  readonly probability: number
}

/** Words that many kinds of shops bear; they decide only where nothing else does. */
const weakWords = wordClass('weak_trade_words')

const beginningMin = 4
const beginningMax = 14

export function readCategoryWords(lines: readonly string[]): CategoryWords {
  const whole = new Map<string, string>()
  const begun = new Map<string, string>()
  for (const line of lines) {
    const [word = '', category = ''] = line.split('\t')
    if (word.endsWith('*')) begun.set(word.slice(0, -1), category)
    else whole.set(word, category)
  }
  const words = { whole, begun }
  const remember = remembered((key) => tradeWord(words, key) ?? endingCategory(words, key) ?? null)
  return { ...words, remember }
}

const strongWord = limit('tradeByWord')
const agreeingWords = limit('tradeByWords')
const weakWord = limit('tradeByWeakWord')

/** The last strong word decides: a "Coffee Repair" repairs, as names are read in most languages. */
export function guessCategory(words: CategoryWords, keys: readonly string[]): Guess | null {
  let strong: string | null = null
  let weak: string | null = null
  let agreeing = 0
  for (let at = 0; at < keys.length; at += 1) {
    const key = keys[at] ?? ''
    const joined = key + (keys[at + 1] ?? '')
    const category = words.whole.get(joined) ?? wordCategory(words, key)
    if (category === undefined) continue
    if (weakWords.has(key)) weak = category
    else {
      agreeing += category === strong ? 1 : 0
      strong = category
    }
  }
  if (strong !== null)
    return { category: strong, probability: agreeing > 0 ? agreeingWords : strongWord }
  return weak === null ? null : { category: weak, probability: weakWord }
}

export function wordCategory(words: CategoryWords, key: string): string | undefined {
  return words.remember(key) ?? undefined
}

/** The word as such; `wordCategory` sees trades in the endings of other words, too. */
export function tradeWord(words: Listed, key: string): string | undefined {
  const exact = words.whole.get(key)
  if (exact !== undefined || key.length < beginningMin + 2) return exact
  const singular = key.endsWith('s') ? words.whole.get(key.slice(0, -1)) : undefined
  if (singular !== undefined) return singular
  for (let length = Math.min(key.length, beginningMax); length >= beginningMin; length -= 1) {
    const begun = words.begun.get(key.slice(0, length))
    if (begun !== undefined) return begun
  }
  return undefined
}

function endingCategory(words: Listed, key: string): string | undefined {
  if (key.length < beginningMin + 4) return undefined
  // German, Dutch and Nordic names end in what they are: Löwenapotheke, Dorpsbakkerij.
  for (let start = 3; start <= key.length - 5; start += 1) {
    const ending = words.whole.get(key.slice(start))
    if (ending !== undefined) return ending
  }
  return undefined
}
