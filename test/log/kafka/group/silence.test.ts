import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchSilence } from '../../../../src/log/kafka/group/silence.ts'

const second = 1_000
/** The time of a change in the group, and of one request that times out after it. */
const patienceMs = 12 * second
const limitMs = 18 * second

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

function watch(ask: () => Promise<unknown> = async () => 'the cluster answers') {
  const failures: unknown[] = []
  let heard = () => {}
  let listening = true
  const asked = vi.fn(ask)
  const watched = watchSilence({
    listen: (callback) => {
      heard = callback
      return () => {
        listening = false
      }
    },
    ask: asked,
    fail: (error) => failures.push(error),
  })
  return {
    failures,
    asked,
    hear: () => heard(),
    stop: watched.stop,
    isListening: () => listening,
  }
}

test('a consumer that is silent while the cluster answers is given up within 18 s', async () => {
  const { failures, stop } = watch()
  await vi.advanceTimersByTimeAsync(patienceMs)
  expect(failures).toEqual([])
  await vi.advanceTimersByTimeAsync(limitMs - patienceMs)
  expect(failures[0]).toMatchObject({ code: 'log_unavailable' })
  stop()
})

test('a consumer that is heard every twelve seconds is never given up, nor asked after', async () => {
  const { failures, asked, hear, stop } = watch()
  for (let turns = 0; turns < 20; turns += 1) {
    await vi.advanceTimersByTimeAsync(patienceMs)
    hear()
  }
  expect(failures).toEqual([])
  expect(asked).not.toHaveBeenCalled()
  stop()
})

test('a clock that jumps ahead is no silence', async () => {
  const { failures, asked, hear, stop } = watch()
  await vi.advanceTimersByTimeAsync(4 * second)
  vi.setSystemTime(Date.now() + 600 * second)
  await vi.advanceTimersByTimeAsync(4 * second)
  hear()
  await vi.advanceTimersByTimeAsync(8 * second)
  expect(failures).toEqual([])
  expect(asked).not.toHaveBeenCalled()
  stop()
})

test('while the brokers are away nobody is given up, and one question is open at a time', async () => {
  const refusals: (() => void)[] = []
  const away = () =>
    new Promise((_, reject) => {
      refusals.push(() => reject(new Error('away')))
    })
  const { failures, asked, stop } = watch(away)
  await vi.advanceTimersByTimeAsync(60 * second)
  expect(asked).toHaveBeenCalledTimes(1)
  refusals[0]?.()
  await vi.advanceTimersByTimeAsync(patienceMs)
  expect(asked).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(4 * second)
  expect(asked).toHaveBeenCalledTimes(2)
  refusals[1]?.()
  await vi.advanceTimersByTimeAsync(0)
  expect(failures).toEqual([])
  stop()
})

test('when the brokers are back a consumer has all its time again, and is then given up', async () => {
  let back = () => {}
  const answer = new Promise<void>((resolve) => {
    back = resolve
  })
  const { failures, stop } = watch(() => answer)
  await vi.advanceTimersByTimeAsync(25 * second)
  back()
  await vi.advanceTimersByTimeAsync(patienceMs)
  expect(failures).toEqual([])
  await vi.advanceTimersByTimeAsync(limitMs - patienceMs)
  expect(failures[0]).toMatchObject({ code: 'log_unavailable' })
  stop()
})

test('one answer is not enough: a consumer may be heard while the cluster was asked', async () => {
  const { failures, asked, hear, stop } = watch()
  await vi.advanceTimersByTimeAsync(14 * second)
  expect(asked).toHaveBeenCalledTimes(1)
  hear()
  await vi.advanceTimersByTimeAsync(14 * second)
  expect(asked).toHaveBeenCalledTimes(2)
  expect(failures).toEqual([])
  stop()
})

test('who has left is not watched any more', async () => {
  const { failures, stop, isListening } = watch()
  stop()
  await vi.advanceTimersByTimeAsync(10 * limitMs)
  expect(failures).toEqual([])
  expect(isListening()).toBe(false)
})

test('a consumer whose clock was set back is given up: it would send no heartbeat for as long', async () => {
  const { failures, hear, stop } = watch()
  const beat = async () => {
    await vi.advanceTimersByTimeAsync(2 * second)
    hear()
  }
  await beat()
  expect(failures).toEqual([])
  vi.setSystemTime(Date.now() - 600 * second)
  await beat()
  expect(failures[0]).toMatchObject({ code: 'log_unavailable' })
  stop()
})

test('and also when it had been ahead only since the last look', async () => {
  const { failures, hear, stop } = watch()
  await vi.advanceTimersByTimeAsync(2 * second)
  vi.setSystemTime(Date.now() + 600 * second)
  hear()
  expect(failures).toEqual([])
  vi.setSystemTime(Date.now() - 600 * second)
  await vi.advanceTimersByTimeAsync(2 * second)
  expect(failures[0]).toMatchObject({ code: 'log_unavailable' })
  stop()
})
