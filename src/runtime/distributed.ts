import type { DistributedSettings, Role } from '../config/config.ts'
import { CodedError } from '../errors.ts'
import { openRegistryCodec } from '../log/codecs/registry-codec.ts'
import { openKafkaLog } from '../log/kafka/kafka-log.ts'
import { openRedisReplies } from '../log/replies/redis-replies.ts'
import type { ReplyChannel } from '../log/replies/reply-channel.ts'
import type { Topic } from '../messages/topics.ts'
import { opening, stages } from '../pipeline.ts'
import { openDamageWatch } from './damage-watch.ts'
import { openPipeline } from './open-pipeline.ts'
import type { Keep, OpenedRuntime, RuntimeDeps } from './opening.ts'
import { noLive, openLive, openViewsPool, openWebhooks, stageDepsOf, warmingOf } from './opening.ts'
import { openRedisTokens } from './redis-tokens.ts'
import { openErasure } from './retention/erasure.ts'
import { openTrimming } from './retention/trim.ts'
import { warmConnections } from './warming/connections.ts'

/** A caller is told soon that Kafka does not take a question; a worker waits until it does. */
const askedAppendMs = 5_000

/** The roles of this process, on Kafka, a schema registry, Redis and Postgres. */
export async function openDistributed(
  given: RuntimeDeps,
  { kafka, schemaRegistry, redis, databaseUrl, instance }: DistributedSettings,
  keep: Keep,
): Promise<OpenedRuntime> {
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
  const live = asksTheWorld(config.roles) ? openLive(given, connection, keep) : noLive
  const ports = { log, codec, replies, pool, ...live }
  const stageDeps = { ...stageDepsOf(given), ...ports, viewsOutliveUs: true }
  // Before the groups are joined: a member that is busy with itself would hold its partitions up.
  await given.warm({
    ...warmingOf(given, codec),
    connections: () => warmConnections(pool),
    leaders: () => log.learnLeaders(topics),
  })
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

/** Processes that enrich, and the API for logos. */
function asksTheWorld(roles: readonly Role[]): boolean {
  return ['api', 'enrich', 'jobs'].some((role) => roles.some((own) => own === role))
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

function checkReplies({ healthy }: ReplyChannel): void {
  if (!healthy) throw new CodedError('replies_unavailable', 'no connection')
}
