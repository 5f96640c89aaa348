import { errorText } from '../errors.ts'
import type { Entry } from '../ledger/entry.ts'
import type { DeadLetter } from '../messages/dead-letter.ts'
import type { Topic } from '../messages/topics.ts'
import type { Codec, Messages } from './codecs/codec.ts'
import type { Basis, EventLog, LogRecord } from './event-log.ts'

/** Every stage works with these. Time comes in, so that tests and faults can bend it. */
export interface StageDeps {
  readonly log: EventLog
  /** The ground of what a reader appends, if it is given records before their commit. */
  readonly basis?: Basis | undefined
  readonly codec: Codec
  readonly now: () => string
  readonly count: StageCounters
  /** The stage cannot go on: the pipeline must be opened anew. */
  readonly fail: (error: unknown) => void
}

export interface StageCounters {
  deadLetter(stage: string): void
  settled(type: string, sinceMs: number): void
  projected(records: number): void
}

/** The message of a record, or null after it went to dead letters: one bad record stops nobody. */
export async function decodeRecord<T extends Topic>(
  deps: StageDeps,
  stage: string,
  topic: T,
  record: LogRecord,
): Promise<Messages[T] | null> {
  if (record.message !== undefined) return record.message as Messages[T] // as: `recordOf` paired them.
  try {
    return await deps.codec.decode(topic, record.value)
  } catch (error) {
    await writeDeadLetter(deps, stage, record, error)
    return null
  }
}

export interface Decoded<T extends Topic> {
  readonly record: LogRecord
  readonly message: Messages[T] | null
}

export const decodedAtOnce = 200

/**
 * Many together, because each dead letter waits until it is acknowledged; but every record may
 * become one, and a log takes only so many appends at a time.
 */
export async function decodeEach<R>(
  records: readonly LogRecord[],
  decode: (record: LogRecord) => Promise<R>,
): Promise<readonly R[]> {
  const decoded: R[] = []
  for (let from = 0; from < records.length; from += decodedAtOnce) {
    decoded.push(...(await Promise.all(records.slice(from, from + decodedAtOnce).map(decode))))
  }
  return decoded
}

export async function decodeRecords<T extends Topic>(
  deps: StageDeps,
  { stage, topic }: { readonly stage: string; readonly topic: T },
  records: readonly LogRecord[],
): Promise<readonly Decoded<T>[]> {
  return decodeEach(records, async (record) => {
    return { record, message: await decodeRecord(deps, stage, topic, record) }
  })
}

/** Ledger records in log order, without those that cannot be read, and the offset behind them. */
export async function decodeEntries(deps: StageDeps, records: readonly LogRecord[]) {
  const decoded = await decodeRecords(deps, { stage: 'bill', topic: 'ledger' }, records)
  const entries: { readonly entry: Entry; readonly offset: number }[] = []
  for (const { record, message } of decoded) {
    if (message) entries.push({ entry: message, offset: record.offset })
  }
  const last = records.at(-1)
  return { entries, next: last ? last.offset + 1 : null }
}

export async function writeDeadLetter(
  deps: StageDeps,
  stage: string,
  record: LogRecord,
  error: unknown,
): Promise<void> {
  const letter: DeadLetter = {
    type: 'DeadLetter',
    version: 1,
    topic: record.topic,
    partition: record.partition,
    offset: record.offset,
    key: record.key,
    stage,
    error: errorText(error),
    value: Buffer.from(record.value).toString('base64'),
    at: deps.now(),
  }
  const value = await deps.codec.encode('dead-letters', letter)
  await deps.log.append([{ topic: 'dead-letters', key: record.key, value }], deps.basis)
  deps.count.deadLetter(stage)
}
