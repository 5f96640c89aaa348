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

/** The size of records, about: of the text that each of them holds. */
export function bytesOf(records: readonly Pick<NewRecord, 'value'>[]): number {
  let bytes = 0
  for (const { value } of records) bytes += value.length
  return bytes
}

/** How many of the first are within both limits; one at least, if there is one. */
export function countWithin(
  records: readonly Pick<NewRecord, 'value'>[],
  limit: { readonly records: number; readonly bytes: number },
): number {
  let bytes = 0
  let count = 0
  for (const { value } of records) {
    bytes += value.length
    if (count === limit.records || (count > 0 && bytes > limit.bytes)) break
    count += 1
  }
  return count
}
