import { expect, test } from 'vitest'
import { openAccountTurns } from '../../../src/workers/enriching/account-turns.ts'

test('accounts take turns, and one account keeps its order, however much another gave before', async () => {
  const worked: string[] = []
  const turns = openAccountTurns<string>(
    async (name) => {
      await Promise.resolve()
      worked.push(name)
    },
    (error) => {
      throw error
    },
  )
  for (let n = 1; n <= 4; n += 1) turns.add('acc_many', `many ${n}`)
  turns.add('acc_few', 'few 1')
  turns.add('acc_few', 'few 2')
  expect(turns.isWaiting('acc_many')).toBe(true)
  await expect.poll(() => worked.length).toBe(6)
  expect(worked).toEqual(['many 1', 'few 1', 'many 2', 'few 2', 'many 3', 'many 4'])
  await expect.poll(() => turns.isWaiting('acc_many')).toBe(false)
})

test('work that fails is told, and not silently forgotten', async () => {
  const told: unknown[] = []
  const turns = openAccountTurns<string>(
    () => Promise.reject(new Error('broken')),
    (e) => told.push(e),
  )
  turns.add('acc_1', 'one')
  await expect.poll(() => told).toEqual([new Error('broken')])
})
