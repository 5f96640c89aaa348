import { expect, test } from 'vitest'
import { giveWay } from '../../../src/workers/chunks/give-way.ts'

test('while a call waits, bulk work pauses, and goes on although calls never cease', async () => {
  let asked = 0
  const busy = {
    get waiting() {
      asked += 1
      return 1
    },
  }
  const from = performance.now()
  await giveWay(busy)
  expect(asked).toBeGreaterThan(1)
  expect(performance.now() - from).toBeGreaterThanOrEqual(1)
})

test('it goes on as soon as the last one is answered', async () => {
  const answers = [1, 0]
  await giveWay({
    get waiting() {
      return answers.shift() ?? expect.fail('nobody waits any more')
    },
  })
  expect(answers).toEqual([])
})
