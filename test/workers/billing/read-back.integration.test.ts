import { afterEach, expect, test } from 'vitest'
import type { EventLog } from '../../../src/log/event-log.ts'
import { execute, useDatabases } from '../../contracts/database.ts'
import { until } from '../../until.ts'
import { appendCommand, appendRival, command, ledgerOf, openStages, settled } from '../stages.ts'

/**
 * The entries that the billing worker knows without reading them, and those that it must read.
 */
const databases = useDatabases()
const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

/** Between the stages and their log: holds reads of the ledger up, and loses acknowledgements. */
function openMeddler() {
  let shut = false
  let losing: 'nothing' | 'the acknowledgement' | 'the append' = 'nothing'
  const held: (() => void)[] = []
  return {
    shut() {
      shut = true
    },
    open() {
      shut = false
      for (const resolve of held.splice(0)) resolve()
    },
    get waiting() {
      return held.length
    },
    loseOnce(what: 'the acknowledgement' | 'the append') {
      losing = what
    },
    between: (log: EventLog): EventLog => ({
      ...log,
      async read(topic, partition, from, limit) {
        if (shut && topic === 'ledger') await new Promise<void>((resolve) => held.push(resolve))
        return log.read(topic, partition, from, limit)
      },
      async append(records) {
        const lost = records[0]?.topic === 'ledger' ? losing : 'nothing'
        if (lost === 'nothing') return log.append(records)
        losing = 'nothing'
        if (lost === 'the acknowledgement') await log.append(records)
        throw new Error('no acknowledgement')
      },
    }),
  }
}

/** The account is open and has made a call. */
async function openMeddled() {
  const meddler = openMeddler()
  const stages = await openStages(await databases.fresh(), { seen: meddler.between })
  closing.push(stages.close, async () => meddler.open())
  await appendCommand(stages.log, command('cmd_0', 'acc_1'))
  await settled(stages.log, 'acc_1', 2)
  return { ...stages, meddler }
}

test('a charge that was acknowledged where the ledger ended is answered without reading it', async () => {
  const { log, replies, meddler } = await openMeddled()
  meddler.shut()
  for (const seq of [3, 4, 5]) {
    const expected = replies.expect(20_000)
    await appendCommand(log, command(`cmd_${seq}`, 'acc_1', expected.replyTo))
    expect(await expected.reply).toMatchObject({ type: 'settled', entry: { seq } })
  }
  expect(meddler.waiting).toBe(0)
  expect(await ledgerOf(log, 'acc_1')).toHaveLength(5)
})

test('a charge that was acknowledged behind what is not known waits until that is read, and is decided again', async () => {
  const { log, replies, meddler } = await openMeddled()
  meddler.shut()
  await appendRival(log, 'acc_1')
  const expected = replies.expect(20_000)
  await appendCommand(log, command('cmd_1', 'acc_1', expected.replyTo))
  const [, , rival, overtaken] = await settled(log, 'acc_1', 4)
  meddler.open()
  expect(await expected.reply).toMatchObject({
    type: 'settled',
    entry: { seq: 4, command_id: 'cmd_1', prev_hash: rival?.hash, balance_cents: 500 },
  })
  expect(overtaken, 'what was decided too early stays there, and counts for nobody').toMatchObject({
    seq: 3,
    command_id: 'cmd_1',
  })
})

test('what came in meanwhile waits too, and each is settled once', async () => {
  const { log, replies, meddler } = await openMeddled()
  meddler.shut()
  await appendRival(log, 'acc_1')
  const ids = Array.from({ length: 12 }, (_, n) => `cmd_${n + 1}`)
  const waiting = ids.map((id) => ({ id, expected: replies.expect(20_000) }))
  for (const { id, expected } of waiting) {
    await appendCommand(log, command(id, 'acc_1', expected.replyTo))
    await until(() => meddler.waiting > 0)
  }
  meddler.open()
  const answers = await Promise.all(waiting.map(({ expected }) => expected.reply))
  const seqs = answers.map((reply) => (reply?.type === 'settled' ? reply.entry.seq : 0))
  expect(new Set(seqs)).toEqual(new Set(ids.map((_, n) => n + 4)))
})

test.each(['the acknowledgement', 'the append'] as const)(
  'after %s is lost the charge is settled once',
  async (what) => {
    const { log, replies, meddler } = await openMeddled()
    meddler.loseOnce(what)
    const expected = replies.expect(20_000)
    await appendCommand(log, command('cmd_1', 'acc_1', expected.replyTo))
    expect(await expected.reply).toMatchObject({ type: 'settled', entry: { seq: 3 } })
    expect(await ledgerOf(log, 'acc_1')).toHaveLength(3)
  },
)

test('what a worker before it wrote, and the views have not seen, is known before anything is decided', async () => {
  const connection = await databases.fresh()
  const before = await openStages(connection, { plays: ['enrich', 'bill'] })
  for (let n = 0; n < 5; n += 1) await appendCommand(before.log, command(`cmd_${n}`, 'acc_1'))
  await settled(before.log, 'acc_1', 6)
  await before.close()
  await execute(connection, 'truncate log.group_offsets')
  const after = await openStages(connection, { plays: ['enrich', 'bill'] })
  closing.push(after.close)
  const expected = after.replies.expect(20_000)
  await appendCommand(after.log, command('cmd_5', 'acc_1', expected.replyTo))
  expect(await expected.reply).toMatchObject({ type: 'settled', entry: { seq: 7 } })
  expect(await ledgerOf(after.log, 'acc_1')).toHaveLength(7)
})
