import type { Topic } from '../messages/topics.ts'
import type { Codec, Messages } from './codecs/codec.ts'
import type { NewRecord } from './event-log.ts'

/** A message on its way to the log, under its account's key. */
export async function recordOf<T extends Exclude<Topic, 'dead-letters'>>(
  codec: Codec,
  topic: T,
  message: Messages[T],
): Promise<NewRecord> {
  return { topic, key: message.account_id, value: await codec.encode(topic, message), message }
}
