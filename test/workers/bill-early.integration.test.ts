import { afterEach, expect, test } from 'vitest'
import type { Connection, Pool } from '../../src/db/pool.ts'
import { openCommandIds } from '../../src/ids.ts'
import { partitionOf } from '../../src/messages/topics.ts'
import { execute, useDatabases } from '../contracts/database.ts'
import { endConnections, holdUp, isHeldUp, openTransaction } from '../log/postgres/held.ts'
import { until } from '../until.ts'
import { appendCommand, command, ledgerOf, openStages, settled } from './stages.ts'

/** The stages on a log that hands on what is not committed yet (infra/LOG.md). */
const databases = useDatabases()
const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close().catch(() => {})
})

const place = partitionOf('commands', 'acc_1')

/** The account is open and has made a call, so nothing of it is to be looked up any more. */
async function openedStages(connection: Connection) {
  const stages = await openStages(connection)
  await appendCommand(stages.log, command('cmd_0', 'acc_1'))
  await settled(stages.log, 'acc_1', 2)
  await until('the views show it', async () => (await shown(stages.pool)) === 2)
  return stages
}

/** The entry up to which the account's holder sees his ledger. */
async function shown(pool: Pool): Promise<number | undefined> {
  const { rows } = await pool.query(`select seq::int from balances where account_id = 'acc_1'`)
  return rows[0]?.seq
}

function counts(connection: Connection) {
  return execute(
    connection,
    `select (select count(*)::int from log.commands) as commands,
      (select count(*)::int from log.enrichments) as enrichments,
      (select count(*)::int from log.ledger) as ledger`,
  )
}

test('command, enrichment and entry of a call are one transaction', async () => {
  const connection = await databases.fresh()
  const { log, replies, close } = await openedStages(connection)
  closing.push(close)
  // The views are asked about the first of an epoch only.
  const ids = openCommandIds()
  for (const seq of [3, 4]) {
    const expected = replies.expect(20_000)
    await appendCommand(log, command(ids.next(), 'acc_1', expected.replyTo))
    expect(await expected.reply).toMatchObject({ type: 'settled', entry: { seq } })
  }
  const found = await execute(
    connection,
    `select xmin::text from log.commands where off = 2
      union select xmin::text from log.enrichments where off = 2
      union select xmin::text from log.ledger where off = 3`,
  )
  expect(found).toHaveLength(1)
})

test.each(['commands', 'enrichments', 'ledger'])(
  'nobody is told of a call before its entry is committed, while %s are held up',
  async (topic) => {
    const connection = await databases.fresh()
    const { log, pool, replies, close } = await openedStages(connection)
    closing.push(close)
    const held = await holdUp(connection, topic)
    const told: unknown[] = []
    const expected = replies.expect(20_000)
    void expected.reply.then((reply) => told.push(reply))
    const appending = appendCommand(log, command('cmd_1', 'acc_1', expected.replyTo))
    await until(() => isHeldUp(connection))
    expect(told).toEqual([])
    expect(await shown(pool)).toBe(2)
    expect(await ledgerOf(log, 'acc_1')).toHaveLength(2)
    await held.end()
    await appending
    expect(await expected.reply).toMatchObject({ type: 'settled', entry: { seq: 3 } })
  },
)

test('a call whose transaction is cut off leaves nothing, and is settled once when it comes again', async () => {
  const connection = await databases.fresh()
  const { log, replies, close } = await openedStages(connection)
  const before = await counts(connection)
  const held = await holdUp(connection, 'ledger')
  const told: unknown[] = []
  const expected = replies.expect(20_000)
  void expected.reply.then((reply) => told.push(reply))
  const appending = appendCommand(log, command('cmd_1', 'acc_1', expected.replyTo))
  appending.catch(() => {})
  await until(() => isHeldUp(connection))
  await endConnections(connection)
  await log.failed
  await held.end('rollback').catch(() => {})
  await close().catch(() => {})
  expect(told).toEqual([])
  const [after] = (await counts(connection)) as { ledger: number }[]
  expect(after?.ledger).toBe((before[0] as { ledger: number }).ledger)

  const anew = await openStages(connection)
  closing.push(anew.close)
  const again = anew.replies.expect(20_000)
  await appendCommand(anew.log, command('cmd_1', 'acc_1', again.replyTo))
  await settled(anew.log, 'acc_1', 3)
  expect(await again.reply).not.toBeNull()
  expect(await ledgerOf(anew.log, 'acc_1')).toHaveLength(3)
})

test('a call whose place is taken is answered all the same, charged once and traced to its new place', async () => {
  const connection = await databases.fresh()
  const { log, replies, close } = await openedStages(connection)
  closing.push(close)
  const rival = JSON.stringify(command('cmd_rival', 'acc_1'))
  const other = await openTransaction(
    connection,
    `insert into log.commands (partition, off, key, value)
      values (${place}, 1, 'acc_1', '${rival}')`,
  )
  const ids = ['cmd_1', 'cmd_2', 'cmd_3']
  const waiting = ids.map((id) => {
    const expected = replies.expect(20_000)
    return { expected, sent: appendCommand(log, command(id, 'acc_1', expected.replyTo)) }
  })
  await until(() => isHeldUp(connection))
  await other.end()
  const answers = await Promise.all(waiting.map(({ expected }) => expected.reply))
  expect(answers.map((reply) => reply?.type)).toEqual(['settled', 'settled', 'settled'])
  const entries = await settled(log, 'acc_1', 6)
  expect(entries.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6])
  expect(new Set(entries.map((entry) => entry.command_id))).toEqual(
    new Set(['cmd_0', 'cmd_rival', ...ids, entries[0]?.command_id]),
  )
  const enrichments = await log.read('enrichments', place, 0, 100)
  const at = enrichments.map(({ value }) => JSON.parse(value.toString()))
  expect(at.map(({ command_id: id, command_offset: offset }) => [offset, id])).toEqual([
    [0, 'cmd_0'],
    [1, 'cmd_rival'],
    [2, 'cmd_1'],
    [3, 'cmd_2'],
    [4, 'cmd_3'],
  ])
  await until(async () => {
    const stored = (await execute(
      connection,
      `select topic, off::int from log.group_offsets
        where partition = ${place} and group_name in ('enrich', 'bill')`,
    )) as { topic: string; off: number }[]
    return ['commands', 'enrichments'].every(
      (topic) => stored.find((one) => one.topic === topic)?.off === 5,
    )
  })
})
