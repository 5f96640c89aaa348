import { expect, test } from 'vitest'
import { openTurns } from '../../../src/api/accounts/turns.ts'

test('never more at once than there may be, the known first, and strangers fill only their line', async () => {
  const turns = openTurns(2, 3)
  let running = 0
  let most = 0
  const order: string[] = []
  const work = (name: string) => async () => {
    running += 1
    most = Math.max(most, running)
    order.push(name)
    await new Promise((resolve) => setImmediate(resolve))
    running -= 1
  }
  const all = ['a', 'b', 'c', 'd', 'e'].map((name) => turns.run(false, work(name)))
  expect([turns.hasRoom(false), turns.hasRoom(true)]).toEqual([false, true])
  all.push(turns.run(true, work('known')))
  await Promise.all(all)
  expect(most).toBe(2)
  expect(order).toEqual(['a', 'b', 'known', 'c', 'd', 'e'])
})

test('a failure gives its place to the next one', async () => {
  const turns = openTurns(1, 3)
  const failed = turns.run(false, () => Promise.reject(new Error('broken')))
  const next = turns.run(false, async () => 'done')
  await expect(failed).rejects.toThrow('broken')
  await expect(next).resolves.toBe('done')
  await expect(turns.run(false, async () => 'again')).resolves.toBe('again')
})
