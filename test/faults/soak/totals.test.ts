import { expect, test } from 'vitest'
import type { Account } from '../harness/load/accounts.ts'
import type { Call } from '../harness/load/calls.ts'
import type { Sample } from './samples.ts'
import { diskPerThousandCalls, growthPerHour, windowsOf } from './totals.ts'

const hourMs = 3_600_000
const account: Account = { id: 'acc_1', key: 'key', orderId: null, paidCents: 0 }

function sampleAt(atMs: number, service: number | null, database: number | null): Sample {
  return { atMs, memoryMb: { service }, diskMb: { database, WAL: 64 * atMs }, lag: {} }
}

/** Statuses of its answers, each 10 ms after the one before. */
function callAt(dueAt: number, ...statuses: readonly (number | null)[]): Call {
  const answers = statuses.map((status, index) => {
    const endedAt = dueAt + 10 * (index + 1)
    return { sentAt: dueAt, endedAt, status, headers: {}, text: '', failure: null }
  })
  const question = { path: '/enrich', body: '{}', headers: {}, idempotencyKey: null }
  return { account, ...question, sentTwice: null, dueAt, answers }
}

test('growth is the slope of the values after the first fifth, gaps left out', () => {
  const samples = [0, 1, 2, 3, 4, 5].map((index) => {
    const value = index === 0 ? 900 : index === 3 ? null : 100 + index
    return sampleAt((index * hourMs) / 5, value, null)
  })
  expect(growthPerHour(samples, ({ memoryMb }) => memoryMb)).toEqual({ service: 5 })
  expect(growthPerHour(samples, ({ diskMb }) => diskMb)).toMatchObject({ database: null })
  expect(growthPerHour([], ({ memoryMb }) => memoryMb)).toEqual({})
})

test('disk is counted between the first and the last look that saw all, without the WAL', () => {
  const samples = [sampleAt(0, 1, null), sampleAt(1, 1, 10), sampleAt(2, 1, 16)]
  expect(diskPerThousandCalls(samples, 3_000)).toBe(2)
  expect(diskPerThousandCalls([], 3_000)).toBeNull()
  expect(diskPerThousandCalls(samples, 0)).toBeNull()
})

test('a window tells of the calls that were due in it, without those that nobody could pay', () => {
  const calls = [
    callAt(100, 200),
    callAt(900, 200),
    callAt(1_100, null, 503, 200),
    callAt(1_200, 503),
    callAt(1_300, 402),
    callAt(6_000, null),
  ]
  expect(windowsOf(calls, 1_000, 11_000)).toEqual([
    { atMs: 0, calls: 2, p50Ms: 30, p99Ms: 30, errors: 3, unanswered: 1 },
    { atMs: 5_000, calls: 1, p50Ms: null, p99Ms: null, errors: 1, unanswered: 1 },
  ])
})
