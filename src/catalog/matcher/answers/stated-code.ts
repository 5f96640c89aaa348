import { limit } from '../knowledge/limits.ts'
import { categoryOfCode } from '../knowledge/tables/merchant-codes.ts'
import { wordClass } from '../knowledge/tables/word-classes.ts'
import type { LineMatch } from '../line-match.ts'
import type { LineReading } from '../reading/reading.ts'
import type { Token } from '../tokens.ts'
import { channelOf } from './channel.ts'

const codeWords = wordClass('merchant_code_words')
const ofStated = limit('statedCode')

/** Some banks print the merchant's category code: the till's own word on what it sells. */
export function asStated({ tokens }: LineReading, answer: LineMatch): LineMatch {
  const code = statedCode(tokens)
  const category = code === null ? null : categoryOfCode(code)
  if (category === null) return answer
  const channel = channelOf(tokens, category)
  return { ...answer, category, mcc: code, categoryConfidence: ofStated, channel }
}

function statedCode(tokens: readonly Token[]): string | null {
  const at = tokens.findIndex(({ key }) => codeWords.has(key))
  return at === -1 ? null : (tokens[at + 1]?.key ?? null)
}
