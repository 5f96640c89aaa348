import { expect, test } from 'vitest'
import { jsonCodec } from '../../src/log/codecs/json-codec.ts'
import type { EventLog, LogRecord, NewRecord } from '../../src/log/event-log.ts'
import { decodedAtOnce, decodeEntries, decodeRecords, type StageDeps } from '../../src/log/stage.ts'

const bad = (offset: number): LogRecord => {
  return { topic: 'ledger', partition: 0, offset, key: 'acct_1', value: '{"not": JSON' }
}

test('dead letters are written together: none waits for the acknowledgement of another', async () => {
  const letters: NewRecord[] = []
  const { deps, acknowledge } = stageWith((records) => letters.push(...records))
  const decoding = decodeRecords(deps, { stage: 'bill', topic: 'ledger' }, [bad(0), bad(1), bad(2)])
  await expect.poll(() => letters.length).toBe(3)
  acknowledge()
  expect((await decoding).map(({ message }) => message)).toEqual([null, null, null])
})

test('a flood of bad records is no flood of appends', async () => {
  const letters: NewRecord[] = []
  const { deps, acknowledge } = stageWith((records) => letters.push(...records))
  const flood = Array.from({ length: decodedAtOnce + 1 }, (_, offset) => bad(offset))
  const decoding = decodeRecords(deps, { stage: 'bill', topic: 'ledger' }, flood)
  await expect.poll(() => letters.length).toBe(decodedAtOnce)
  acknowledge()
  expect(await decoding).toHaveLength(flood.length)
  expect(letters).toHaveLength(flood.length)
})

test('nothing is decoded to the end before its dead letters are acknowledged', async () => {
  const { deps, acknowledge } = stageWith(() => {})
  let isDone = false
  const decoding = decodeEntries(deps, [bad(7)]).finally(() => {
    isDone = true
  })
  await new Promise((resolve) => setImmediate(resolve))
  expect(isDone).toBe(false)
  acknowledge()
  expect(await decoding).toEqual({ entries: [], next: 8 })
})

/** A stage on a log that acknowledges when it is told to. */
function stageWith(heard: (records: readonly NewRecord[]) => void) {
  let acknowledge = () => {}
  const acknowledged = new Promise<void>((resolve) => {
    acknowledge = resolve
  })
  const log: Pick<EventLog, 'append'> = {
    async append(records) {
      heard(records)
      await acknowledged
      return []
    },
  }
  const deps: StageDeps = {
    log: log as EventLog, // as: only dead letters are appended here.
    codec: jsonCodec,
    now: () => '2026-11-29T12:00:00.000Z',
    count: { deadLetter: () => {}, settled: () => {}, projected: () => {} },
    fail: (error) => {
      throw error
    },
  }
  return { deps, acknowledge }
}
