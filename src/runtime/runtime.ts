import { openSigner } from '../audit/checkpoints/signer.ts'
import type { Catalog } from '../catalog/catalog.ts'
import { timestamp } from '../clock.ts'
import type { Config, DistributedSettings, Role } from '../config/config.ts'
import { openEmbeddedPostgres } from '../db/embedded/embedded-postgres.ts'
import { migrate } from '../db/migrate.ts'
import type { Connection, Pool } from '../db/pool.ts'
import { openPool } from '../db/pool.ts'
import { lockDatabase } from '../db/service-lock.ts'
import { CodedError } from '../errors.ts'
import type { Codec } from '../log/codecs/codec.ts'
import { jsonCodec } from '../log/codecs/json-codec.ts'
import { openRegistryCodec } from '../log/codecs/registry-codec.ts'
import type { EventLog } from '../log/event-log.ts'
import { openKafkaLog } from '../log/kafka/kafka-log.ts'
import { openPostgresLog } from '../log/postgres/postgres-log.ts'
import type { Topic } from '../messages/topics.ts'
import type { Notices } from '../notices.ts'
import { opening, stages } from '../pipeline.ts'
import { openInProcessReplies } from '../replies/in-process-replies.ts'
import { openRedisReplies } from '../replies/redis-replies.ts'
import type { ReplyChannel } from '../replies/reply-channel.ts'
import type { Report } from '../report.ts'
import { openWebhookDelivery } from '../webhooks/deliver.ts'
import type { Component, ComponentState } from './components.ts'
import { componentStates } from './components.ts'
import type { DamageWatch } from './damage-watch.ts'
import { openDamageWatch } from './damage-watch.ts'
import type { DiskGuard } from './disk/disk-guard.ts'
import type { Metrics } from './metrics.ts'
import type { Pipeline } from './open-pipeline.ts'
import { openPipeline } from './open-pipeline.ts'
import type { SharedTokens } from './redis-tokens.ts'
import { openRedisTokens } from './redis-tokens.ts'
import { openErasure } from './retention/erasure.ts'
import { dropBrokenUploads } from './retention/expire.ts'
import { openTrimming } from './retention/trim.ts'

/** Everything with a connection: the one place where clients are made. */
export interface Runtime {
  readonly log: EventLog
  readonly codec: Codec
  readonly replies: ReplyChannel
  readonly pool: Pool
  readonly pipeline: Pipeline
  /** Null in embedded mode, where one process has all callers, and where no calls come in. */
  readonly tokens: SharedTokens | null
  readonly damage: DamageWatch
  /** How each part that this process stands on is doing. */
  states(limitMs: number): Promise<readonly ComponentState[]>
  /** Settles when it cannot go on; then it is closed, and another one may be opened. */
  readonly failed: Promise<Error>
  close(): Promise<void>
}

export interface RuntimeDeps {
  readonly config: Config
  readonly baseUrl: string
  readonly catalog: () => Catalog
  readonly metrics: Metrics
  readonly notices: Notices
  readonly report: Report
  readonly disk: DiskGuard
}

type Opened = Omit<Runtime, 'states' | 'close'> & { readonly components: readonly Component[] }
/** Everything opened is closed at the end, the last first. */
type Keep = <T extends { close(): Promise<void> }>(opened: T) => T

interface ClosingPool {
  readonly pool: Pool
  close(): Promise<void>
}

/** Connections of the API and the views, beside those of the log. */
const poolSize = 10
/** A caller is told soon that Kafka does not take a question; a worker waits until it does. */
const askedAppendMs = 5_000

export async function openRuntime(given: RuntimeDeps): Promise<Runtime> {
  const closing: { close(): Promise<void> }[] = []
  const close = async () => {
    for (const opened of closing.splice(0).reverse()) await opened.close().catch(() => {})
  }
  const keep: Keep = (opened) => {
    closing.push(opened)
    return opened
  }
  try {
    const { distributed } = given.config
    const { components, ...opened } = distributed
      ? await openDistributed(given, distributed, keep)
      : await openEmbedded(given, keep)
    if (given.config.roles.includes('project')) keep(await openSigner({ ...given, ...opened }))
    const states = (limitMs: number) => componentStates(components, limitMs)
    // Before it is closed: which table is damaged can only be asked while there is a connection.
    const failed = opened.failed.then(async (error) => {
      await opened.damage.see(error)
      return error
    })
    return { ...opened, failed, states, close }
  } catch (error) {
    const pool = closing.find((opened): opened is ClosingPool => 'pool' in opened)?.pool
    const said = pool ? await openDamageWatch(pool, given.notices).see(error) : null
    await close()
    throw said === null ? error : new CodedError('start_refused', said, error)
  }
}

