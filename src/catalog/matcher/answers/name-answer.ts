import { guessTrade } from '../brands/guess-trade.ts'
import type { Guess } from '../knowledge/categories/category-words.ts'
import { limit } from '../knowledge/limits.ts'
import type { LineMatch } from '../line-match.ts'
import type { TokenSpan } from '../reading/clean-name.ts'
import type { LineReading } from '../reading/reading.ts'
import { noAnswer, parties } from './brand-answer.ts'
import { channelOf, recurrenceOf } from './channel.ts'

/** That no merchant stands in a line of numbers alone is as likely as not. */
export const nameless = limit('nameless')
/** A processor's usual trade is right a little more often than not. */
const priorProbability = limit('tradeOfTill')

/** The answer where no brand was recognised: the line's own words, cleaned. */
export function nameAnswer(
  reading: LineReading,
  span: TokenSpan,
  name: string | null,
  confidence: number,
): LineMatch {
  const { lead, tail, tokens } = reading
  const prior = lead.processors.find((processor) => processor.category !== null)?.category ?? null
  const guessed = likelier(guessTrade(reading, span, name), prior)
  const category = guessed?.category ?? prior
  return {
    ...noAnswer,
    merchant: name,
    category,
    confidence,
    categoryConfidence: guessed?.probability ?? (prior === null ? 0 : priorProbability),
    counterparties: parties(reading, null),
    location: tail.location,
    channel: channelOf(tokens, category),
    recurrence: recurrenceOf(tokens),
    reasons: [...(name === null ? [] : ['cleaned_name']), ...(guessed === null ? [] : ['words'])],
  }
}

/** The trade a till is sold for says more than a doubtful word. */
function likelier(guessed: Guess | null, prior: string | null): Guess | null {
  return prior !== null && guessed !== null && guessed.probability < priorProbability
    ? null
    : guessed
}
