import { randomBytes } from 'node:crypto'
import { stat } from 'node:fs/promises'
import path from 'node:path'
import { locatePostgres } from './postgres-binaries.ts'
import { adoptCluster, createCluster, isInitialised, superuser } from './postgres-cluster.ts'
import { stopOrphans } from './postgres-orphans.ts'
import { type EmbeddedPostgres, type PreparedServer, startServer } from './postgres-server.ts'
import { serverSettings } from './postgres-settings.ts'
import {
  chooseSocketDirectory,
  clearLeftovers,
  removeSocketDirectory,
  socketPort,
} from './postgres-socket.ts'
import { DatabaseStartError } from './postgres-start-error.ts'
import { chooseOwner } from './postgres-user.ts'
import { openPostgresLog, type PostgresLog } from './server-log.ts'

const database = 'enrich'
const orphanPatienceMs = 2_000

export interface EmbeddedPostgresOptions {
  /** Claimed by the caller for as long as this is open: see data-directory.ts. */
  readonly dataDir: string
  readonly log: (message: string) => void
  /** Work of this process that can be done while programs of Postgres are at work. */
  readonly meanwhile?: () => void
  /** Where the platform's package lies, if not in node_modules. */
  readonly packageRoot?: string
}

/**
 * A real Postgres server on `dataDir`: made, started and stopped here, and reachable by us alone.
 */
export async function openEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  if (process.platform === 'win32') {
    throw new DatabaseStartError(
      'postgres_unusable',
      'The embedded Postgres needs Linux or macOS: set DATABASE_URL to a Postgres of your own.',
    )
  }
  const dataDir = path.resolve(options.dataDir)
  const log = await openPostgresLog(path.join(dataDir, 'postgres.log'))
  try {
    return await startServer(await prepare(dataDir, log, options))
  } catch (error) {
    await log.close()
    throw error
  }
}

async function prepare(
  dataDir: string,
  serverLog: PostgresLog,
  options: EmbeddedPostgresOptions,
): Promise<PreparedServer> {
  const binaries = await locatePostgres(options.packageRoot)
  const directory = path.join(dataDir, 'postgres')
  const owner = await chooseOwner(directory, options.log)
  const made = await isInitialised(directory, binaries.major)
  if (made) await clearAway(directory, options.log)
  else options.log(`making a new database in ${directory}`)
  const socketDirectory = await chooseSocketDirectory(directory, owner)
  try {
    const meanwhile = options.meanwhile ? { meanwhile: options.meanwhile } : {}
    const needs = { directory, socketDirectory, binaries, owner, log: serverLog, ...meanwhile }
    const user = await (made ? adoptCluster(needs) : createCluster(needs))
    // Every run has a name of its own: what clears up after one must not meet with the next.
    const name = `${await clusterName(directory)}${randomBytes(4).toString('hex')}`
    const settings = serverSettings({ socketDirectory, clusterName: name })
    return {
      name,
      command: [binaries.postgres, '-D', directory, ...settings],
      user,
      connection: {
        host: socketDirectory,
        port: socketPort,
        user: superuser,
        database,
        ssl: false,
      },
      serverLog,
      log: options.log,
      ...meanwhile,
    }
  } catch (error) {
    await removeSocketDirectory(socketDirectory)
    throw error
  }
}

async function clearAway(directory: string, log: (message: string) => void): Promise<void> {
  const stopped = await stopOrphans(await clusterName(directory), orphanPatienceMs)
  if (stopped > 0) log(`stopped ${stopped} processes of an earlier Postgres on ${directory}`)
  await clearLeftovers(directory)
}

/** The directory itself rather than its path: it can be reached by several, and be renamed. */
export async function clusterName(directory: string): Promise<string> {
  const { dev, ino } = await stat(directory, { bigint: true })
  return `enrich-${dev.toString(36)}-${ino.toString(36)}.`
}
