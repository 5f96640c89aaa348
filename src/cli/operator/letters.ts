import { CodedError } from '../../errors.ts'
import type { Codec, Encoded } from '../../log/codecs/codec.ts'
import type { DeadLetter, DeadLetterMessage } from '../../messages/dead-letter.ts'
import type { Topic } from '../../messages/topics.ts'
import { topicNames } from '../../messages/topics.ts'
import type { OperatorLog } from './log.ts'

/** A letter with its place in the topic, which is what it is called by. */
export interface PlacedLetter {
  readonly id: number
  readonly letter: DeadLetter
  /** When its message was appended again, or null. */
  readonly replayedAt: string | null
}

const lettersPerRead = 500
/** The newest are kept; older ones are still on the log. */
const lettersKept = 10_000

export interface Letters {
  /** Those that the topic still holds, the oldest first. */
  readonly letters: readonly PlacedLetter[]
  /** Those of a newer release. */
  readonly unreadable: number
}

export async function readLetters(opened: OperatorLog): Promise<Letters> {
  const { log } = opened
  const codec = await opened.codec()
  let unreadable = 0
  const found: { readonly id: number; readonly letter: DeadLetter }[] = []
  const replayed = new Map<string, string>()
  const end = await log.end('dead-letters', 0)
  for (let position = 0; position < end; ) {
    const records = await log.read('dead-letters', 0, position, lettersPerRead)
    for (const { offset, value } of records) {
      const message = await decoded(codec, value)
      if (message === null) unreadable += 1
      else if (message.type === 'DeadLetter') found.push({ id: offset, letter: message })
      else replayed.set(sourceOf(message), message.at)
    }
    if (found.length > lettersKept) found.splice(0, found.length - lettersKept)
    position = (records.at(-1)?.offset ?? end) + 1
  }
  const letters = found.map((one) => {
    return { ...one, replayedAt: replayed.get(sourceOf(one.letter)) ?? null }
  })
  return { letters, unreadable }
}

async function decoded(codec: Codec, value: Encoded): Promise<DeadLetterMessage | null> {
  try {
    return await codec.decode('dead-letters', value)
  } catch (error) {
    if (error instanceof CodedError && error.code === 'undecodable') return null
    throw error
  }
}

/** Two stages may each write a letter for one message; a replay concerns the message. */
function sourceOf(place: Pick<DeadLetter, 'topic' | 'partition' | 'offset'>): string {
  return `${place.topic}/${place.partition}/${place.offset}`
}

/** Why a letter is not replayed, or the topic to which its message goes again. */
export type LetterReplay =
  | { readonly type: 'refused'; readonly reason: string }
  | { readonly type: 'to'; readonly topic: Exclude<Topic, 'dead-letters'> }

/**
 * A message that comes twice through these topics is settled once, by its command id, so a replay
 * can charge nobody a second time. It settles only messages that nobody has settled yet.
 */
const settledOnce: readonly Topic[] = ['commands', 'enrichments', 'orders']

export function replayOf({ letter, replayedAt }: PlacedLetter): LetterReplay {
  if (replayedAt !== null) {
    const reason = `it was replayed at ${replayedAt}; had it failed again, there were a new letter`
    return { type: 'refused', reason }
  }
  const topic = topicNames.find((name) => name === letter.topic)
  if (topic === undefined)
    return { type: 'refused', reason: `"${letter.topic}" is no topic of ours` }
  if (topic === 'dead-letters') return { type: 'refused', reason: 'it is a letter itself' }
  if (settledOnce.includes(topic)) return { type: 'to', topic }
  return { type: 'refused', reason: refusals[topic] ?? 'its topic is not settled once' }
}

const refusals: { readonly [T in Topic]?: string } = {
  ledger:
    'an entry has its place in the chain of its account, and later ones were decided without it; ' +
    'appended again it is ignored by every reader. If a release that can read it is installed, ' +
    'rebuild the views instead',
  'job-chunks':
    'its job answers the rows of a chunk that failed with an error, free, and goes on; submit ' +
    'those rows again',
}
