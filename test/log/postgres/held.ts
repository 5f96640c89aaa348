import type { Connection } from '../../../src/db/pool.ts'
import { openConnection } from '../../../src/db/pool.ts'
import { execute } from '../../contracts/database.ts'

/** A transaction of somebody else, in the way of the log until it ends. */
export async function openTransaction(connection: Connection, sql: string) {
  const { client, close } = await openConnection(connection, { synchronousCommit: 'on' })
  await client.query(`begin; ${sql}`)
  return {
    async end(how: 'commit' | 'rollback' = 'commit'): Promise<void> {
      await client.query(how)
      await close()
    },
  }
}

/** Nothing can be appended to a topic meanwhile. */
export function holdUp(connection: Connection, topic: string) {
  return openTransaction(connection, `lock table log."${topic}" in share mode`)
}

/** Whether anything waits for such a transaction. */
export async function isHeldUp(connection: Connection): Promise<boolean> {
  const found = await execute(
    connection,
    `select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return found.length > 0
}

/**
 * Ends every connection of the log, as a crash of Postgres would, whatever it is doing; only who
 * holds it up goes on, so that nothing gets through in the end.
 */
export async function endConnections(connection: Connection): Promise<void> {
  await execute(
    connection,
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()
        and state is distinct from 'idle in transaction'`,
  )
}
