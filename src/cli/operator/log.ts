import type { Config, DistributedSettings } from '../../config/config.ts'
import { readConfig } from '../../config/config.ts'
import { openPool, type Pool } from '../../db/pool.ts'
import type { Codec } from '../../log/codecs/codec.ts'
import { jsonCodec } from '../../log/codecs/json-codec.ts'
import { openRegistryCodec } from '../../log/codecs/registry-codec.ts'
import type { EventLog, Lag } from '../../log/event-log.ts'
import { openKafka } from '../../log/kafka/connection.ts'
import { openKafkaLog } from '../../log/kafka/kafka-log.ts'
import { kafkaNames } from '../../log/kafka/names.ts'
import { openKafkaSource, type Place } from '../../log/kafka/source.ts'
import { readGroupOffsets } from '../../log/postgres/offsets.ts'
import { openPostgresLog } from '../../log/postgres/postgres-log.ts'
import type { Topic } from '../../messages/topics.ts'
import { topics } from '../../messages/topics.ts'
import { stages } from '../../pipeline.ts'
import type { Report } from '../../report.ts'
import type { Cli, Environment } from '../command.ts'
import type { Terminal } from '../terminal.ts'
import { locateDatabase, whenMigrated } from './database.ts'

/** The event log and the views as an operator's command sees them, beside the running service. */
export interface OperatorLog {
  readonly log: EventLog
  readonly pool: Pool
  /** Opened when it is asked for: what needs no message can do without the schema registry. */
  codec(): Promise<Codec>
  /** The work that the stages have not done yet, by stage, topic and partition. */
  lags(): Promise<readonly StageLag[]>
  close(): Promise<void>
}

export interface StageLag extends Lag {
  readonly stage: string
  readonly committed: number
  readonly end: number
}

const poolSize = 2
/** The topics to which operators append. */
const written: readonly Topic[] = ['dead-letters', 'orders']
/** The variables that say where the data lies. The service's others do not concern a command. */
const variables = /^(MODE|DATA_DIR|DATABASE_URL|(KAFKA|SCHEMA_REGISTRY|REDIS)_.*)$/

/** In the mode of the environment, as the service itself would open it. */
async function openOperatorLog(cli: Cli): Promise<OperatorLog> {
  const config = readConfig(placesIn(cli.env))
  const closing: (() => Promise<unknown>)[] = []
  const close = async () => {
    for (const step of closing.splice(0).reverse()) await step().catch(() => {})
  }
  try {
    const opened = config.distributed
      ? await openDistributed(config.distributed, cli.terminal, closing)
      : await openEmbedded(config, cli.terminal, closing)
    return { ...opened, lags: () => lagsOf(opened), close }
  } catch (error) {
    await close()
    throw error
  }
}

interface Opened extends Pick<OperatorLog, 'log' | 'pool' | 'codec'> {
  /** The offsets that a group has committed, by `topic/partition`. */
  committedBy(group: string, places: readonly Place[]): Promise<ReadonlyMap<string, number>>
}

type Closing = (() => Promise<unknown>)[]

async function openEmbedded(config: Config, terminal: Terminal, closing: Closing): Promise<Opened> {
  const database = await locateDatabase(config, terminal)
  closing.push(database.close)
  const pool = openPool(database.connection, poolSize)
  closing.push(() => pool.end())
  const log = await openPostgresLog(database.connection)
  closing.push(log.close)
  const committedBy = (group: string) => readGroupOffsets(pool, group)
  return { log, pool, codec: async () => jsonCodec, committedBy }
}

async function openDistributed(
  { kafka, schemaRegistry, databaseUrl, instance }: DistributedSettings,
  terminal: Terminal,
  closing: Closing,
): Promise<Opened> {
  const report: Report = (event, members = {}) => {
    if ('error' in members) terminal.tell(`${event}: ${String(members.error)}`)
  }
  const pool = openPool({ connectionString: databaseUrl }, poolSize)
  closing.push(() => pool.end())
  const log = await openKafkaLog({ kafka, instance: `enrich-${instance}`, report })
  closing.push(log.close)
  const names = kafkaNames(kafka.topicPrefix)
  const source = await openKafkaSource(openKafka(kafka, `enrich-${instance}`, report), names)
  closing.push(source.close)
  let codec: Promise<Codec> | null = null
  const registry = { url: schemaRegistry.url, topics: written, topicPrefix: kafka.topicPrefix }
  return {
    log,
    pool,
    codec() {
      codec ??= openRegistryCodec(registry)
      return codec
    },
    async committedBy(group, places) {
      const committed = await source.committed(group, places)
      return new Map(committed.map((one) => [`${one.topic}/${one.partition}`, one.offset]))
    },
  }
}

export async function withOperatorLog<T>(
  cli: Cli,
  act: (opened: OperatorLog) => Promise<T>,
): Promise<T> {
  const opened = await whenMigrated(openOperatorLog(cli))
  try {
    return await act(opened)
  } finally {
    await opened.close()
  }
}

function placesIn(env: Environment): Environment {
  return Object.fromEntries(Object.entries(env).filter(([name]) => variables.test(name)))
}

async function lagsOf({ log, committedBy }: Opened): Promise<readonly StageLag[]> {
  const lags: StageLag[] = []
  for (const [stage, { consumes }] of Object.entries(stages)) {
    for (const topic of consumes) {
      const places = placesOf(topic)
      // Before the ends, so that a busy stage is never shown ahead of its topic.
      const offsets = await committedBy(groupOf(stage, topic), places)
      for (const { partition } of places) {
        const end = await log.end(topic, partition)
        const committed = Math.min(offsets.get(`${topic}/${partition}`) ?? 0, end)
        lags.push({ stage, topic, partition, committed, end, records: end - committed })
      }
    }
  }
  return lags
}

/** Chunks are worked by a group of their own, beside the one that drives the jobs. */
function groupOf(stage: string, topic: Topic): string {
  return topic === 'job-chunks' ? topic : stage
}

function placesOf(topic: Topic): readonly Place[] {
  return Array.from({ length: topics[topic].partitions }, (_, partition) => ({ topic, partition }))
}
