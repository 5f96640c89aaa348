import type { Consumer } from 'kafkajs'
import type { Topic } from '../../../messages/topics.ts'
import { within } from '../../within.ts'
import type { KafkaNames } from '../names.ts'
import type { PlaceOffset } from '../source.ts'

const flushEveryMs = 250
const lastFlushLimitMs = 1_000

/**
 * The progress of this member's partitions: kept in memory, stored a few times a second and before
 * a partition is handed over. A commit that is refused, because the group changes or has gone on
 * without us, is tried again while the partition is ours; else it is the owner's business.
 */
export class KafkaCommits {
  readonly #consumer: Consumer
  readonly #names: KafkaNames
  readonly #done = new Map<string, PlaceOffset>()
  readonly #unsaved = new Set<string>()
  readonly #timer: NodeJS.Timeout
  #saving = false
  #saved: Promise<void> = Promise.resolve()

  constructor(consumer: Consumer, names: KafkaNames) {
    this.#consumer = consumer
    this.#names = names
    this.#timer = setInterval(() => {
      if (!this.#saving) this.flush()
    }, flushEveryMs)
  }

  /** The partition is ours from now on, and this much is stored. */
  own(stored: PlaceOffset): void {
    this.#done.set(keyOf(stored), stored)
  }

  disown(topic: Topic, partition: number): void {
    const key = keyOf({ topic, partition })
    this.#done.delete(key)
    this.#unsaved.delete(key)
  }

  commit(topic: Topic, partition: number, offset: number): void {
    const key = keyOf({ topic, partition })
    const before = this.#done.get(key)
    if (!before || offset <= before.offset) return
    this.#done.set(key, { topic, partition, offset })
    this.#unsaved.add(key)
  }

  get done(): readonly PlaceOffset[] {
    return [...this.#done.values()]
  }

  flush(): Promise<void> {
    this.#saved = this.#saved.then(() => this.#save())
    return this.#saved
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await within(lastFlushLimitMs, this.flush())
  }

  async #save(): Promise<void> {
    const moved = [...this.#unsaved].flatMap((key) => this.#done.get(key) ?? [])
    this.#unsaved.clear()
    if (moved.length === 0) return
    this.#saving = true
    try {
      await this.#consumer.commitOffsets(
        moved.map(({ topic, partition, offset }) => {
          return { topic: this.#names.topic(topic), partition, offset: String(offset) }
        }),
      )
    } catch {
      for (const one of moved) if (this.#done.has(keyOf(one))) this.#unsaved.add(keyOf(one))
    } finally {
      this.#saving = false
    }
  }
}

function keyOf({
  topic,
  partition,
}: {
  readonly topic: Topic
  readonly partition: number
}): string {
  return `${topic}/${partition}`
}
