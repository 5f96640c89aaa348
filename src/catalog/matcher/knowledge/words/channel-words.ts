import type { Channel, Recurrence } from '../../line-match.ts'
import { wordClass } from '../tables/word-classes.ts'
import { wordsByKey } from '../tables/word-pairs.ts'

/** The first channel of the list counts, whichever word comes first. */
export const channels: readonly Channel[] = [
  'atm',
  'direct_debit',
  'transfer',
  'online',
  'in_store',
]
const words = wordsByKey('channels')

/** The place of a word's channel in the list. */
export const channelByWord: ReadonlyMap<string, number> = new Map(
  channels.flatMap((channel, order) =>
    (words.get(channel) ?? []).map((word): [string, number] => [word, order]),
  ),
)

/** The first kind of the list counts. */
export const recurrences: readonly Recurrence[] = ['subscription', 'instalment', 'standing_order']
const recurring = ['subscription_words', 'instalment_words', 'standing_order_words']

/** The place of a word's kind in the list. */
export const recurrenceByWord: ReadonlyMap<string, number> = new Map(
  recurring
    .flatMap((name, order) => [...wordClass(name)].map((word): [string, number] => [word, order]))
    .reverse(),
)

/** "Standing order", also where a word is joined to another. */
const phrases = [...wordsByKey('standing_order_phrases')]

export function isStandingOrder(key: string, next: string): boolean {
  return phrases.some(
    ([first, others]) => key.endsWith(first) && others.some((other) => next.startsWith(other)),
  )
}

export function mayBeStandingOrder(key: string): boolean {
  return phrases.some(([first]) => key.endsWith(first))
}
