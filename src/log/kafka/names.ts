import type { Topic } from '../../messages/topics.ts'
import { topicNames } from '../../messages/topics.ts'

/** The names of our topics and groups on a cluster that others may use as well. */
export interface KafkaNames {
  topic(topic: Topic): string
  topicOf(name: string): Topic | undefined
  group(group: string): string
}

export function kafkaNames(prefix: string): KafkaNames {
  const byName = new Map(topicNames.map((topic) => [`${prefix}${topic}`, topic]))
  return {
    topic: (topic) => `${prefix}${topic}`,
    topicOf: (name) => byName.get(name),
    group: (group) => `${prefix}${group}`,
  }
}
