import { channels, isStandingOrder, recurrences } from '../knowledge/words/channel-words.ts'
import type { Channel, Recurrence } from '../line-match.ts'
import type { Token } from '../tokens.ts'

/** The channel of a payment and whether it recurs, where the words of the line say so. */
export function channelOf(tokens: readonly Token[], category: string | null): Channel | null {
  if (category === 'TRANSFER_OUT_WITHDRAWAL') return 'atm'
  let best: number = channels.length
  for (const { word } of tokens) if (word.channel < best) best = word.channel
  return channels[best] ?? null
}

export function recurrenceOf(tokens: readonly Token[]): Recurrence | null {
  let best: number = recurrences.length
  for (const { word } of tokens) if (word.recurrence < best) best = word.recurrence
  return recurrences[best] ?? (hasStandingOrder(tokens) ? 'standing_order' : null)
}

function hasStandingOrder(tokens: readonly Token[]): boolean {
  for (let at = 0; at + 1 < tokens.length; at += 1) {
    const word = tokens[at]?.word
    if (word?.mayBeStandingOrder && isStandingOrder(word.key, tokens[at + 1]?.key ?? ''))
      return true
  }
  return false
}
