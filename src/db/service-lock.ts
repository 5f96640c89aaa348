import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { CodedError } from '../errors.ts'
import type { Connection } from './pool.ts'
import { connectFirst } from './pool.ts'

/** Any number will do, as long as every release uses the same one. */
const serviceLock = 7_233_002
/** A service that was just killed may still hold it for a moment. */
const patienceMs = 5_000
const pauseMs = 100

/**
 * One embedded service per database: it numbers the log's rows itself. The lock belongs to a
 * session, so it goes with the process that holds it.
 */
export async function lockDatabase(connection: Connection) {
  const client = await connectFirst(connection)
  const lost = new Promise<Error>((resolve) => {
    const report = () =>
      resolve(new CodedError('database_unavailable', 'the service lock was lost'))
    client.on('error', report)
    client.on('end', report)
  })
  const deadline = performance.now() + patienceMs
  while (!(await tryLock(client))) {
    if (performance.now() > deadline) {
      await client.end()
      throw new CodedError(
        'start_refused',
        'Another service is using this database. Stop it first.',
      )
    }
    await sleep(pauseMs)
  }
  return { lost, close: () => client.end() }
}

async function tryLock(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>(
    'select pg_try_advisory_lock($1) as locked',
    [serviceLock],
  )
  return rows[0]?.locked === true
}
