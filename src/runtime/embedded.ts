import { openEmbeddedPostgres } from '../db/embedded/embedded-postgres.ts'
import type { Connection } from '../db/pool.ts'
import { lockDatabase } from '../db/service-lock.ts'
import { dropClaims } from '../enrichment/live/kept-answers.ts'
import { CodedError } from '../errors.ts'
import { jsonCodec } from '../log/codecs/json-codec.ts'
import { openPostgresLog } from '../log/postgres/postgres-log.ts'
import { openInProcessReplies } from '../log/replies/in-process-replies.ts'
import { openDamageWatch } from './damage-watch.ts'
import type { DiskGuard } from './disk/disk-guard.ts'
import { openPipeline } from './open-pipeline.ts'
import type { Keep, OpenedRuntime, RuntimeDeps } from './opening.ts'
import { openLive, openViewsPool, openWebhooks, stageDepsOf, warmingOf } from './opening.ts'
import { openErasure } from './retention/erasure.ts'
import { dropBrokenUploads } from './retention/expire.ts'
import { openTrimming } from './retention/trim.ts'
import { warmConnections } from './warming/connections.ts'

/** All roles in this process, on one Postgres: our own, or the one that DATABASE_URL names. */
export async function openEmbedded(given: RuntimeDeps, keep: Keep): Promise<OpenedRuntime> {
  const { report } = given
  const { connection, died } = keep(await openDatabase(given))
  const lock = keep(await lockDatabase(connection))
  const pool = await openViewsPool(given, connection, keep)
  await dropBrokenUploads(pool, { isAlone: true })
  keep(openTrimming(pool, report, { log: true, ...given.config }))
  keep(openErasure(pool, report, { log: true }))
  const log = keep(await openPostgresLog(connection))
  const replies = keep(openInProcessReplies())
  await dropClaims(pool)
  const live = openLive(given, connection, keep)
  const ports = { log, codec: jsonCodec, replies, pool, ...live }
  const stageDeps = { ...stageDepsOf(given), ...ports, viewsOutliveUs: false }
  await given.warm({ ...warmingOf(given, jsonCodec), connections: () => warmConnections(pool) })
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

function checkDisk({ isFull }: DiskGuard): void {
  if (isFull()) throw new CodedError('storage_full', 'the disk is full')
}

interface Database {
  readonly connection: Connection
  readonly died: Promise<Error>
  close(): Promise<void>
}

async function openDatabase({ config, report, catalog }: RuntimeDeps): Promise<Database> {
  if (config.databaseUrl) {
    const died = new Promise<Error>(() => {}) // A lost connection tells of a foreign server's end.
    return { connection: { connectionString: config.databaseUrl }, died, close: async () => {} }
  }
  return openEmbeddedPostgres({
    dataDir: config.dataDir,
    log: (line) => report('postgres', { line }),
    // A third of a second of this process, which has nothing else to do just then.
    meanwhile: catalog,
  })
}
