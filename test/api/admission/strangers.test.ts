import { Socket } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openStrangers } from '../../../src/api/admission/strangers.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout'] }))
afterEach(() => void vi.useRealTimers())

/** Rounds that go on when the test says so. */
function open() {
  const rounds: (() => void)[] = []
  const strangers = openStrangers({ nextRound: (round) => rounds.push(round) })
  const next = async () => {
    rounds.shift()?.()
    await settle()
  }
  return { strangers, next }
}

const settle = () => new Promise((resolve) => setImmediate(resolve))

test('four strangers begin in a round, and health is asked beside them', async () => {
  const { strangers, next } = open()
  const begun: string[] = []
  for (let n = 0; n < 10; n += 1) void strangers.turn('others').then(() => begun.push('other'))
  void strangers.turn('vital').then(() => begun.push('health'))
  await next()
  expect(begun.filter((kind) => kind === 'other')).toHaveLength(4)
  expect(begun).toContain('health')
  await next()
  await next()
  expect(begun).toHaveLength(11)
})

test('more strangers than may wait are told to come again, and health is asked all the same', async () => {
  const { strangers, next } = open()
  for (let n = 0; n < 2_000; n += 1) void strangers.turn('others')
  await expect(strangers.turn('others')).rejects.toMatchObject({ code: 'unavailable' })
  const asked = strangers.turn('vital')
  await next()
  await expect(asked).resolves.toBeUndefined()
})

test('a refusal waits for a second, and a connection that asks on meanwhile is closed', async () => {
  const { strangers, next } = open()
  const [patient, pipelining] = [new Socket(), new Socket()]
  let told = 0
  for (const socket of [patient, pipelining]) {
    void strangers.holdBack(socket).then(() => {
      told += 1
    })
  }
  await strangers.holdBack(pipelining)
  expect([patient.destroyed, pipelining.destroyed]).toEqual([false, true])
  vi.advanceTimersByTime(900)
  await settle()
  expect(told).toBe(0)
  vi.advanceTimersByTime(200)
  await settle()
  await next()
  expect(told).toBe(2)
})
