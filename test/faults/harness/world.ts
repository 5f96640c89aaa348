import type pg from 'pg'
import type { LoggedRecord, ReadLog, TopicName } from '../reader/log.ts'

/** The running service of one mode, and the ways into its log and its database. */
export interface World {
  readonly mode: Mode
  /** Where the API answers; several where it has several processes. */
  urls(): readonly string[]
  readonly connection: pg.ClientConfig
  readLog(): Promise<ReadLog>
  /** Somebody else's records, at the end of the log. */
  append(topic: TopicName, records: readonly Appended[]): Promise<void>
  /** Records that some stage has not done yet. */
  lag(): Promise<number>
  /** Resident memory of each process of the service, in MB. */
  memory(): readonly number[]
  /** What the processes said last, for whoever has to find out what went wrong. */
  output(): string
  close(): Promise<void>
}

export type Mode = 'embedded' | 'distributed'

export interface Appended {
  readonly key: string
  readonly value: string | Buffer
}

/** What each stage commits; its lag is what lies behind that. */
export const consumed: readonly { readonly group: string; readonly topic: TopicName }[] = [
  { group: 'enrich', topic: 'commands' },
  { group: 'bill', topic: 'enrichments' },
  { group: 'bill', topic: 'orders' },
  { group: 'project', topic: 'enrichments' },
  { group: 'project', topic: 'ledger' },
]

export function lagOf(
  committed: ReadonlyMap<string, number>,
  ends: ReadonlyMap<string, number>,
): number {
  let lag = 0
  for (const { group, topic } of consumed) {
    for (const [place, end] of ends) {
      if (place.startsWith(`${topic}/`)) lag += end - (committed.get(`${group}/${place}`) ?? 0)
    }
  }
  return lag
}

export function endsOf(records: readonly LoggedRecord[]): ReadonlyMap<string, number> {
  return new Map(
    records.map(({ topic, partition, offset }) => [`${topic}/${partition}`, offset + 1]),
  )
}
