import { afterEach, expect, test } from 'vitest'
import type { Connection } from '../../../src/db/pool.ts'
import type { Basis, EventLog, Group, LogRecord } from '../../../src/log/event-log.ts'
import { openPostgresLog } from '../../../src/log/postgres/postgres-log.ts'
import type { Topic } from '../../../src/messages/topics.ts'
import { partitionOf } from '../../../src/messages/topics.ts'
import { execute, useDatabases } from '../../contracts/database.ts'
import { until } from '../../until.ts'
import { endConnections, holdUp, isHeldUp, openTransaction } from './held.ts'

/** The rules of infra/LOG.md, about what is handed on before it is committed. */
const databases = useDatabases()
const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close().catch(() => {})
})

const place = partitionOf('commands', 'k')

async function opened(connection: Connection) {
  const log = await openPostgresLog(connection)
  closing.push(() => log.close())
  return log
}

interface Followed {
  readonly seen: LogRecord[]
  /** The appends that rest on what was seen: committed, or why not. */
  readonly outcomes: string[]
  readonly bases: (Basis | undefined)[]
}

/** Reads commands early, and appends an enrichment for each, on their basis. */
async function follow(log: EventLog, { done = false } = {}): Promise<Followed> {
  const seen: LogRecord[] = []
  const outcomes: string[] = []
  const bases: (Basis | undefined)[] = []
  const appendFor = async ({ key, value, offset }: LogRecord, basis: Basis | undefined) => {
    const record = { topic: 'enrichments' as const, key, value: `of ${value} at ${offset}` }
    await log.append([record], basis).then(
      () => outcomes.push('committed'),
      ({ message }) => outcomes.push(message),
    )
  }
  const membership = await log.join({
    name: 'follow',
    topics: ['commands'],
    early: ['commands'],
    async open(partition, _committed, basis) {
      if (partition === place) bases.push(basis)
      let next = 0
      const commit = () => done && next > 0 && membership.commit('commands', partition, next)
      return {
        async take(records) {
          seen.push(...records)
          for (const record of records) void appendFor(record, basis)
          next = (records.at(-1)?.offset ?? -1) + 1
          commit()
        },
        async close() {
          commit()
        },
      }
    },
  })
  closing.push(() => membership.close())
  return { seen, outcomes, bases }
}

async function collect(log: EventLog, name: string, more: Partial<Group> = {}) {
  const seen: LogRecord[] = []
  const take = async (records: readonly LogRecord[]) => void seen.push(...records)
  const open = async () => ({ take, close: async () => {} })
  const membership = await log.join({ name, topics: ['commands'], open, ...more })
  closing.push(() => membership.close())
  return seen
}

function command(value: string) {
  return { topic: 'commands', key: 'k', value } as const
}

function rows(connection: Connection, topic: Topic) {
  return execute(connection, `select off::int, value from log."${topic}" order by off`)
}

function storedOffsets(connection: Connection) {
  return execute(connection, 'select topic, off::int from log.group_offsets where off > 0')
}

test('before the commit an early reader knows of a record, nobody else does, and no append resolves', async () => {
  const connection = await databases.fresh()
  const log = await opened(connection)
  const { seen, outcomes } = await follow(log)
  const others = await collect(log, 'others')
  const held = await holdUp(connection, 'commands')
  const resolved: unknown[] = []
  const appending = log.append([command('one')]).then((some) => resolved.push(...some))
  await until(() => seen.length === 1)
  await until(() => isHeldUp(connection))
  expect({ others, outcomes, resolved }).toEqual({ others: [], outcomes: [], resolved: [] })

  await held.end()
  await appending
  await until(() => others.length === 1 && outcomes.length === 1)
  expect(outcomes).toEqual(['committed'])
  expect(seen).toHaveLength(1)
})

test('a record and what rests on it are one transaction', async () => {
  const connection = await databases.fresh()
  const log = await opened(connection)
  const { outcomes } = await follow(log)
  await log.append([command('the reader has caught up')])
  await until(() => outcomes.length === 1)
  await log.append([command('one')])
  await until(() => outcomes.length === 2)
  const found = await execute(
    connection,
    `select xmin::text from log.commands where off = 1
      union select xmin::text from log.enrichments where off = 1`,
  )
  expect(found).toHaveLength(1)
})

