import type { Knowledge } from '../knowledge/knowledge.ts'
import { limit } from '../knowledge/limits.ts'
import { wordClass } from '../knowledge/tables/word-classes.ts'
import type { Word } from '../knowledge/words/word.ts'

const beginnings = new WeakMap<ReadonlySet<string>, ReadonlySet<string>>()

/**
 * Whether a bank cut the last word of a name off: "SEAFOOD RESTAUR", "GARDEN CENTR".
 *
 * No word itself, and the beginning of one that stands in many names.
 */
export function isCutOff(knowledge: Knowledge, word: Word): boolean {
  const { key } = word
  if (key.length < beginningMin || isWord(word) || !latinOnly.test(key)) return false
  return beginningsOf(knowledge).has(key)
}

const latinOnly = /^[a-z]+$/

function isWord({ isCommon, isGiven, place, trade }: Word): boolean {
  return isCommon || isGiven || place !== undefined || trade !== undefined
}

/** Whether longer words of names begin so, whatever the word is itself. */
export function beginsWord(knowledge: Knowledge, key: string): boolean {
  return key.length >= beginningMin && beginningsOf(knowledge).has(key)
}

const beginningMin = 3

/** Made when first asked for, as most lines are of brands. */
function beginningsOf({ commonWords, categoryWords }: Knowledge): ReadonlySet<string> {
  const known = beginnings.get(commonWords)
  if (known !== undefined) return known
  const made = new Set<string>()
  for (const word of [...commonWords, ...longWords]) addBeginnings(made, word, commonCut)
  for (const word of categoryWords.whole.keys()) {
    if (latinOnly.test(word)) addBeginnings(made, word, tradeCut)
  }
  beginnings.set(commonWords, made)
  return made
}

interface Cut {
  readonly min: number
  readonly share: number
}

const wordMin = 5
const commonCut: Cut = { min: beginningMin, share: limit('cutCommonWord') }
/** The trades of all languages begin with nearly every three letters that there are. */
const tradeCut: Cut = { min: 5, share: limit('cutTradeWord') }

/** A bank cuts the end of a line, so most of the word still stands. */
function addBeginnings(made: Set<string>, word: string, { min, share }: Cut): void {
  if (word.length < wordMin) return
  for (let at = Math.max(min, Math.ceil(word.length * share)); at < word.length; at += 1) {
    made.add(word.slice(0, at))
  }
}

const longWords = wordClass('long_words')
