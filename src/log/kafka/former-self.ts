import type { DistributedSettings } from '../../config/config.ts'
import { within } from '../within.ts'
import { openImpatientKafka } from './connection.ts'
import { kafkaNames } from './names.ts'
import { openKafkaSource } from './source.ts'

/** A start waits no longer for brokers that are away; a session ends by itself in six seconds. */
const limitMs = 1_000

/**
 * Takes a process of this instance that was killed out of the groups, so that the others have its
 * partitions at once, and not when its session ends. It is the first thing that a process does: a
 * group that is dealt anew waits for its dead, and the rest of a start takes seconds on a busy
 * machine. A failure is not told, because a member that joins does the same once more.
 */
export async function evictFormerSelf(
  { kafka, instance }: Pick<DistributedSettings, 'kafka' | 'instance'>,
  groups: readonly string[],
): Promise<void> {
  if (groups.length === 0) return
  const names = kafkaNames(kafka.topicPrefix)
  let isLate = false
  await within(limitMs, evictFrom())
  isLate = true

  async function evictFrom(): Promise<void> {
    const source = await openKafkaSource(openImpatientKafka(kafka, instance), names)
    try {
      // Later it might meet this very process.
      if (!isLate) await Promise.all(groups.map((group) => source.evict(group, instance)))
    } finally {
      await source.close()
    }
  }
}
