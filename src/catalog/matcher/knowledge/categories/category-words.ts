import { type Hashed, joinHash, type KeyFilter, mayHold, openKeyFilter } from '../key-filter.ts'
import { limit } from '../limits.ts'
import { remembered } from '../remembered.ts'
import { wordClass } from '../tables/word-classes.ts'

/** The category that the words of a name suggest: "Bakehouse" sells bread, a "Farmacia" drugs. */
export interface CategoryWords {
  readonly whole: ReadonlyMap<string, string>
  readonly begun: ReadonlyMap<string, string>
  readonly filter: KeyFilter
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
  return { ...words, filter: openKeyFilter([...whole.keys()]), remember }
}

const strongWord = limit('tradeByWord')
const agreeingWords = limit('tradeByWords')
const weakWord = limit('tradeByWeakWord')

/** The last strong word decides: a "Coffee Repair" repairs, as names are read in most languages. */
export function guessCategory(
  words: CategoryWords,
  tokens: readonly TradeToken[],
  from: number,
  to: number,
): Guess | null {
  let strong: string | null = null
  let weak: string | null = null
  let agreeing = 0
  for (let at = from; at < to; at += 1) {
    const word = tokens[at]?.word
    if (word === undefined) break
    const next = at + 1 < to ? tokens[at + 1]?.word : undefined
    const category = (next === undefined ? undefined : ofTwo(words, word, next)) ?? word.trade
    if (category === undefined) continue
    if (weakWords.has(word.key)) weak = category
    else {
      agreeing += category === strong ? 1 : 0
      strong = category
    }
  }
  if (strong !== null)
    return { category: strong, probability: agreeing > 0 ? agreeingWords : strongWord }
  return weak === null ? null : { category: weak, probability: weakWord }
}

/** A word of a line, with its own trade. */
interface TradeToken {
  readonly word: { readonly key: string; readonly trade: string | undefined } & Hashed
}

function ofTwo({ whole, filter }: CategoryWords, first: Keyed, second: Keyed): string | undefined {
  if (!mayHold(filter, joinHash(first.hash, second))) return undefined
  return whole.get(first.key + second.key)
}

type Keyed = TradeToken['word']

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
