import { expect, test } from 'vitest'
import type { LogRecord } from '../../../src/log/event-log.ts'
import { Inputs } from '../../../src/workers/billing/inputs.ts'

const half = 1_100_000

/** Enrichments of a megabyte, as the stage before hands them over in one process. */
function recordAt(offset: number): LogRecord {
  const message = { type: 'TransactionEnriched', account_id: 'acc_1', command_id: `cmd_${offset}` }
  const value = Buffer.alloc(half, 'x')
  // as: they are only counted here, and never settled.
  return { topic: 'enrichments', partition: 0, offset, key: 'acc_1', value, message } as never
}

test('no more is taken while two mebibytes wait, and more when half of that is settled', async () => {
  // as: nothing that is decoded already is asked of the stage.
  const inputs = new Inputs({} as never, async () => {})
  const records = [recordAt(0), recordAt(1)]
  await inputs.add(records)
  let hasRoom = false
  const waited = inputs.untilRoom().then(() => {
    hasRoom = true
  })
  const [first, second] = records
  if (!first || !second) throw new Error('There are two.')
  await new Promise((resolve) => setImmediate(resolve))
  expect(hasRoom).toBe(false)
  await inputs.finish(first)
  await inputs.finish(second)
  await waited
  expect(hasRoom).toBe(true)
  inputs.close()
})
