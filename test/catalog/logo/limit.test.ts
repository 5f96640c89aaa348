import { expect, test } from 'vitest'
import { ByteCache } from '../../../src/catalog/logo/byte-cache.ts'
import { LogosBusy, limit } from '../../../src/catalog/logo/limit.ts'

test('no more run at once than allowed, and those beyond the queue are refused', async () => {
  const inTurn = limit(2, 1)
  let release: () => void = () => undefined
  const gate = new Promise<void>((resolve) => {
    release = resolve
  })
  let running = 0
  let most = 0
  const task = async () => {
    running += 1
    most = Math.max(most, running)
    await gate
    running -= 1
  }
  const accepted = [inTurn(task), inTurn(task), inTurn(task)]
  await expect(inTurn(task)).rejects.toBeInstanceOf(LogosBusy)
  release()
  await Promise.all(accepted)
  expect(most).toBe(2)
})

test('the memory never holds more bytes than its limit and gives up the oldest first', () => {
  const cache = new ByteCache<{ readonly bytes: Buffer }>(100)
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i']) {
    cache.set(name, { bytes: Buffer.alloc(12) })
    cache.get('a')
  }
  expect(cache.get('a')).toBeDefined()
  expect(cache.get('b')).toBeUndefined()
  expect(cache.get('i')).toBeDefined()
})
