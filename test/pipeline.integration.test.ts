import { afterEach, expect, test } from 'vitest'
import type { Pool } from '../src/db/pool.ts'
import { partitionOf, topicNames, topics } from '../src/messages/topics.ts'
import { execute, useDatabases } from './contracts/database.ts'
import { until } from './until.ts'
import {
  appendCommand,
  appendRival,
  command,
  ledgerOf,
  openStages,
  settled,
} from './workers/stages.ts'

/** The stages on a real log, with what no API would append. */
const databases = useDatabases()
const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

test('a poisoned message goes to dead letters with its place, and its partition goes on', async () => {
  const { log, close } = await openStages(await databases.fresh())
  closing.push(close)
  const partition = partitionOf('commands', 'acc_1')
  for (const value of ['not json', '{"type":"Unknown"}', '[]']) {
    await log.append([{ topic: 'commands', key: 'acc_1', value }])
  }
  await log.append([{ topic: 'orders', key: 'acc_1', value: '{}' }])
  await log.append([{ topic: 'enrichments', key: 'acc_1', value: 'null' }])
  await appendCommand(log, command('cmd_1', 'acc_1'))
  await settled(log, 'acc_1', 2)
  const letters = (await log.read('dead-letters', 0, 0, 100)).map(({ value }) =>
    JSON.parse(value.toString()),
  )
  const commands = letters.filter(({ topic }) => topic === 'commands')
  expect(commands).toHaveLength(3)
  expect(commands[0]).toMatchObject({ partition, offset: 0, key: 'acc_1', stage: 'enrich' })
  expect(Buffer.from(commands[0].value, 'base64').toString()).toBe('not json')
  expect(commands[0].error).toMatch(/undecodable|not JSON/i)
  expect(letters.some(({ topic, stage }) => topic === 'orders' && stage === 'bill')).toBe(true)
})

test('a command that arrives again is answered as settled before, and never charged again', async () => {
  const { log, replies, close } = await openStages(await databases.fresh())
  closing.push(close)
  const first = replies.expect(20_000)
  await appendCommand(log, command('cmd_1', 'acc_1', first.replyTo))
  expect(await first.reply).toMatchObject({ type: 'settled', answer: { status: 200 } })
  const second = replies.expect(20_000)
  await appendCommand(log, command('cmd_1', 'acc_1', second.replyTo))
  expect(await second.reply).toEqual({ type: 'settled_before' })
  expect(await ledgerOf(log, 'acc_1')).toHaveLength(2)
})

test('what was settled long ago is known after a restart, although memory is empty', async () => {
  const connection = await databases.fresh()
  const before = await openStages(connection)
  await appendCommand(before.log, command('cmd_1', 'acc_1'))
  await settled(before.log, 'acc_1', 2)
  await before.close()
  const after = await openStages(connection)
  closing.push(after.close)
  const again = after.replies.expect(20_000)
  await appendCommand(after.log, command('cmd_1', 'acc_1', again.replyTo))
  expect(await again.reply).toEqual({ type: 'settled_before' })
  expect(await ledgerOf(after.log, 'acc_1')).toHaveLength(2)
})

test('with its views lost, the service folds them again from the log and charges nothing twice', async () => {
  const connection = await databases.fresh()
  const before = await openStages(connection)
  for (let n = 0; n < 5; n += 1) await appendCommand(before.log, command(`cmd_${n}`, 'acc_1'))
  const entries = await settled(before.log, 'acc_1', 6)
  await before.close()
  await execute(
    connection,
    'truncate view_offsets, balances, entries, results, usage, job_progress, job_settled',
  )
  await execute(connection, 'truncate log.group_offsets')
  const after = await openStages(connection)
  closing.push(after.close)
  const { rows } = await after.pool.query(`select seq from balances where account_id = 'acc_1'`)
  expect(rows, 'open means that the views have caught up').toEqual([{ seq: '6' }])
  const probe = after.replies.expect(20_000)
  await appendCommand(after.log, command('cmd_probe', 'acc_1', probe.replyTo))
  expect(await probe.reply).toMatchObject({ type: 'settled', entry: { seq: 7 } })
  expect((await ledgerOf(after.log, 'acc_1')).slice(0, 6)).toEqual(entries)
  const head = await balanceWhenAt(after.pool, 'acc_1', 7)
  expect(head).toMatchObject({ seq: '7', free_calls: '14' })
})

