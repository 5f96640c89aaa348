import { limit } from '../knowledge/limits.ts'
import { guessByLine } from '../knowledge/words/category-model.ts'
import { type Guess, guessCategory } from '../knowledge/words/category-words.ts'
import type { TokenSpan } from '../reading/clean-name.ts'
import type { LineReading } from '../reading/reading.ts'

/** Below this the model knows nothing, and no category is better than a wrong one. */
const modelMin = limit('tradeByModel')

/** A name's trade: as the trained model has it, or a telling word where that is surer. */
export function guessTrade(reading: LineReading, name: TokenSpan): Guess | null {
  const { knowledge, tokens } = reading
  const byWord = guessCategory(knowledge.categoryWords, tokens, name.from, name.to)
  const byModel = guessByModel(reading, name)
  if (byModel === null) return byWord
  return byWord === null || byModel.probability > byWord.probability ? byModel : byWord
}

/** The category by all words of the line. */
export function guessByModel(
  { knowledge, keys, flow }: LineReading,
  name: TokenSpan,
): Guess | null {
  const isNamed = name.to > name.from
  // A refund is one of a purchase.
  const came = isNamed && flow.isRefund(name) ? false : flow.told(name)
  const guess = guessByLine(knowledge.categoryModel, { keys, ...name, came })
  return guess === null || guess.probability < modelMin ? null : guess
}
