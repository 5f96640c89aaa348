import type { Catalog } from './catalog/catalog.ts'
import { timestamp } from './clock.ts'
import type { Codec } from './codecs/codec.ts'
import { jsonCodec } from './codecs/json-codec.ts'
import type { Config } from './config.ts'
import { openEmbeddedPostgres } from './db/embedded-postgres.ts'
import { migrate } from './db/migrate.ts'
import type { Connection, Pool } from './db/pool.ts'
import { openPool } from './db/pool.ts'
import { lockDatabase } from './db/service-lock.ts'
import { openTrimming } from './db/trim.ts'
import type { CommandIds } from './ids.ts'
import { openCommandIds } from './ids.ts'
import type { EventLog } from './log/event-log.ts'
import { openPostgresLog } from './log/postgres-log.ts'
import type { Metrics } from './metrics.ts'
import type { Pipeline } from './open-pipeline.ts'
import { openPipeline } from './open-pipeline.ts'
import type { PartState } from './part-states.ts'
import { statesOf } from './part-states.ts'
import { openInProcessReplies } from './replies/in-process-replies.ts'
import type { ReplyChannel } from './replies/reply-channel.ts'
import type { Report } from './report.ts'

/** Everything with a connection: the one place where clients are made. */
export interface Runtime {
  readonly log: EventLog
  readonly codec: Codec
  readonly replies: ReplyChannel
  readonly pool: Pool
  readonly commandIds: CommandIds
  readonly pipeline: Pipeline
  /** How each part that this process stands on is doing. */
  states(limitMs: number): Promise<readonly PartState[]>
  /** Settles when it cannot go on; then it is closed, and another one may be opened. */
  readonly failed: Promise<Error>
  close(): Promise<void>
}

export interface RuntimeParts {
  readonly config: Config
  readonly baseUrl: string
  readonly catalog: () => Catalog
  readonly metrics: Metrics
  readonly report: Report
}

/** Connections of the API and the views, beside one a topic and those of the log's readers. */
const poolSize = 10

/** All roles in this process, on one Postgres: our own, or the one that DATABASE_URL names. */
export async function openEmbedded(parts: RuntimeParts): Promise<Runtime> {
  const closing: (() => Promise<void>)[] = []
  const close = async () => {
    for (const step of closing.splice(0).reverse()) await step().catch(() => {})
  }
  try {
    return await open(parts, closing, close)
  } catch (error) {
    await close()
    throw error
  }
}

async function open(
  parts: RuntimeParts,
  closing: (() => Promise<void>)[],
  close: () => Promise<void>,
): Promise<Runtime> {
  const database = await openDatabase(parts)
  closing.push(database.close)
  const { connection } = database
  const lock = await lockDatabase(connection)
  closing.push(lock.close)
  const migrated = await migrate(connection)
  if (migrated.length > 0) parts.report('migrated', { migrations: migrated })

  const pool = openPool(connection, poolSize)
  closing.push(() => pool.end())
  const trimming = openTrimming(pool, parts.report)
  closing.push(trimming.close)
  const log = await openPostgresLog(connection)
  closing.push(log.close)
  const replies = openInProcessReplies()
  closing.push(replies.close)
  const commandIds = openCommandIds()
  const pipeline = await openPipeline({
    log,
    codec: jsonCodec,
    replies,
    pool,
    catalog: parts.catalog,
    baseUrl: parts.baseUrl,
    count: parts.metrics.count,
    viewsOutliveUs: false,
    now: timestamp,
  })
  closing.push(pipeline.close)
  const failed = Promise.race([database.died, lock.lost, log.failed, pipeline.failed])
  const states = (limitMs: number) =>
    statesOf(
      [
        { name: 'database', vital: true, check: () => pool.query('select 1') },
        { name: 'pipeline', vital: true, check: () => pipeline.lags() },
      ],
      limitMs,
    )
  return { log, codec: jsonCodec, replies, pool, commandIds, pipeline, states, failed, close }
}

interface Database {
  readonly connection: Connection
  readonly died: Promise<Error>
  close(): Promise<void>
}

async function openDatabase({ config, report }: RuntimeParts): Promise<Database> {
  if (config.databaseUrl) {
    const died = new Promise<Error>(() => {}) // A lost connection tells of a foreign server's end.
    return { connection: { connectionString: config.databaseUrl }, died, close: async () => {} }
  }
  return openEmbeddedPostgres({
    dataDir: config.dataDir,
    log: (line) => report('postgres', { line }),
  })
}
