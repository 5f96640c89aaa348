import { expect, test } from 'vitest'
import { freePort, isFree } from '../../infra/stack/free-port.ts'

const [lowest, blockSize] = [15_000, 50]

test('ports are given once, and out of blocks that no other process can take', async () => {
  const ports = await Promise.all(Array.from({ length: 120 }, () => freePort()))
  expect(new Set(ports).size).toBe(120)
  const firsts = new Set(ports.map((port) => port - ((port - lowest) % blockSize)))
  expect(firsts.size).toBeGreaterThanOrEqual(3)
  for (const first of firsts) expect(await isFree(first)).toBe(false)
})
