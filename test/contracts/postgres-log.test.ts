import { expect, test } from 'vitest'
import { openPostgresLog } from '../../src/log/postgres-log.ts'
import { execute, useDatabases } from './database.ts'
import { eventLogContract } from './event-log.contract.ts'

const databases = useDatabases()

eventLogContract('Postgres', async () => {
  const connection = await databases.fresh()
  return { open: () => openPostgresLog(connection) }
})

test('a lost connection fails the log, and appends say so instead of hanging', async () => {
  const connection = await databases.fresh()
  const log = await openPostgresLog(connection)
  await execute(
    connection,
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`,
  )
  expect(await log.failed).toMatchObject({ code: 'database_unavailable' })
  await expect(log.append([{ topic: 'orders', key: 'k', value: '1' }])).rejects.toMatchObject({
    code: 'log_unavailable',
  })
  await log.close()
})

test('a record that cannot be stored is refused alone, and the log goes on', async () => {
  const log = await openPostgresLog(await databases.fresh())
  for (const value of ['a\nb', 'a\0b']) {
    await expect(log.append([{ topic: 'orders', key: 'k', value }])).rejects.toThrow()
  }
  await log.append([{ topic: 'orders', key: 'k', value: 'fine' }])
  await log.close()
})

test('what another process appends is seen without being asked for', async () => {
  const connection = await databases.fresh()
  const log = await openPostgresLog(connection)
  const seen: unknown[] = []
  const arrived = new Promise<void>((resolve) => {
    const open = async () => ({
      async take(records: readonly unknown[]) {
        seen.push(...records)
        resolve()
      },
      close: async () => {},
    })
    log.join({ name: 'watch', topics: ['dead-letters'], open })
  })
  const other = await openPostgresLog(connection)
  await other.append([{ topic: 'dead-letters', key: 'k', value: '1' }])
  await arrived
  expect(seen).toHaveLength(1)
  await other.close()
  await log.close()
})