test('of a transaction that fails nothing is kept, and nothing of it is told', async () => {
  const connection = await databases.fresh()
  const log = await openPostgresLog(connection)
  const { seen, outcomes } = await follow(log, { done: true })
  const others = await collect(log, 'others')
  // Before that a reader may be given a record from the table, when it is committed by itself.
  await log.append([command('the reader has caught up')])
  await until(() => outcomes.length === 1 && others.length === 1)
  await until(async () => (await storedOffsets(connection)).length === 1)
  const kept = [...(await rows(connection, 'commands')), ...(await rows(connection, 'enrichments'))]
  const held = await holdUp(connection, 'enrichments')
  const appending = log.append([command('one')])
  appending.catch(() => {})
  await until(() => seen.length === 2)
  await until(() => isHeldUp(connection))
  await endConnections(connection)
  await expect(appending).rejects.toMatchObject({ code: 'log_unavailable' })
  await log.failed
  await until(() => outcomes.length === 2)
  expect(outcomes).toEqual(['committed', 'an append failed'])
  expect(others).toHaveLength(1)
  await held.end('rollback').catch(() => {})
  await log.close()
  expect([
    ...(await rows(connection, 'commands')),
    ...(await rows(connection, 'enrichments')),
  ]).toEqual(kept)

  // The offset is free again: what comes to lie there is handed over, though `one` was done with.
  const again = await opened(connection)
  const { seen: anew } = await follow(again)
  await again.append([command('two')])
  await until(() => anew.length > 0)
  expect(anew.map(({ offset, value }) => [offset, value])).toEqual([[1, 'two']])
})

test('no offset is stored of a record that is not committed', async () => {
  const connection = await databases.fresh()
  const log = await opened(connection)
  const seen: LogRecord[] = []
  const membership = await log.join({
    name: 'hasty',
    topics: ['commands', 'orders'],
    early: ['commands'],
    open: async () => ({
      async take(records) {
        for (const { topic, offset } of records) {
          if (topic === 'commands') membership.commit(topic, place, offset + 1)
        }
        seen.push(...records)
      },
      close: async () => {},
    }),
  })
  closing.push(() => membership.close())
  await log.append([{ topic: 'orders', key: 'k', value: 'committed' }])
  const held = await holdUp(connection, 'commands')
  const appending = log.append([command('one')])
  await until(() => seen.length === 2)
  // Stored together with the other, or not with it.
  membership.commit('orders', place, 1)
  await until(async () => (await storedOffsets(connection)).length > 0)
  expect(await storedOffsets(connection)).toEqual([{ topic: 'orders', off: 1 }])
  await held.end()
  await appending
  await until(async () => (await storedOffsets(connection)).length === 2)
})

test('nothing is committed before what it rests on, however long the line is', async () => {
  const connection = await databases.fresh()
  const log = await opened(connection)
  const { outcomes } = await follow(log)
  const count = 2_500
  let failure = ''
  const watching = until(async () => {
    const [found] = (await execute(
      connection,
      `select (select count(*)::int from log.enrichments) as results,
        (select count(*)::int from log.commands) as commands`,
    )) as { results: number; commands: number }[]
    if (found && found.results > found.commands) failure = JSON.stringify(found)
    return outcomes.length === count
  })
  await Promise.all(Array.from({ length: count }, (_, n) => log.append([command(`${n}`)])))
  await watching
  expect(failure).toBe('')
  const results = await rows(connection, 'enrichments')
  expect(results).toEqual(
    Array.from({ length: count }, (_, off) => ({ off, value: `of ${off} at ${off}` })),
  )
})

test('an early reader that is behind catches up with the table and with the line, each once', async () => {
  const connection = await databases.fresh()
  const log = await opened(connection)
  await log.append([command('0'), command('1')])
  let go = () => {}
  const mayTake = new Promise<void>((resolve) => {
    go = resolve
  })
  const seen: LogRecord[] = []
  const membership = await log.join({
    name: 'late',
    topics: ['commands'],
    early: ['commands'],
    open: async () => ({
      async take(records) {
        seen.push(...records)
        await mayTake
      },
      close: async () => {},
    }),
  })
  closing.push(() => membership.close())
  await until(() => seen.length === 2)
  await log.append([command('2')])
  const held = await holdUp(connection, 'commands')
  // More than may be queued, so that the feed falls behind.
  const appending = Promise.all(
    Array.from({ length: 2_500 }, (_, n) => log.append([command(`${n + 3}`)])),
  )
  go()
  await until(() => seen.length >= 2_503)
  await held.end()
  await appending
  await log.append([command('2503')])
  await until(() => seen.length >= 2_504)
  expect(seen.map(({ offset }) => offset)).toEqual(Array.from({ length: 2_504 }, (_, n) => n))
})

