import { expect, test } from 'vitest'
import { AccountTurns } from '../../../src/workers/chunks/turns.ts'

test('accounts take turns, and within an account its jobs, whatever their sizes', () => {
  const turns = new AccountTurns<string>()
  turns.add('a', 'a1')
  turns.add('a', 'a2')
  turns.add('b', 'b1')
  const order = Array.from({ length: 8 }, () => turns.next(() => true))
  expect(order).toEqual(['a1', 'b1', 'a2', 'b1', 'a1', 'b1', 'a2', 'b1'])
})

test('who cannot go is passed over and keeps its place; who has ended is gone', () => {
  const turns = new AccountTurns<string>()
  for (const job of ['a1', 'b1', 'c1']) turns.add(job.slice(0, 1), job)
  expect(turns.next((job) => job !== 'a1')).toBe('b1')
  expect(turns.next(() => true)).toBe('a1')
  turns.remove('c', 'c1')
  expect([turns.next(() => true), turns.next(() => true)]).toEqual(['b1', 'a1'])
  turns.remove('a', 'a1')
  turns.remove('b', 'b1')
  expect(turns.next(() => true)).toBeNull()
})
