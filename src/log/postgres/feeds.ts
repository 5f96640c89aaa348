import type { Topic } from '../../messages/topics.ts'
import type { LogRecord } from '../event-log.ts'
import type { PostgresFeed } from './feed.ts'

type When = 'early' | 'committed'

/** The feeds of a process by what they read: those that are given it early, and the others. */
export class Feeds {
  readonly #byPlace: Readonly<Record<When, Map<string, Set<PostgresFeed>>>> = {
    early: new Map(),
    committed: new Map(),
  }
  readonly #all = new Set<PostgresFeed>()
  readonly #earlyTopics = new Set<Topic>()

  get all(): ReadonlySet<PostgresFeed> {
    return this.#all
  }

  /** Whether any feed is, or was, given this topic before its commit. */
  isEarly(topic: Topic): boolean {
    return this.#earlyTopics.has(topic)
  }

  add(feed: PostgresFeed): void {
    this.#all.add(feed)
    if (feed.isEarly) this.#earlyTopics.add(feed.topic)
    const feeds = this.#byPlace[whenOf(feed)]
    const place = placeOf(feed)
    feeds.set(place, (feeds.get(place) ?? new Set()).add(feed))
  }

  remove(feed: PostgresFeed): void {
    this.#all.delete(feed)
    this.#byPlace[whenOf(feed)].get(placeOf(feed))?.delete(feed)
  }

  /** Records in the order of their offsets, to those who are given them then. */
  offer(when: When, records: readonly LogRecord[]): void {
    const feeds = this.#byPlace[when]
    for (const [place, some] of byPlace(records)) {
      for (const feed of feeds.get(place) ?? []) feed.offer(some)
    }
  }
}

function whenOf({ isEarly }: PostgresFeed): When {
  return isEarly ? 'early' : 'committed'
}

function placeOf({ topic, partition }: Pick<LogRecord, 'topic' | 'partition'>): string {
  return `${topic}/${partition}`
}

/** Map.groupBy, which Node 20 does not have. */
function byPlace(records: readonly LogRecord[]): ReadonlyMap<string, readonly LogRecord[]> {
  const groups = new Map<string, LogRecord[]>()
  for (const record of records) {
    const place = placeOf(record)
    const group = groups.get(place)
    if (group) group.push(record)
    else groups.set(place, [record])
  }
  return groups
}
