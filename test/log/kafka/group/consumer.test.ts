import { expect, test } from 'vitest'
import { pauseAfter } from '../../../../src/log/kafka/group/consumer.ts'

test('after a fetch of a record or two nobody waits for more', () => {
  expect([0, 1, 2].map(pauseAfter)).toEqual([0, 0, 0])
})

test('the more a fetch brought, the longer the next waits, up to a limit', () => {
  expect([5, 10].map(pauseAfter)).toEqual([2, 4])
  expect([13, 500, 1_000_000].map(pauseAfter)).toEqual([5, 5, 5])
})
