import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { stopOrphans } from './postgres-orphans.ts'
import { removeSocketDirectory } from './postgres-socket.ts'
import { DatabaseStartError, errorCodeOf } from './postgres-start-error.ts'
import type { ServerUser } from './postgres-user.ts'
import { startWatched, type WatchedProgram } from './postgres-watchdog.ts'
import type { PostgresLog } from './server-log.ts'

const pollEveryMs = 10
const startTimeoutMs = 60_000
const connectTimeoutMs = 5_000
const fastStopMs = 5_000
const immediateStopMs = 3_000

export interface EmbeddedConnection {
  readonly host: string
  readonly port: number
  readonly user: string
  readonly database: string
  /** Said explicitly, because `pg` would otherwise heed PGSSLMODE, and a socket has no TLS. */
  readonly ssl: false
}

export interface EmbeddedPostgres {
  readonly connection: EmbeddedConnection
  /** Resolves when the server is gone unasked; a backend that dies alone is not that. */
  readonly died: Promise<Error>
  close(): Promise<void>
}

export interface PreparedServer {
  /** The name of this run, which all its processes show. */
  readonly name: string
  readonly command: readonly string[]
  readonly user: ServerUser
  readonly connection: EmbeddedConnection
  readonly serverLog: PostgresLog
  readonly log: (message: string) => void
  readonly meanwhile?: () => void
}

/** Starts the server and waits until it serves; nothing runs any more when this fails. */
export async function startServer(server: PreparedServer): Promise<EmbeddedPostgres> {
  const program = startWatched(server.user, server.command, server.serverLog.descriptor)
  let closing: Promise<void> | null = null
  const close = () => {
    closing ??= stop(server, program)
    return closing
  }
  const died = new Promise<Error>((resolve) => {
    void program.ended.then((end) => {
      if (closing !== null) return
      const { file } = server.serverLog
      resolve(new Error(`the embedded Postgres ended unexpectedly (${end}); see ${file}`))
      // At once and not only in close(): a backend at work would not notice its postmaster's death.
      stopOrphans(server.name, 0).catch((error: unknown) => server.log(String(error)))
    })
  })
  try {
    server.meanwhile?.()
    await waitUntilServing(server, program)
  } catch (error) {
    await close()
    throw error
  }
  return { connection: server.connection, died, close }
}

/** Fast: sessions are cut and everything is flushed. Immediate: the next start recovers. */
async function stop(server: PreparedServer, program: WatchedProgram): Promise<void> {
  program.signal('SIGINT')
  if (!(await endsWithin(program, fastStopMs))) program.signal('SIGQUIT')
  if (!(await endsWithin(program, immediateStopMs))) program.signal('SIGKILL')
  await program.ended
  try {
    await stopOrphans(server.name, 0)
    await removeSocketDirectory(server.connection.host)
  } finally {
    await server.serverLog.close()
  }
}

async function endsWithin(program: WatchedProgram, limitMs: number): Promise<boolean> {
  const timer = new AbortController()
  const late = sleep(limitMs, false, { signal: timer.signal }).catch(() => false)
  const ended = await Promise.race([program.ended.then(() => true), late])
  timer.abort()
  return ended
}

async function waitUntilServing(server: PreparedServer, program: WatchedProgram): Promise<void> {
  const { connection, serverLog } = server
  let end: string | null = null
  void program.ended.then((reason) => {
    end = reason
  })
  const startedAt = performance.now()
  while (performance.now() - startedAt < startTimeoutMs) {
    if (end !== null) throw notStarted(serverLog, (await serverLog.lastFault()) ?? end)
    const refusal = await run(connection, 'select')
    if (refusal === null) return
    // Only in a cluster that has never served: initdb makes no database of our name.
    if (refusal === 'no_such_database') {
      await run({ ...connection, database: 'postgres' }, `create database ${connection.database}`)
    }
    await sleep(pollEveryMs)
  }
  throw notStarted(serverLog, `it took longer than ${startTimeoutMs / 1000} s`)
}

/** Undefined when it went through; a connection refused is no error while the server starts. */
async function run(
  connection: EmbeddedConnection,
  statement: string,
): Promise<'no_such_database' | 'not_yet' | null> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: connectTimeoutMs })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query(statement)
    return null
  } catch (error) {
    return errorCodeOf(error) === '3D000' ? 'no_such_database' : 'not_yet'
  } finally {
    await client.end().catch(() => {})
  }
}

function notStarted(log: PostgresLog, reason: string): DatabaseStartError {
  return new DatabaseStartError(
    'postgres_not_started',
    `The embedded Postgres did not start (${reason}); its log is ${log.file}.`,
  )
}
