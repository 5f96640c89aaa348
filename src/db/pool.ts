import pg from 'pg'
import { CodedError } from '../errors.ts'

export type Connection = pg.ClientConfig
export type Pool = pg.Pool
export type PoolClient = pg.PoolClient
export type Queryable = Pick<pg.Client, 'query'>

const connectTimeoutMs = 10_000
const statementTimeoutMs = 30_000

export interface PoolSettings {
  /** Off where what a crash of Postgres takes back is asked again: nobody then waits for a disk. */
  readonly synchronousCommit?: 'on' | 'off'
}

/** Connections for requests and views. Every statement and every wait has a limit. */
export function openPool(
  connection: Connection,
  max: number,
  { synchronousCommit = 'on' }: PoolSettings = {},
): Pool {
  const pool = new pg.Pool({
    ...connection,
    max,
    idleTimeoutMillis: 60_000,
    connectionTimeoutMillis: connectTimeoutMs,
    statement_timeout: statementTimeoutMs,
    query_timeout: statementTimeoutMs + 1_000, // For a server that is stopped and answers nothing.
    keepAlive: true,
  })
  // A connection that breaks, idle or in use, is replaced at the next use, and what it was asked
  // rejects; unheard, its error event would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    client.on('error', () => {})
    // Sent before anything that is asked of the connection, and done before it.
    if (synchronousCommit === 'off') client.query('set synchronous_commit to off').catch(() => {})
  })
  return pool
}

export interface SingleConnection {
  readonly client: pg.Client
  /** Settles when the connection is lost without having been closed. */
  readonly lost: Promise<Error>
  close(): Promise<void>
}

/** One long-lived connection, for a writer or a projection, whose order of statements matters. */
export async function openConnection(
  connection: Connection,
  settings: { readonly synchronousCommit: 'on' | 'off' },
): Promise<SingleConnection> {
  const client = new pg.Client({
    ...connection,
    connectionTimeoutMillis: connectTimeoutMs,
    statement_timeout: statementTimeoutMs,
    keepAlive: true,
  })
  let closing = false
  const lost = new Promise<Error>((resolve) => {
    const report = (cause?: unknown) => {
      if (!closing) resolve(new CodedError('database_unavailable', 'a connection was lost', cause))
    }
    client.on('error', report)
    client.on('end', report)
  })
  await client.connect()
  await client.query(`set synchronous_commit to ${settings.synchronousCommit}`)
  return {
    client,
    lost,
    async close() {
      closing = true
      await client.end().catch(() => {})
    },
  }
}

/** The first connection of a start: what keeps it from working is told in one sentence. */
export async function connectFirst(connection: Connection): Promise<pg.Client> {
  try {
    // Files that the address names, such as sslrootcert, are read here.
    const client = new pg.Client({
      ...connection,
      connectionTimeoutMillis: connectTimeoutMs,
      keepAlive: true,
    })
    client.on('error', () => {})
    await client.connect()
    return client
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new CodedError('start_refused', `The database cannot be used: ${reason}.`, cause)
  }
}

/** `act` in one transaction on a connection of the pool; any error undoes all of it. */
export async function inTransaction<T>(
  pool: Pool,
  act: (client: Queryable) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const result = await act(client)
    await client.query('commit')
    client.release()
    return result
  } catch (error) {
    await client.query('rollback').then(
      () => client.release(),
      (broken) => client.release(broken),
    )
    throw error
  }
}

/** Errors of pg about a lost, stopping or unreachable server: later the same may work. */
export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof CodedError) return error.code === 'database_unavailable'
  if (!(error instanceof Error)) return false
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (/^(08|53|57P)|^E(CONN|PIPE|TIMEDOUT|HOSTUNREACH)|^ENOENT/.test(code)) return true
  return /connection|pool after calling end|timeout exceeded|read timeout/i.test(error.message)
}

/** A row was to be written for an account that was deleted meanwhile. */
export function isAccountGone(error: unknown): boolean {
  if (!(error instanceof Error && 'constraint' in error)) return false
  return /_account_id_fkey$/.test(String(error.constraint))
}

/** The longest time that a timer of Node can have. */
const longestMs = 2 ** 31 - 1

/** A statement that may take longer than any request waits: an index over all entries, a lock. */
export function patiently(text: string): pg.QueryConfig & { readonly query_timeout: number } {
  return { text, query_timeout: longestMs }
}

/** Rows go in as one text a column, joined by line breaks: arrays cost Postgres a third more. */
export function column(values: readonly (string | number)[]): string {
  return values.join('\n')
}