/** Somebody else's command at the offset that is given to the next one here. */
function rival(connection: Connection, off: number) {
  return openTransaction(
    connection,
    `insert into log.commands (partition, off, key, value) values (${place}, ${off}, 'k', 'rival')`,
  )
}

test('an offset that is taken takes back what was handed on, and all is worked on its new place', async () => {
  const connection = await databases.fresh()
  const log = await opened(connection)
  const { seen, outcomes, bases } = await follow(log, { done: true })
  await log.append([command('zero')])
  await until(() => outcomes.length === 1)
  const other = await rival(connection, 1)
  const appending = log.append([command('one')])
  await until(() => seen.length === 2)
  expect(seen.at(-1)).toMatchObject({ offset: 1, value: 'one' })
  await until(() => isHeldUp(connection))
  await other.end()
  expect(await appending).toMatchObject([{ offset: 2, value: 'one' }])
  await until(async () => (await rows(connection, 'enrichments')).length >= 3)
  await log.append([command('three')])
  await until(() => seen.some(({ value }) => value === 'three'))
  await until(async () => (await rows(connection, 'enrichments')).length >= 4)
  expect(
    (await rows(connection, 'enrichments')).map((row) => (row as { value: string }).value),
  ).toEqual(['of zero at 0', 'of rival at 1', 'of one at 2', 'of three at 3'])
  expect(outcomes.filter((outcome) => outcome !== 'committed')).toEqual([
    'what this append rests on was taken back',
  ])
  // A reader that was closed may still be at work.
  const late = log.append([{ topic: 'enrichments', key: 'k', value: 'late' }], bases[0])
  await expect(late).rejects.toMatchObject({ code: 'log_unavailable' })
})

test('after an append that failed nothing is appended any more', async () => {
  const connection = await databases.fresh()
  const log = await opened(connection)
  await execute(connection, 'alter table log.orders rename to gone')
  const failing = log.append([{ topic: 'orders', key: 'k', value: 'one' }])
  await expect(failing).rejects.toMatchObject({ code: 'log_unavailable' })
  await expect(log.append([command('two')])).rejects.toMatchObject({ code: 'log_unavailable' })
  expect(await rows(connection, 'commands')).toEqual([])
})

test('it is taken back again, when the next offset is somebody else’s too', async () => {
  const connection = await databases.fresh()
  const log = await opened(connection)
  const { seen } = await follow(log)
  for (let round = 0; round < 6; round += 1) {
    const off = (await rows(connection, 'commands')).length
    const other = await rival(connection, off)
    const appending = [log.append([command(`a${round}`)]), log.append([command(`b${round}`)])]
    await until(() => seen.some(({ value }) => value === `b${round}`))
    await other.end()
    await Promise.all(appending)
  }
  await until(async () => (await rows(connection, 'enrichments')).length >= 18)
  const commands = (await rows(connection, 'commands')) as { off: number; value: string }[]
  const results = (await rows(connection, 'enrichments')) as { value: string }[]
  const wanted = commands.map(({ off, value }) => `of ${value} at ${off}`)
  // Nothing here commits offsets, so each reading begins anew; but nothing is at a wrong place.
  expect(new Set(results.map(({ value }) => value))).toEqual(new Set(wanted))
})

test('where nothing of a topic was handed on, a taken offset takes nothing back', async () => {
  const connection = await databases.fresh()
  const log = await opened(connection)
  const { seen, outcomes } = await follow(log)
  const other = await openTransaction(
    connection,
    `insert into log.orders (partition, off, key, value) values (${place}, 0, 'k', 'rival')`,
  )
  const appending = log.append([{ topic: 'orders', key: 'k', value: 'mine' }, command('one')])
  await until(() => seen.length === 1)
  await other.end()
  expect((await appending).map(({ topic, offset }) => [topic, offset])).toEqual([
    ['orders', 1],
    ['commands', 0],
  ])
  await until(() => outcomes.length === 1)
  expect(outcomes).toEqual(['committed'])
  expect(seen).toHaveLength(1)
})
