import type { Topic } from '../messages/topics.ts'
import type { Encoded } from './codecs/codec.ts'

export interface NewRecord {
  readonly topic: Topic
  readonly key: string
  readonly value: Encoded
  /**
   * The message that `value` was encoded from. A log that hands records over in memory may keep it,
   * so that readers in the same process need not decode it again; nobody may change it.
   */
  readonly message?: unknown
}

export interface LogRecord extends NewRecord {
  readonly partition: number
  readonly offset: number
}

export type Offsets = { readonly [T in Topic]?: number }

/**
 * The ground of appends that follow from records handed over before their commit. A log that takes
 * such records back ends it: what rests on it is rejected, and the readers are opened anew.
 */
export interface Basis {
  readonly ended: boolean
}

/**
 * Topics of partitions, as Kafka means them. An adapter owes:
 * - records of one key stay in the order of their appends; offsets of a partition grow without
 *   gaps that could still be filled: a reader never passes a record that becomes visible later;
 * - an append that resolves has happened. One that rejects may have happened, whole, in part or
 *   late;
 * - within a group every partition has one reader at a time, which gets each record at least
 *   once, from the committed offset on, a topic's records in order; the same partition number of
 *   all topics of a group goes to the same reader;
 * - a reader is given more of a topic only after its `take` has resolved, one topic never waits
 *   for another, and what is held in memory is bounded;
 * - `failed` settles when the log cannot go on; everything on it must then be opened anew. Not
 *   its job: decoding, retries of handlers, deciding what a record means, exactly-once.
 */
export interface EventLog {
  /** Resolves after the commit. `basis` is that of the reader whose records these follow from. */
  append(records: readonly NewRecord[], basis?: Basis): Promise<readonly LogRecord[]>
  read(topic: Topic, partition: number, from: number, limit: number): Promise<readonly LogRecord[]>
  /** The offset that the next record of the partition will get. */
  end(topic: Topic, partition: number): Promise<number>
  join(group: Group): Promise<Membership>
  readonly failed: Promise<Error>
  close(): Promise<void>
}

export interface Group {
  readonly name: string
  readonly topics: readonly Topic[]
  /**
   * How long records may gather after some were handed over, for a reader whom nobody waits for: a
   * log where each fetch costs may use it. Without it a lone record comes as soon as it is there.
   */
  readonly gatherMs?: number
  /**
   * Topics whose records may be handed over before their commit (infra/LOG.md). Their reader
   * appends what follows with the `basis`, and tells nobody before that is committed.
   */
  readonly early?: readonly Topic[]
  /** A partition was given to this member: `committed` is where it goes on. */
  open(partition: number, committed: Offsets, basis?: Basis): Promise<PartitionReader>
}

export interface PartitionReader {
  /** Where to start, when that is not the committed offset. */
  readonly from?: Offsets
  /** Records of one topic. Calls for different topics of the partition may overlap. */
  take(records: readonly LogRecord[]): Promise<void>
  close(): Promise<void>
}

export interface Membership {
  /** Everything below `offset` is done. Stored soon, not at once: at-least-once needs no more. */
  commit(topic: Topic, partition: number, offset: number): void
  /** Records appended and not yet committed, by partition. */
  lag(): Promise<readonly Lag[]>
  close(): Promise<void>
}

export interface Lag {
  readonly topic: Topic
  readonly partition: number
  readonly records: number
}
