/** A service reduced to its database, in a process of its own, to be killed by the tests. */
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { claimDataDirectory } from '../../../src/db/embedded/data-directory.ts'
import { openEmbeddedPostgres } from '../../../src/db/embedded/embedded-postgres.ts'
import { DatabaseStartError } from '../../../src/db/embedded/postgres-start-error.ts'

/** Longer than any test that holds a claim. */
const claimMs = 60_000
const [dataDir = '', only = ''] = process.argv.slice(2)

function say(message: object): void {
  process.stdout.write(`${JSON.stringify(message)}\n`)
}

process.once('SIGINT', () => say({ interrupted: true }))
try {
  const claim = await claimDataDirectory(dataDir)
  say({ claimed: true })
  if (only === 'claim') await pause(claimMs)
  const database = await openEmbeddedPostgres({ dataDir, log: () => {} })
  const client = new pg.Client(database.connection)
  await client.connect()
  const { rows } = await client.query('show cluster_name')
  say({ ready: true, host: database.connection.host, ...rows[0] })
  process.once('SIGTERM', async () => {
    const sum = await client.query('select 1 + 1 as sum')
    await client.end()
    await database.close()
    await claim.release()
    say({ stopped: true, ...sum.rows[0] })
    process.exit(0)
  })
} catch (error) {
  if (!(error instanceof DatabaseStartError)) throw error
  say({ refused: error.code, message: error.message })
  process.exitCode = 1
}
