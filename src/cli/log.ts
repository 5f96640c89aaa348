import type { Codec } from '../codecs/codec.ts'
import { jsonCodec } from '../codecs/json-codec.ts'
import { readConfig } from '../config.ts'
import { openPool, type Pool } from '../db/pool.ts'
import type { EventLog, Lag } from '../log/event-log.ts'
import { openPostgresLog } from '../log/postgres-log.ts'
import { readGroupOffsets } from '../log/postgres-offsets.ts'
import { topics } from '../messages/topics.ts'
import { stages } from '../pipeline.ts'
import { type Cli, CommandRefused, type Environment } from './command.ts'
import { locateDatabase, whenMigrated } from './database.ts'

/** The event log and the views as an operator's command sees them, beside the running service. */
export interface OperatorLog {
  readonly log: EventLog
  readonly codec: Codec
  readonly pool: Pool
  /** What the stages have not done yet; by stage, topic and partition. */
  lags(): Promise<readonly StageLag[]>
  close(): Promise<void>
}

export interface StageLag extends Lag {
  readonly stage: string
  readonly committed: number
  readonly end: number
}

const poolSize = 2
/** What says where the data lies. What a service needs beside it does not concern a command. */
const variables = /^(MODE|DATA_DIR|DATABASE_URL|(KAFKA|SCHEMA_REGISTRY|REDIS)_.*)$/

/** In the mode of the environment, as the service itself would open it. */
export async function openOperatorLog(cli: Cli): Promise<OperatorLog> {
  const config = readConfig(placesIn(cli.env))
  if (config.distributed) throw new CommandRefused('This command reads the embedded log only.')
  const { connection, close: closeDatabase } = await locateDatabase(config, cli.terminal)
  const closing: (() => Promise<void>)[] = [closeDatabase]
  const close = async () => {
    for (const step of closing.splice(0).reverse()) await step().catch(() => {})
  }
  try {
    const pool = openPool(connection, poolSize)
    closing.push(() => pool.end())
    const log = await openPostgresLog(connection)
    closing.push(log.close)
    const committedBy = (group: string) => readGroupOffsets(pool, group)
    return { log, codec: jsonCodec, pool, lags: () => lagsOf(log, committedBy), close }
  } catch (error) {
    await close()
    throw error
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

type CommittedBy = (group: string) => Promise<ReadonlyMap<string, number>>

async function lagsOf(log: EventLog, committedBy: CommittedBy): Promise<readonly StageLag[]> {
  const lags: StageLag[] = []
  for (const [stage, { consumes }] of Object.entries(stages)) {
    // Before the ends, so that a busy stage is never shown ahead of its topic.
    const offsets = await committedBy(stage)
    for (const topic of consumes) {
      for (let partition = 0; partition < topics[topic].partitions; partition += 1) {
        const end = await log.end(topic, partition)
        const committed = Math.min(offsets.get(`${topic}/${partition}`) ?? 0, end)
        lags.push({ stage, topic, partition, committed, end, records: end - committed })
      }
    }
  }
  return lags
}
