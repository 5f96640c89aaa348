import { expect, test } from 'vitest'
import { openFirstLookUps } from '../../../src/api/accounts/first-look-ups.ts'

function openHeld() {
  const ends: (() => void)[] = []
  const find = () => new Promise<string>((resolve) => ends.push(() => resolve('found')))
  return { ends, find }
}

test('at most four tokens are looked up at once, and all that wait have their turn', async () => {
  const lookUp = openFirstLookUps<string>()
  const { ends, find } = openHeld()
  const found = Array.from({ length: 10 }, (_, n) => lookUp(`token ${n}`, find))
  expect(ends.length).toBe(4)
  for (let ended = 0; ended < 10; ended += 1) {
    await Promise.resolve()
    expect(ends.length - ended).toBeLessThanOrEqual(4)
    ends[ended]?.()
    await found[ended]
  }
  expect(await Promise.all(found)).toHaveLength(10)
})

test('requests with one token share a look-up, and a flood of tokens is refused', async () => {
  const lookUp = openFirstLookUps<string>()
  const { ends, find } = openHeld()
  const shared = Array.from({ length: 1_000 }, () => lookUp('one', find))
  expect(ends.length).toBe(1)
  for (let n = 0; n < 503; n += 1) void lookUp(`token ${n}`, find)
  expect(() => lookUp('one too many', find)).toThrow('Too many keys')
  ends[0]?.()
  expect(new Set(await Promise.all(shared))).toEqual(new Set(['found']))
})
