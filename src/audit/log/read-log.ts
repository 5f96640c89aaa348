import type { Pool } from '../../db/pool.ts'
import type { Entry } from '../../ledger/entry.ts'
import type { Codec, Encoded } from '../../log/codecs/codec.ts'
import type { EventLog, LogRecord } from '../../log/event-log.ts'
import type { Topic } from '../../messages/topics.ts'
import { readEntry } from '../read-entry.ts'

/** An operator's audit reads the log itself, and the views to hold against it. */
export interface AuditSource {
  readonly log: Pick<EventLog, 'read' | 'end'>
  readonly codec: Codec
  readonly pool: Pool
}

export interface LoggedEntry {
  readonly entry: Entry
  /** The entry as views and callers are shown it. */
  readonly text: string
  readonly offset: number
}

export interface LogSpan {
  readonly partition: number
  readonly from: number
  readonly to: number
}

/** Records read at once live as long: more of them only cost collections of garbage. */
const recordsPerRead = 1_000

/**
 * Records of a partition from `from` up to before `to`; what was trimmed is passed over. While the
 * caller works on some, the next ones are on their way.
 */
export async function* recordsOf(
  { log }: AuditSource,
  topic: Topic,
  span: LogSpan,
): AsyncGenerator<readonly LogRecord[]> {
  const read = (from: number) => {
    if (from >= span.to) return null
    const reading = log.read(topic, span.partition, from, recordsPerRead)
    reading.catch(() => {}) // Told when it is awaited; a caller who leaves early need not hear it.
    return reading
  }
  for (let next = read(span.from); next !== null; ) {
    const records = await next
    const last = records.at(-1)
    if (!last) return
    next = read(last.offset + 1)
    yield last.offset < span.to ? records : records.filter(({ offset }) => offset < span.to)
  }
}

/**
 * Entries of a partition of the ledger. Unreadable records are left out, as by every reader: they
 * went to the dead letters.
 */
export async function* loggedEntries(
  source: AuditSource,
  span: LogSpan,
): AsyncGenerator<readonly LoggedEntry[]> {
  for await (const records of recordsOf(source, 'ledger', span)) {
    const entries: LoggedEntry[] = []
    for (const record of records) {
      const { value } = record
      // Nobody waits for a text: a promise for each would only cost time.
      const entry =
        typeof value === 'string' ? textEntry(value) : await decoded(source.codec, value)
      if (entry === null) continue
      const text = typeof value === 'string' ? value : JSON.stringify(entry)
      entries.push({ entry, text, offset: record.offset })
    }
    yield entries
  }
}

/** Text is read by the auditor's own means, which are also the faster ones. */
function textEntry(text: string): Entry | null {
  const entry = readEntry(text)
  return typeof entry === 'string' ? null : entry
}

async function decoded(codec: Codec, value: Encoded): Promise<Entry | null> {
  try {
    return await codec.decode('ledger', value)
  } catch {
    return null
  }
}
