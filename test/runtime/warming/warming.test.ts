import { expect, test } from 'vitest'
import { openWarming } from '../../../src/runtime/warming/warming.ts'

function openReported(limitMs?: number) {
  const told: object[] = []
  const warm = openWarming((event, members) => told.push({ event, ...members }), limitMs)
  return { warm, told }
}

test('a part that fails is told, and the others are warmed all the same', async () => {
  const { warm, told } = openReported()
  const warmed: string[] = []
  await warm({
    calls: () => Promise.reject(new Error('no room')),
    matcher: async () => {
      warmed.push('matcher')
    },
  })
  expect(warmed).toEqual(['matcher'])
  expect(told).toEqual([{ event: 'warming_failed', part: 'calls', error: 'Error: no room' }])
})

test('a start waits no longer than the limit, and parts are told that it is over', async () => {
  const { warm, told } = openReported(30)
  let over = () => false
  await warm({
    calls: (isOver) => {
      over = isOver
      return new Promise(() => {})
    },
  })
  expect(over()).toBe(true)
  expect(told).toEqual([])
})

test('a runtime that is opened anew is not held up again', async () => {
  const { warm } = openReported()
  let times = 0
  const calls = async () => {
    times += 1
  }
  await warm({ calls })
  await warm({ calls })
  expect(times).toBe(1)
})
