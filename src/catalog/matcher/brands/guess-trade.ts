import { type Guess, guessCategory } from '../knowledge/category-words.ts'
import type { Knowledge } from '../knowledge/knowledge.ts'
import { guessByName } from '../knowledge/name-model.ts'

/** Below this the model knows nothing, and no category is better than a wrong one. */
const MODEL_MIN = 0.12
const SURE_WORD = 0.7

/** What a name sells: a telling word first, then the trained model, then a word of many trades. */
export function guessTrade(knowledge: Knowledge, keys: readonly string[]): Guess | null {
  const byWord = guessCategory(knowledge.categoryWords, keys)
  if (byWord !== null && byWord.probability >= SURE_WORD) return byWord
  const byModel = guessByName(knowledge.nameModel, keys)
  if (byModel === null || byModel.probability < MODEL_MIN) return byWord
  if (byWord === null || byModel.probability > byWord.probability) {
    return { category: byModel.category, probability: byModel.probability * 0.9 }
  }
  return byWord
}
