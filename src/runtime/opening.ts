import type { Catalog } from '../catalog/catalog.ts'
import { timestamp } from '../clock.ts'
import type { Config } from '../config/config.ts'
import { migrate } from '../db/migrate.ts'
import type { Connection, Pool } from '../db/pool.ts'
import { openPool } from '../db/pool.ts'
import type { LiveWebsites } from '../enrichment/live/websites.ts'
import { openWebsites } from '../enrichment/live/websites.ts'
import { openWikidata } from '../enrichment/live/wikidata/wikidata.ts'
import type { Codec } from '../log/codecs/codec.ts'
import type { EventLog } from '../log/event-log.ts'
import type { ReplyChannel } from '../log/replies/reply-channel.ts'
import type { Notices } from '../notices.ts'
import type { Report } from '../report.ts'
import { openWebhookDelivery } from '../webhooks/deliver.ts'
import type { Matching } from '../workers/matching/matching.ts'
import type { Component } from './components.ts'
import type { DamageWatch } from './damage-watch.ts'
import type { DiskGuard } from './disk/disk-guard.ts'
import type { Metrics } from './metrics.ts'
import type { Pipeline } from './open-pipeline.ts'
import type { SharedTokens } from './redis-tokens.ts'
import { warmMatcher } from './warming/matcher.ts'
import { warmBilling } from './warming/settling.ts'
import type { Warm, Warming } from './warming/warming.ts'

/** Both modes open these, each in its own way. */
export interface OpenedPorts {
  readonly log: EventLog
  readonly codec: Codec
  readonly replies: ReplyChannel
  readonly pool: Pool
  readonly pipeline: Pipeline
  /** Null in embedded mode, where one process has all callers, and where no calls come in. */
  readonly tokens: SharedTokens | null
  readonly damage: DamageWatch
  /** Null where live look-ups are off. */
  readonly websites: LiveWebsites | null
  /** Settles when it cannot go on; then it is closed, and another one may be opened. */
  readonly failed: Promise<Error>
}

export type OpenedRuntime = OpenedPorts & { readonly components: readonly Component[] }

export interface RuntimeDeps {
  readonly config: Config
  readonly baseUrl: string
  readonly catalog: () => Catalog
  readonly matching: Matching
  readonly metrics: Metrics
  readonly notices: Notices
  readonly report: Report
  readonly disk: DiskGuard
  readonly warm: Warming
  /** Calls of nobody through the API; null where no calls come in. */
  readonly rehearse: ((codec: Codec, isOver: () => boolean) => Promise<void>) | null
}

/** Everything opened is closed at the end, the last first. */
export type Keep = <T extends { close(): Promise<void> }>(opened: T) => T

export interface ClosingPool {
  readonly pool: Pool
  close(): Promise<void>
}

/** Connections of the API and the views, beside those of the log. */
const poolSize = 10

export async function openViewsPool({ report }: RuntimeDeps, connection: Connection, keep: Keep) {
  const migrated = await migrate(connection)
  if (migrated.length > 0) report('migrated', { migrations: migrated })
  const pool = openPool(connection, poolSize)
  const closing: ClosingPool = { pool, close: () => pool.end() }
  keep(closing)
  return pool
}

export function openWebhooks({ config, report, notices }: RuntimeDeps, pool: Pool) {
  return openWebhookDelivery({ pool, report, notices, allowPrivate: config.webhookAllowPrivate })
}

export const noLive = { websites: null, wikidata: null }

/**
 * A bulkhead: hanging websites take no connection from anybody else. An answer that a crash of
 * Postgres loses is fetched again, so nobody's commit waits behind it for the disk.
 */
const livePoolSize = 4

/** Live look-ups of this process; null where they are off. */
export function openLive(
  { config, baseUrl, metrics }: RuntimeDeps,
  connection: Connection,
  keep: Keep,
) {
  const { lookUps, connectTo, wikidataUrl } = config.live
  if (!lookUps && wikidataUrl === null) return noLive
  const pool = openPool(connection, livePoolSize, { synchronousCommit: 'off' })
  const closing: ClosingPool = { pool, close: () => pool.end() }
  keep(closing)
  const claimant = config.distributed?.instance ?? 'alone'
  const deps = { pool, baseUrl, claimant, count: metrics.live }
  return {
    websites: lookUps ? keep(openWebsites({ ...deps, connectTo })) : null,
    wikidata: wikidataUrl === null ? null : keep(openWikidata({ ...deps, api: wikidataUrl })),
  }
}

export function stageDepsOf({ config, catalog, matching, baseUrl, metrics, disk }: RuntimeDeps) {
  const { isFull: diskIsFull } = disk
  const sandbox = config.stripe === null
  return { sandbox, catalog, matching, baseUrl, count: metrics.count, now: timestamp, diskIsFull }
}

/** The rehearsals of this process's roles, in its own memory. */
export function warmingOf({ config, catalog, rehearse }: RuntimeDeps, codec: Codec) {
  const parts: Record<string, Warm> = {}
  if (config.roles.includes('enrich')) parts.matcher = (isOver) => warmMatcher(catalog(), isOver)
  if (config.roles.includes('bill')) parts.billing = (isOver) => warmBilling(codec, isOver)
  if (rehearse) parts.calls = (isOver) => rehearse(codec, isOver)
  return parts
}
