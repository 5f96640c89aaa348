import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '../../config/config.ts'
import { claimDataDirectory } from '../../db/embedded/data-directory.ts'
import { openEmbeddedPostgres } from '../../db/embedded/embedded-postgres.ts'
import { superuser } from '../../db/embedded/postgres-cluster.ts'
import { DatabaseStartError, errorCodeOf } from '../../db/embedded/postgres-start-error.ts'
import { migrate } from '../../db/migrate.ts'
import type { Connection } from '../../db/pool.ts'
import { connectFirst } from '../../db/pool.ts'
import type { CliDatabase } from '../command.ts'
import { CommandRefused } from '../command.ts'
import type { Terminal } from '../terminal.ts'

/** An index over tens of millions of rows takes minutes. */
const statementTimeoutMs = 3_600_000

export async function openDatabase(config: Config, terminal: Terminal): Promise<CliDatabase> {
  const located = await locateDatabase(config, terminal)
  try {
    const client = await connectFirst(located.connection)
    await client.query(`set statement_timeout to ${statementTimeoutMs}`)
    return { client, close: () => client.end().finally(located.close) }
  } catch (error) {
    await located.close()
    throw error
  }
}

export interface LocatedDatabase {
  readonly connection: Connection
  /** Stops what was started for the command; a service's own database stays. */
  close(): Promise<void>
}

/**
 * The database of the service: the one that DATABASE_URL names, or the embedded one; through the
 * service's own socket while it runs, and otherwise started here under the same claim.
 */
export async function locateDatabase(config: Config, terminal: Terminal): Promise<LocatedDatabase> {
  const close = async () => {}
  if (config.databaseUrl) return { connection: { connectionString: config.databaseUrl }, close }
  const claim = await claimUnlessInUse(config.dataDir)
  if (claim === null) return { connection: await runningServer(config.dataDir), close }
  try {
    terminal.tell(`No service runs on ${config.dataDir}: its database is started for this command.`)
    return await started(config.dataDir, terminal, claim.release)
  } catch (error) {
    await claim.release()
    throw error
  }
}

async function claimUnlessInUse(dataDir: string) {
  try {
    return await claimDataDirectory(dataDir)
  } catch (error) {
    const inUse = error instanceof DatabaseStartError && error.code === 'data_directory_in_use'
    if (inUse) return null
    throw error
  }
}

async function started(
  dataDir: string,
  terminal: Terminal,
  release: () => Promise<void>,
): Promise<LocatedDatabase> {
  const log = (line: string) => terminal.tell(line)
  const server = await openEmbeddedPostgres({ dataDir, log })
  try {
    await migrate(server.connection)
    return { connection: server.connection, close: () => server.close().finally(release) }
  } catch (error) {
    await server.close()
    throw error
  }
}

/** As the embedded server makes it (db/embedded-postgres.ts). */
const database = 'enrich'
/** A service that has just claimed the directory needs a moment, after a crash a longer one. */
const startPatienceMs = 60_000
const pauseMs = 100

async function runningServer(dataDir: string): Promise<Connection> {
  const deadline = performance.now() + startPatienceMs
  while (performance.now() < deadline) {
    const socket = await socketOf(join(dataDir, 'postgres', 'postmaster.pid'))
    if (socket) return { ...socket, user: superuser, database, ssl: false }
    await sleep(pauseMs)
  }
  const message = `The service on ${dataDir} has not opened its database within a minute.`
  throw new CommandRefused(message)
}

/** Postgres writes where it listens, and whether it is ready, beside its files. */
async function socketOf(file: string): Promise<{ host: string; port: number } | null> {
  try {
    const lines = (await readFile(file, 'utf8')).split('\n')
    const [, , , port = '', host = '', , , status = ''] = lines
    return status.trim() === 'ready' && host !== '' ? { host, port: Number(port) } : null
  } catch (error) {
    if (errorCodeOf(error) === 'ENOENT') return null
    const message = `${file} cannot be read: run this as the user of the service, or as root.`
    throw new CommandRefused(message, error)
  }
}

/** A database that this release of the service has never opened has no such table. */
export async function whenMigrated<T>(asking: Promise<T>): Promise<T> {
  try {
    return await asking
  } catch (cause) {
    if (errorCodeOf(cause) !== '42P01') throw cause
    const message = 'The database is not of this release yet: start the service once.'
    throw new CommandRefused(message, cause)
  }
}
