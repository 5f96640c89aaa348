import { expect, test } from 'vitest'
import type { LogRecord } from '../../../src/log/event-log.ts'
import { openAccountTurns } from '../../../src/workers/enriching/account-turns.ts'
import type { LargeCall } from '../../../src/workers/enriching/partition.ts'
import { EnrichPartition } from '../../../src/workers/enriching/partition.ts'

const megabytes = 1_500_000

/** A call of twenty items, which takes turns, and is large. */
function recordAt(offset: number): LogRecord {
  const items = Array.from({ length: 20 }, () => ({ description: 'NETFLIX.COM' }))
  const message = { type: 'EnrichTransactions', account_id: 'acc_1', items }
  const value = Buffer.alloc(megabytes, 'x')
  // as: of a command only what is given here is looked at before its turn.
  return { topic: 'commands', partition: 0, offset, key: 'acc_1', value, message } as never
}

test('no more commands are taken while four mebibytes wait for their turn', async () => {
  const held: LargeCall[] = []
  const turns = openAccountTurns<LargeCall>(
    (call) => {
      held.push(call)
      return new Promise(() => {})
    },
    (error) => {
      throw error
    },
  )
  let appended = false
  const log = {
    async append() {
      appended = true
      return []
    },
  }
  const deps = { log, fail: () => {} }
  // as: nothing else is asked of the stage before a turn comes.
  const partition = new EnrichPartition(deps as never, turns, async () => {})
  let taken = false
  const taking = partition.take([0, 1, 2].map(recordAt)).then(() => {
    taken = true
  })
  await expect.poll(() => held.length === 1 && appended).toBe(true)
  await new Promise((resolve) => setImmediate(resolve))
  expect(taken).toBe(false)
  held[0]?.done(Promise.resolve())
  await taking
  expect(taken).toBe(true)
})
