import type { Knowledge } from '../knowledge/knowledge.ts'
import { limit } from '../knowledge/limits.ts'
import { type Guess, guessCategory } from '../knowledge/words/category-words.ts'
import { guessByName } from '../knowledge/words/name-model.ts'
import type { Token } from '../tokens.ts'

/** Below this the model knows nothing, and no category is better than a wrong one. */
const modelMin = limit('tradeByModel')
const sureWord = limit('tradeBySureWord')
/** The model is a little surer of itself than it should be. */
const modelShare = limit('tradeModelShare')

/** A name's trade: by a telling word, else the trained model, else a word of many trades. */
export function guessTrade(
  knowledge: Knowledge,
  tokens: readonly Token[],
  from: number,
  to: number,
): Guess | null {
  const byWord = guessCategory(knowledge.categoryWords, tokens, from, to)
  if (byWord !== null && byWord.probability >= sureWord) return byWord
  const byModel = guessByName(knowledge.nameModel, tokens, from, to)
  if (byModel === null || byModel.probability < modelMin) return byWord
  if (byWord === null || byModel.probability > byWord.probability) {
    return { category: byModel.category, probability: byModel.probability * modelShare }
  }
  return byWord
}
