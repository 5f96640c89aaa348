import pg from 'pg'
import { afterAll } from 'vitest'
import type { Connection } from '../../src/db/pool.ts'
import { askProvider } from '../stack/ask-provider.ts'

/**
 * Every call of `fresh` makes an empty, migrated database on a real server, which all test files of
 * a run share; the databases of a file are gone after its last test.
 */
export function useDatabases() {
  const worker = process.env.VITEST_POOL_ID ?? '1'
  const made: string[] = []
  afterAll(async () => {
    for (const database of made) {
      await askProvider('drop-database', { worker, database })
    }
  })
  return {
    async fresh(): Promise<Connection> {
      // as: it is what test/stack/databases.ts gave.
      const connection = (await askProvider('database', { worker })) as NamedConnection
      made.push(connection.database)
      return connection
    },
  }
}

type NamedConnection = Connection & { readonly database: string }

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
