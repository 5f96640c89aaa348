import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll } from 'vitest'
import { openEmbeddedPostgres } from '../../src/db/embedded/embedded-postgres.ts'
import { migrate } from '../../src/db/migrate.ts'
import type { Connection } from '../../src/db/pool.ts'

/**
 * A real server for one test file; every call of `fresh` makes an empty, migrated database on it.
 */
export function useDatabases() {
  let server: Awaited<ReturnType<typeof openEmbeddedPostgres>> | null = null
  let folder = ''
  let count = 0

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'enrich-contract-'))
    server = await openEmbeddedPostgres({ dataDir: folder, log: () => {} })
  })
  afterAll(async () => {
    await server?.close()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  })

  function connectionTo(database: string): Connection {
    if (!server) throw new Error('the server is opened before the first test')
    return { ...server.connection, database }
  }

  return {
    async fresh(): Promise<Connection> {
      count += 1
      await execute(connectionTo('postgres'), `create database test_${count}`)
      const connection = connectionTo(`test_${count}`)
      await migrate(connection)
      return connection
    },
  }
}

export async function execute(connection: Connection, sql: string): Promise<readonly unknown[]> {
  const client = new pg.Client(connection)
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end().catch(() => {})
  }
}
