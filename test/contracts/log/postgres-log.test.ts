import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Group, LogRecord } from '../../../src/log/event-log.ts'
import { openPostgresLog } from '../../../src/log/postgres/postgres-log.ts'
import { topicNames, topics } from '../../../src/messages/topics.ts'
import { until } from '../../until.ts'
import { execute, useDatabases } from '../database.ts'
import { eventLogContract } from './event-log.contract.ts'

const databases = useDatabases()

eventLogContract('Postgres', async () => {
  const connection = await databases.fresh()
  return { open: () => openPostgresLog(connection) }
})

/**
 * Readers that are given all they read before it is committed are promised the same. But for those
 * whose records are taken back, because another process is appending: they get them again.
 */
eventLogContract('Postgres, handed on early', async () => {
  const connection = await databases.fresh()
  return {
    async open() {
      const log = await openPostgresLog(connection)
      const early = ({ name, topics }: Group) => (name === 'late' ? [] : topics)
      return { ...log, join: (group) => log.join({ ...group, early: early(group) }) }
    },
  }
})

test('what counts is on disk when its append returns', async () => {
  const connection = await databases.fresh()
  const log = await openPostgresLog(connection)
  const durable = topicNames.filter((topic) => topics[topic].durable)
  const late: string[] = []
  for (let count = 0; count < 5; count += 1) {
    for (const topic of durable) {
      const [before] = await execute(connection, 'select pg_current_wal_insert_lsn()::text as at')
      await log.append([{ topic, key: 'k', value: `${count}` }])
      const { at } = z.object({ at: z.string() }).parse(before)
      const flushed = `select pg_current_wal_flush_lsn() > '${at}'::pg_lsn as done`
      if (!isDone(await execute(connection, flushed))) late.push(topic)
    }
  }
  expect(late).toEqual([])
  await log.close()
})

function isDone([row]: readonly unknown[]): boolean {
  return z.object({ done: z.boolean() }).parse(row).done
}

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

test('rows that were erased, at the end too, are passed over, and their offsets not used again', async () => {
  const connection = await databases.fresh()
  const before = await openPostgresLog(connection)
  const some = ['1', '2', '3'].map((value) => ({ topic: 'orders' as const, key: 'k', value }))
  const [first] = await before.append(some)
  const partition = first?.partition ?? 0
  await before.close()
  await execute(connection, `update log.orders set value = '' where value in ('1', '3')`)
  const log = await openPostgresLog(connection)
  const seen: LogRecord[] = []
  const open = async () => ({
    async take(records: readonly LogRecord[]) {
      seen.push(...records)
    },
    close: async () => {},
  })
  const membership = await log.join({ name: 'readers', topics: ['orders'], open })
  await until(() => seen.length === 1)
  await log.append([{ topic: 'orders', key: 'k', value: '4' }])
  await until(() => seen.length === 2)
  expect(seen.map(({ offset, value }) => [offset, value])).toEqual([
    [1, '2'],
    [3, '4'],
  ])
  expect(await log.read('orders', partition, 0, 10)).toHaveLength(2)
  await membership.close()
  await log.close()
})
