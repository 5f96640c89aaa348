import type pg from 'pg'
import type { ReadLog, TopicName } from '../../reader/log.ts'
import type { Bent } from './bends.ts'

/** The running service of one mode, and the ways into its log and its database. */
export interface World {
  readonly mode: Mode
  /** Where the API answers; several where it has several processes. */
  urls(): readonly string[]
  readonly connection: pg.ClientConfig
  readLog(): Promise<ReadLog>
  /** Where each partition ends, by `topic/partition`. */
  ends(): Promise<ReadonlyMap<string, number>>
  /** Somebody else's records, at the end of the log: messages, or bytes as they are. */
  append(topic: TopicName, records: readonly Appended[]): Promise<void>
  /** The offsets that each group has stored, by `group/topic/partition`. */
  committed(): Promise<ReadonlyMap<string, number>>
  /** Makes something wrong with the processes of a role, or with all; `{}` makes it right again. */
  bend(role: BentRole, bent: Bent): void
  /** Kills -9 and starts again all that makes up the service. */
  killEverything(): Promise<void>
  /** Resident memory of each process of the service, in MB. */
  memory(): readonly number[]
  /** The last words of the processes, for finding out what went wrong. */
  output(): string
  close(): Promise<void>
}

export type Mode = 'embedded' | 'distributed'
type BentRole = 'all' | 'api' | 'enrich' | 'bill' | 'project'

export interface Appended {
  readonly key: string
  readonly value: Readonly<Record<string, unknown>> | Buffer
}

/** The topics whose offsets each stage commits; its lag lies behind those. */
export const consumed: readonly { readonly group: string; readonly topic: TopicName }[] = [
  { group: 'enrich', topic: 'commands' },
  { group: 'bill', topic: 'enrichments' },
  { group: 'bill', topic: 'orders' },
  { group: 'project', topic: 'enrichments' },
  { group: 'project', topic: 'ledger' },
]

/** Records that some stage has not done yet, by `group/topic/partition`. */
export async function lagOf(world: World): Promise<ReadonlyMap<string, number>> {
  const ends = await world.ends()
  const committed = await world.committed()
  const lags = new Map<string, number>()
  for (const { group, topic } of consumed) {
    for (const [place, end] of ends) {
      const lag = place.startsWith(`${topic}/`)
        ? end - (committed.get(`${group}/${place}`) ?? 0)
        : 0
      if (lag > 0) lags.set(`${group}/${place}`, lag)
    }
  }
  return lags
}
