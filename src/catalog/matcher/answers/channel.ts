import { wordClass } from '../knowledge/tables/word-classes.ts'
import { wordsByKey } from '../knowledge/tables/word-pairs.ts'
import type { Channel, Recurrence } from '../line-match.ts'

const channels: readonly Channel[] = ['atm', 'direct_debit', 'transfer', 'online', 'in_store']
const words = wordsByKey('channels')

/** The first channel of the list counts, whichever word comes first. */
const orderByWord: ReadonlyMap<string, number> = new Map(
  channels.flatMap((channel, order) =>
    (words.get(channel) ?? []).map((word): [string, number] => [word, order]),
  ),
)

/** The channel of a payment and whether it recurs, where the words of the line say so. */
export function channelOf(keys: readonly string[], category: string | null): Channel | null {
  if (category === 'TRANSFER_OUT_WITHDRAWAL') return 'atm'
  let best: number | undefined
  for (const key of keys) {
    const order = orderByWord.get(key)
    if (order !== undefined && (best === undefined || order < best)) best = order
  }
  return best === undefined ? null : (channels[best] ?? null)
}

const subscription = wordClass('subscription_words')
const instalment = wordClass('instalment_words')
const standingOrder = wordClass('standing_order_words')
const standingOrderPhrases = [...wordsByKey('standing_order_phrases')].flatMap(([first, others]) =>
  others.map((other) => `${first} ${other}`),
)

export function recurrenceOf(keys: readonly string[]): Recurrence | null {
  if (keys.some((key) => subscription.has(key))) return 'subscription'
  if (keys.some((key) => instalment.has(key))) return 'instalment'
  if (keys.some((key) => standingOrder.has(key))) return 'standing_order'
  const line = keys.join(' ')
  return standingOrderPhrases.some((phrase) => line.includes(phrase)) ? 'standing_order' : null
}
