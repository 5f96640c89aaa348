import { expect, test } from 'vitest'
import type { Lane } from '../../../src/enrichment/live/turns.ts'
import { openTurns } from '../../../src/enrichment/live/turns.ts'

function opened() {
  const turns = openTurns({ atOnce: 4, ofLane: { call: 4, logo: 1, job: 2 }, waiting: 10 })
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const ask = (lane: Lane, owner: string, name: string, isWanted = () => true) =>
    turns.run({ lane, owner, isWanted }, () => {
      begun.push(name)
      return new Promise<string>((resolve) => ends.set(name, () => resolve(name)))
    })
  const end = async (name: string) => {
    ends.get(name)?.()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { turns, begun, ask, end }
}

test('neither jobs nor logos take the room of calls, and all together no more than there is', async () => {
  const { turns, begun, ask } = opened()
  for (const name of ['j1', 'j2', 'j3']) void ask('job', 'a', name)
  for (const name of ['l1', 'l2']) void ask('logo', 'a', name)
  for (const name of ['c1', 'c2']) void ask('call', 'a', name)
  await Promise.resolve()
  expect(begun).toEqual(['j1', 'j2', 'l1', 'c1'])
  expect({ running: turns.running(), waiting: turns.waiting() }).toEqual({ running: 4, waiting: 3 })
})

test('owners take turns, and a question that nobody waits for is dropped', async () => {
  const { begun, ask, end } = opened()
  const many = ['a1', 'a2', 'a3', 'a4', 'a5', 'a6'].map((name) => ask('call', 'a', name))
  const dropped = ask('call', 'a', 'a7', () => false)
  void ask('call', 'b', 'b1')
  await Promise.resolve()
  for (const name of ['a1', 'a2', 'a3']) await end(name)
  expect(begun).toEqual(['a1', 'a2', 'a3', 'a4', 'a5', 'b1', 'a6'])
  await end('a4')
  expect(await dropped).toBeNull()
  expect(await many[0]).toBe('a1')
})

test('when all who may wait do, whoever has most of them waiting has one less', async () => {
  const { turns, ask } = opened()
  const many = Array.from({ length: 14 }, (_, count) => ask('call', 'a', `a${count}`))
  void ask('call', 'b', 'b1')
  expect(await many.at(-1)).toBeNull()
  expect(await ask('call', 'a', 'one more')).toBeNull()
  expect(turns.waiting()).toBe(10)
})

test('what nobody waits for any more is stopped once others wait for its place', async () => {
  const turns = openTurns({ atOnce: 2, ofLane: { call: 2, logo: 1, job: 1 }, waiting: 10 })
  const given: string[] = []
  let isWanted = true
  const hang = (name: string, wanted: () => boolean) =>
    turns.run({ lane: 'call', owner: 'a', isWanted: wanted }, (stop) => {
      return new Promise<void>((resolve) => {
        stop.addEventListener('abort', () => {
          given.push(name)
          resolve()
        })
      })
    })
  void hang('left alone', () => isWanted)
  void hang('waited for', () => true)
  await new Promise((resolve) => setImmediate(resolve))
  isWanted = false
  turns.unwanted()
  expect(given).toEqual([]) // There is room for all who ask: it goes on for the next caller.
  const good = turns.run({ lane: 'call', owner: 'b', isWanted: () => true }, async () => 'answered')
  expect(await good).toBe('answered')
  expect(given).toEqual(['left alone'])
})
