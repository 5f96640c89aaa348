import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { openEmbeddedPostgres } from '../../src/db/embedded/embedded-postgres.ts'
import { migrate } from '../../src/db/migrate.ts'
import type { Connection } from '../../src/db/pool.ts'

/**
 * One embedded Postgres for each process that runs tests, as many as these: its forty connections
 * are for one service. A migrated database is a copy of the server's first one, which costs a tenth
 * of the migrations.
 */
export interface Databases {
  /** Empty and migrated, on the server of that process. */
  fresh(worker: string): Promise<Connection>
  drop(worker: string, database: string): Promise<void>
  close(): Promise<void>
}

interface Server {
  connectionTo(database: string): Connection
  run(sql: string): Promise<void>
  close(): Promise<void>
}

const template = 'migrated'

export function openDatabases(): Databases {
  const servers = new Map<string, Promise<Server>>()
  let count = 0

  function serverOf(worker: string): Promise<Server> {
    const server = servers.get(worker) ?? openServer()
    servers.set(worker, server)
    return server
  }

  return {
    async fresh(worker) {
      const server = await serverOf(worker)
      count += 1
      const database = `test_${count}`
      await server.run(`create database ${database} template ${template}`)
      return server.connectionTo(database)
    },
    async drop(worker, database) {
      await (await serverOf(worker)).run(`drop database if exists ${database} with (force)`)
    },
    async close() {
      const open = await Promise.allSettled(servers.values())
      await Promise.all(
        open.map((each) => (each.status === 'fulfilled' ? each.value.close() : null)),
      )
    },
  }
}

async function openServer(): Promise<Server> {
  const folder = await mkdtemp(join(tmpdir(), 'enrich-databases-'))
  const postgres = await openEmbeddedPostgres({ dataDir: folder, log: () => {} })
  const connectionTo = (database: string) => ({ ...postgres.connection, database })
  const client = new pg.Client(connectionTo('postgres'))
  client.on('error', () => {})
  await client.connect()
  await client.query(`create database ${template}`)
  await migrate(connectionTo(template))
  return {
    connectionTo,
    async run(sql) {
      await client.query(sql)
    },
    async close() {
      await client.end().catch(() => {})
      await postgres.close()
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
