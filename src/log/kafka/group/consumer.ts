import { setTimeout as sleep } from 'node:timers/promises'
import type { Consumer, Kafka, PartitionAssigner } from 'kafkajs'
import { metadataMaxAge, retry } from '../connection.ts'

/** A member that is killed is replaced after the session; it cannot be shorter on most clusters. */
const sessionTimeoutMs = 6_000
/** A change in the group stops its members from reading until each has noticed: this long. */
const heartbeatMs = 300
const rebalanceTimeoutMs = 8_000
/** An idle fetch waits so long, and with it a partition that is resumed or a member that leaves. */
const fetchWaitMs = 100
/** A partition that brought many records will soon have more: the next fetch waits for them. */
const gathering = { fewest: 3, msPerRecord: 0.4, mostMs: 5 }
const bytesPerFetch = { partition: 256 * 1024, all: 2 * 1024 * 1024 }

/** Then it starts anew, with all that it believes of the cluster forgotten. */
const triesBeforeCrash = 5

export interface ConsumerOptions {
  readonly groupId: string
  readonly assigner: PartitionAssigner
  /** False once its owner has stopped it for good. */
  readonly wanted: () => boolean
}

/** A consumer that is quick to notice who joins and leaves, and that holds little in memory. */
export function openConsumer(kafka: Kafka, options: ConsumerOptions): Consumer {
  const { wanted } = options
  const consumer = kafka.consumer({
    groupId: options.groupId,
    partitionAssigners: [options.assigner],
    sessionTimeout: sessionTimeoutMs,
    heartbeatInterval: heartbeatMs,
    rebalanceTimeout: rebalanceTimeoutMs,
    maxWaitTimeInMs: fetchWaitMs,
    minBytes: 1,
    maxBytesPerPartition: bytesPerFetch.partition,
    maxBytes: bytesPerFetch.all,
    allowAutoTopicCreation: false,
    readUncommitted: false,
    metadataMaxAge,
    // A stop that meets a start under way breaks its connection, and the client takes that for a
    // crash: it would start again behind its owner's back and hold partitions that nobody reads.
    retry: { ...retry, retries: triesBeforeCrash, restartOnFailure: async () => wanted() },
  })
  // Or the start ends well, after the stop, which then reaches it no more: the client would fetch
  // for nobody and hold its partitions for ever. Thrown from here, this ends it for good.
  consumer.on(consumer.events.GROUP_JOIN, () => {
    if (!wanted()) throw Object.assign(new Error('stopped while it joined'), { retriable: false })
  })
  return consumer
}

/**
 * After a fetch, before the next. It costs both ends the same for one record as for a hundred, so
 * under load a few milliseconds buy more room than they cost; a lone record waits for nobody.
 */
export async function gather(records: number, atLeastMs = 0): Promise<void> {
  const pauseMs = Math.max(pauseAfter(records), atLeastMs)
  if (pauseMs > 0) await sleep(pauseMs)
}

export function pauseAfter(records: number): number {
  const { fewest, msPerRecord, mostMs } = gathering
  return records < fewest ? 0 : Math.min(records * msPerRecord, mostMs)
}