/** All roles in this process, on one Postgres: our own, or the one that DATABASE_URL names. */
async function openEmbedded(given: RuntimeDeps, keep: Keep): Promise<Opened> {
  const { report } = given
  const { connection, died } = keep(await openDatabase(given))
  const lock = keep(await lockDatabase(connection))
  const pool = await openViewsPool(given, connection, keep)
  await dropBrokenUploads(pool, { isAlone: true })
  keep(openTrimming(pool, report, { log: true, ...given.config }))
  keep(openErasure(pool, report, { log: true }))
  const log = keep(await openPostgresLog(connection))
  const replies = keep(openInProcessReplies())
  const ports = { log, codec: jsonCodec, replies, pool }
  const stageDeps = { ...stageDepsOf(given), ...ports, viewsOutliveUs: false }
  const pipeline = keep(await openPipeline(stageDeps))
  keep(openWebhooks(given, pool))
  const components = [
    { name: 'database', vital: true, check: () => pool.query('select 1') },
    { name: 'pipeline', vital: true, check: () => pipeline.lags() },
    { name: 'disk', vital: true, check: () => checkDisk(given.disk) },
  ]
  const failed = Promise.race([died, lock.lost, log.failed, pipeline.failed])
  const damage = openDamageWatch(pool, given.notices)
  return { ...ports, pipeline, tokens: null, damage, components, failed }
}

/** The roles of this process, on Kafka, a schema registry, Redis and Postgres. */
async function openDistributed(
  given: RuntimeDeps,
  { kafka, schemaRegistry, redis, databaseUrl, instance }: DistributedSettings,
  keep: Keep,
): Promise<Opened> {
  const { config, report } = given
  const listens = config.roles.includes('api')
  const connection = { connectionString: databaseUrl, application_name: instance }
  const pool = await openViewsPool(given, connection, keep)
  if (config.roles.includes('project')) {
    keep(openTrimming(pool, report, { log: false, ...config }))
    keep(openErasure(pool, report, { log: false }))
  }
  const { topicPrefix } = kafka
  const topics = topicsWrittenBy(config.roles)
  const codec = await openRegistryCodec({ ...schemaRegistry, topics, topicPrefix })
  const patience = listens ? { appendTimeoutMs: askedAppendMs } : {}
  const log = keep(await openKafkaLog({ kafka, instance, report, ...patience }))
  const prefix = `enrich:${topicPrefix}`
  const tokens = listens ? keep(openRedisTokens({ redis, prefix, notices: given.notices })) : null
  const replies = keep(await openRedisReplies({ ...redis, instance, listens, report }))
  const ports = { log, codec, replies, pool }
  const stageDeps = { ...stageDepsOf(given), ...ports, viewsOutliveUs: true }
  const pipeline = keep(await openPipeline(stageDeps, config.roles))
  if (config.roles.includes('jobs')) keep(openWebhooks(given, pool))
  const components = [
    { name: 'kafka', vital: true, check: () => log.end('ledger', 0) },
    { name: 'pipeline', vital: true, check: () => pipeline.lags() },
    { name: 'database', vital: false, check: () => pool.query('select 1') },
    { name: 'redis', vital: false, check: () => checkReplies(replies) },
  ]
  const failed = Promise.race([log.failed, pipeline.failed])
  const damage = openDamageWatch(pool, given.notices)
  return { ...ports, pipeline, tokens, damage, components, failed }
}

function openWebhooks({ config, report, notices }: RuntimeDeps, pool: Pool) {
  return openWebhookDelivery({ pool, report, notices, allowPrivate: config.webhookAllowPrivate })
}

function stageDepsOf({ config, catalog, baseUrl, metrics, disk }: RuntimeDeps) {
  const { isFull: diskIsFull } = disk
  const sandbox = config.stripe === null
  return { sandbox, catalog, baseUrl, count: metrics.count, now: timestamp, diskIsFull }
}

/** The API's questions and orders, and what the stages of this process emit. */
function topicsWrittenBy(roles: readonly Role[]): readonly Topic[] {
  const asked: readonly Topic[] = roles.includes('api') ? ['commands', 'orders', 'corrections'] : []
  const played = opening.filter((stage) => roles.includes(stage))
  const emitted = played.flatMap((stage): readonly Topic[] => [
    ...stages[stage].emits,
    'dead-letters',
  ])
  return [...new Set([...asked, ...emitted])]
}

function checkDisk({ isFull }: DiskGuard): void {
  if (isFull()) throw new CodedError('storage_full', 'the disk is full')
}

function checkReplies({ healthy }: ReplyChannel): void {
  if (!healthy) throw new CodedError('replies_unavailable', 'no connection')
}

async function openViewsPool({ report }: RuntimeDeps, connection: Connection, keep: Keep) {
  const migrated = await migrate(connection)
  if (migrated.length > 0) report('migrated', { migrations: migrated })
  const pool = openPool(connection, poolSize)
  const closing: ClosingPool = { pool, close: () => pool.end() }
  keep(closing)
  return pool
}

interface Database {
  readonly connection: Connection
  readonly died: Promise<Error>
  close(): Promise<void>
}

async function openDatabase({ config, report }: RuntimeDeps): Promise<Database> {
  if (config.databaseUrl) {
    const died = new Promise<Error>(() => {}) // A lost connection tells of a foreign server's end.
    return { connection: { connectionString: config.databaseUrl }, died, close: async () => {} }
  }
  return openEmbeddedPostgres({
    dataDir: config.dataDir,
    log: (line) => report('postgres', { line }),
  })
}
