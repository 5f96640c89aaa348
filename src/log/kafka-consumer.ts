import type { Consumer, Kafka, PartitionAssigner } from 'kafkajs'

/** A member that is killed is replaced after the session; it cannot be shorter on most clusters. */
const sessionTimeoutMs = 6_000
/** A change in the group stops its members from reading until each has noticed: this long. */
const heartbeatMs = 300
const rebalanceTimeoutMs = 8_000
/** An idle fetch waits so long, and with it a partition that is resumed or a member that leaves. */
const fetchWaitMs = 100
const bytesPerFetch = { partition: 256 * 1024, all: 2 * 1024 * 1024 }

/** A consumer that is quick to notice who joins and leaves, and that holds little in memory. */
export function openConsumer(
  kafka: Kafka,
  options: { readonly groupId: string; readonly assigner: PartitionAssigner },
): Consumer {
  return kafka.consumer({
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
  })
}
