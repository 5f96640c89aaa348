import { afterEach, describe, expect, test } from 'vitest'
import type { CallRate } from '../../../src/api/admission/rates/call-rate.ts'
import type { Limit } from '../../../src/api/admission/rates/limit.ts'
import type { Rate } from '../../../src/runtime/redis-tokens.ts'
import { until } from '../../until.ts'

/** The processes that share limits; in embedded mode it is one. */
export interface Instances {
  limits(rate: Rate): readonly [Limit, ...Limit[]]
  calls(rate: Rate): readonly [CallRate, ...CallRate[]]
  close(): Promise<void>
}

/** Nothing that comes back matters within a test. */
export const slow: Rate = { name: 'tries', perSecond: 1 / 600, burst: 10 }

/** Limits promise this in one process and in several. */
export function limitsContract(name: string, open: () => Promise<Instances>): void {
  const closing: Instances[] = []
  const opened = async () => {
    const instances = await open()
    closing.push(instances)
    return instances
  }
  afterEach(async () => {
    for (const instances of closing.splice(0)) await instances.close()
  })

  describe(`limits: ${name}`, () => {
    test('of 200 takes at once, everywhere, just the burst is allowed', async () => {
      const limits = (await opened()).limits(slow)
      const taken = await Promise.all(
        Array.from({ length: 200 }, (_, n) => limits[n % limits.length]?.take('guessed')),
      )
      expect(taken.filter((each) => each?.allowed)).toHaveLength(10)
      const refused = await limits[0].take('guessed')
      expect(refused).toMatchObject({ allowed: false, remaining: 0 })
      expect(refused.retryAfter).toBeGreaterThan(500)
      expect(refused.retryAfter).toBeLessThanOrEqual(600)
    })

    test('each take tells how many are left, and subjects do not share them', async () => {
      const [limit] = (await opened()).limits({ ...slow, burst: 3 })
      const left = []
      for (const _ of '123') left.push((await limit.take('one')).remaining)
      expect(left).toEqual([2, 1, 0])
      expect(await limit.take('another')).toMatchObject({ allowed: true, remaining: 2 })
    })

    test('limits of different names do not share what they count by', async () => {
      const instances = await opened()
      const [tries] = instances.limits({ ...slow, burst: 1 })
      const [letters] = instances.limits({ ...slow, name: 'letters', burst: 1 })
      expect((await tries.take('address')).allowed).toBe(true)
      expect((await letters.take('address')).allowed).toBe(true)
      expect((await tries.take('address')).allowed).toBe(false)
    })

    test('tokens come back, one after the other', async () => {
      const [limit] = (await opened()).limits({ name: 'quick', perSecond: 5, burst: 2 })
      const began = performance.now()
      let allowed = 0
      await until(async () => {
        if ((await limit.take('subject')).allowed) allowed += 1
        return allowed === 5
      })
      // Two were there; the third of the others is back after 600 ms.
      expect(performance.now() - began).toBeGreaterThan(590)
    })

    test('tries that were no guesses are given back everywhere', async () => {
      const limits = (await opened()).limits(slow)
      const last = limits.at(-1) ?? limits[0]
      for (let n = 0; n < 11; n += 1) await last.take('owner')
      expect((await limits[0].take('owner')).allowed).toBe(false)
      await limits[0].refill('owner')
      for (const limit of limits) expect((await limit.take('owner')).allowed).toBe(true)
    })

    test('a burst of calls is answered at once by any process, and no more than a burst', async () => {
      // One a second: however slow the machine, none comes back while a hundred are taken.
      const [calls] = (await opened()).calls({ name: 'calls', perSecond: 1, burst: 100 })
      const taken = Array.from({ length: 101 }, () => calls.take('account'))
      expect(taken.map(({ allowed }) => allowed)).toEqual([...Array(100).fill(true), false])
      expect(taken[0]?.remaining).toBe(99)
      expect(taken[100]).toMatchObject({ remaining: 0, retryAfter: 1 })
      expect(calls.take('another').allowed).toBe(true)
    })
  })
}
