import { foldWords } from '../../fold.ts'
import type { BankLine } from '../knowledge/bank-lines.ts'
import { guessByLine } from '../knowledge/categories/category-model.ts'
import { type Guess, guessCategory } from '../knowledge/categories/category-words.ts'
import { limit } from '../knowledge/limits.ts'
import type { TokenSpan } from '../reading/clean-name.ts'
import type { LineReading } from '../reading/reading.ts'

/** Below this the model knows nothing, and no category is better than a wrong one. */
const modelMin = limit('tradeByModel')

/** A name's trade: as the trained model has it, or a telling word where that is surer. */
export function guessTrade(
  reading: LineReading,
  name: TokenSpan,
  whole: string | null = null,
): Guess | null {
  const completed = whole === null ? reading : completedLast(reading, name, whole)
  const { knowledge, tokens } = completed
  const byWord = guessCategory(knowledge.categoryWords, tokens, name.from, name.to)
  const byModel = guessByModel(completed, name)
  if (byModel === null) return byWord
  return byWord === null || byModel.probability > byWord.probability ? byModel : byWord
}

/** The line, with the rest of the name's last word where that was cut off and is known. */
function completedLast(reading: LineReading, { to }: TokenSpan, whole: string): LineReading {
  const { knowledge, tokens, keys } = reading
  const last = keys[to - 1] ?? ''
  const completed = foldWords(whole).at(-1) ?? ''
  if (completed.length <= last.length || !completed.startsWith(last)) return reading
  const word = knowledge.words(completed)
  return {
    ...reading,
    tokens: tokens.map((token, at) => (at === to - 1 ? { ...token, key: completed, word } : token)),
    keys: keys.map((key, at) => (at === to - 1 ? completed : key)),
  }
}

/** The category by all words of the line. */
export function guessByModel(
  { knowledge, keys, flow }: LineReading,
  name: TokenSpan,
  bank: BankLine | null = null,
): Guess | null {
  const isNamed = name.to > name.from
  // A refund is one of a purchase.
  const came = isNamed && flow.isRefund(name) ? false : flow.told(name)
  const guess = guessByLine(knowledge.categoryModel, {
    keys,
    ...name,
    came,
    phrase: bank?.rule.order ?? null,
  })
  return guess === null || guess.probability < modelMin ? null : guess
}
