import { limit } from '../knowledge/limits.ts'
import { categoryOfCode } from '../knowledge/tables/merchant-codes.ts'
import { wordClass } from '../knowledge/tables/word-classes.ts'
import type { LineMatch } from '../line-match.ts'
import { nobodys } from '../reading/money-flow.ts'
import type { LineReading } from '../reading/reading.ts'
import type { Token } from '../tokens.ts'
import { signed } from './brand-answer.ts'
import { channelOf } from './channel.ts'

const codeWords = wordClass('merchant_code_words')
const ofStated = limit('statedCode')

/**
 * Some banks print the merchant's category code: the till's own word on what it sells. A brand that
 * is surely known is known better by its own category.
 */
export function asStated(reading: LineReading, answer: LineMatch): LineMatch {
  const code = statedCode(reading.tokens)
  if (code === null) return answer
  const isSure = answer.merchantId !== null && answer.categoryConfidence >= ofStated
  if (isSure || answer.mcc === code) return { ...answer, mcc: code }
  const category = signed(categoryOfCode(code), reading, nobodys)
  const channel = channelOf(reading.tokens, category)
  return { ...answer, category, mcc: code, categoryConfidence: ofStated, channel }
}

function statedCode(tokens: readonly Token[]): string | null {
  for (let at = 1; at < tokens.length; at += 1) {
    const code = tokens[at]?.key ?? ''
    if (codeWords.has(tokens[at - 1]?.key ?? '') && categoryOfCode(code) !== null) return code
  }
  return null
}
