import { afterEach, expect, test } from 'vitest'
import type { EventLog, LogRecord } from '../../src/log/event-log.ts'
import { useDatabases } from '../contracts/database.ts'
import { appendCommand, appendRival, command, ledgerOf, openStages, settled } from './stages.ts'

/** What the billing worker knows of the ledger although it was not read back. */
const databases = useDatabases()
const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

/** Once it is shut, nothing of the ledger reaches the billing worker until it is opened. */
function openGate() {
  let shut = false
  const held: (() => void)[] = []
  const passing = (take: (records: readonly LogRecord[]) => Promise<void>) => {
    return async (records: readonly LogRecord[]) => {
      const waits = shut && records[0]?.topic === 'ledger'
      if (waits) await new Promise<void>((resolve) => held.push(resolve))
      await take(records)
    }
  }
  return {
    shut() {
      shut = true
    },
    open() {
      shut = false
      for (const resolve of held.splice(0)) resolve()
    },
    before: (log: EventLog): EventLog => ({
      ...log,
      join: (group) =>
        log.join({
          ...group,
          async open(partition, committed) {
            const reader = await group.open(partition, committed)
            if (group.name !== 'bill') return reader
            return {
              ...(reader.from ? { from: reader.from } : {}),
              take: passing((records) => reader.take(records)),
              close: () => reader.close(),
            }
          },
        }),
    }),
  }
}

/** The account is open and has made a call; the gate is shut. */
async function openBehindGate() {
  const gate = openGate()
  const { log, replies, close } = await openStages(await databases.fresh(), { seen: gate.before })
  closing.push(close, async () => gate.open())
  await appendCommand(log, command('cmd_0', 'acc_1'))
  await settled(log, 'acc_1', 2)
  gate.shut()
  return { log, replies, gate }
}

test('a charge that was acknowledged where the ledger ended is answered without reading it back', async () => {
  const { log, replies, gate } = await openBehindGate()
  for (const seq of [3, 4, 5]) {
    const expected = replies.expect(20_000)
    await appendCommand(log, command(`cmd_${seq}`, 'acc_1', expected.replyTo))
    expect(await expected.reply).toMatchObject({ type: 'settled', entry: { seq } })
  }
  gate.open()
  const expected = replies.expect(20_000)
  await appendCommand(log, command('cmd_6', 'acc_1', expected.replyTo))
  expect(await expected.reply).toMatchObject({ type: 'settled', entry: { seq: 6 } })
  expect(await ledgerOf(log, 'acc_1')).toHaveLength(6)
})

test('a charge that was acknowledged behind what is not read yet waits for it, and is decided again', async () => {
  const { log, replies, gate } = await openBehindGate()
  await appendRival(log, 'acc_1')
  const expected = replies.expect(20_000)
  await appendCommand(log, command('cmd_1', 'acc_1', expected.replyTo))
  const [, , rival, overtaken] = await settled(log, 'acc_1', 4)
  gate.open()
  expect(await expected.reply).toMatchObject({
    type: 'settled',
    entry: { seq: 4, command_id: 'cmd_1', prev_hash: rival?.hash, balance_cents: 500 },
  })
  expect(overtaken, 'what was decided too early stays there, and counts for nobody').toMatchObject({
    seq: 3,
    command_id: 'cmd_1',
  })
})