test('an entry of a zombie that fails the chain rule changes no fold and no view', async () => {
  const { log, pool, replies, close } = await openStages(await databases.fresh())
  closing.push(close)
  await appendCommand(log, command('cmd_1', 'acc_1'))
  const [opened, charged] = await settled(log, 'acc_1', 2)
  const stale = { ...charged, command_id: 'cmd_zombie' }
  const value = JSON.stringify(stale)
  await log.append([{ topic: 'ledger', key: 'acc_1', value }])
  await log.append([{ topic: 'ledger', key: 'acc_1', value: JSON.stringify(opened) }])
  const next = replies.expect(20_000)
  await appendCommand(log, command('cmd_2', 'acc_1', next.replyTo))
  expect(await next.reply).toMatchObject({ type: 'settled', entry: { seq: 3 } })
  expect(await balanceWhenAt(pool, 'acc_1', 3)).toMatchObject({ seq: '3', free_calls: '18' })
})

test('a competing writer that gets in first is honoured, and the overtaken charge is decided again', async () => {
  const { log, replies, close } = await openStages(await databases.fresh())
  closing.push(close)
  await appendCommand(log, command('cmd_0', 'acc_1'))
  await settled(log, 'acc_1', 2)
  const rival = await appendRival(log, 'acc_1')
  const waiting = Array.from({ length: 20 }, (_, n) => {
    const expected = replies.expect(20_000)
    return { expected, sent: appendCommand(log, command(`cmd_r${n}`, 'acc_1', expected.replyTo)) }
  })
  await rival
  const answers = await Promise.all(waiting.map(({ expected }) => expected.reply))
  const seqs = answers.map((reply) => (reply?.type === 'settled' ? reply.entry.seq : 0))
  expect(new Set(seqs).size).toBe(20)
  expect(Math.max(...seqs)).toBeGreaterThanOrEqual(22)
})

test('entries of a newer release keep what this one does not know, and the chain goes on', async () => {
  const { log, pool, replies, close } = await openStages(await databases.fresh())
  closing.push(close)
  await appendCommand(log, command('cmd_1', 'acc_1'))
  const [, charged] = await settled(log, 'acc_1', 2)
  const next = {
    ...charged,
    seq: 3,
    type: 'LoyaltyGranted',
    command_id: 'cmd_new',
    free_calls_delta: 5,
    free_calls_remaining: 24,
    details: { tier: 'gold' },
    note: 'a member of its own',
    prev_hash: charged?.hash,
    hash: 'b'.repeat(64),
  }
  await log.append([{ topic: 'ledger', key: 'acc_1', value: JSON.stringify(next) }])
  expect(await balanceWhenAt(pool, 'acc_1', 3)).toMatchObject({ seq: '3', free_calls: '24' })
  const { rows } = await pool.query(`select entry from entries where seq = 3`)
  expect(JSON.parse(rows[0].entry)).toEqual(next)
  const reply = replies.expect(20_000)
  await appendCommand(log, command('cmd_2', 'acc_1', reply.replyTo))
  expect(await reply.reply).toMatchObject({ entry: { seq: 4, free_calls_remaining: 23 } })
})

async function balanceWhenAt(pool: Pool, accountId: string, seq: number) {
  return until(`the balance is that of entry ${seq}`, async () => {
    const { rows } = await pool.query('select * from balances where account_id = $1', [accountId])
    return Number(rows[0]?.seq) >= seq ? rows[0] : null
  })
}

test('accounts own their partition everywhere: topics of an account have equal counts', () => {
  const counts = topicNames
    .filter((topic) => topic !== 'dead-letters')
    .map((t) => topics[t].partitions)
  expect(new Set(counts).size).toBe(1)
})
