import { Redis } from 'ioredis'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { openRedis } from '../../../infra/stack/redis.ts'
import { missingHere } from '../../../infra/stack/requirements.ts'
import type { StackServer } from '../../../infra/stack/server.ts'
import type { CallRate } from '../../../src/api/admission/rates/call-rate.ts'
import { openCallRate } from '../../../src/api/admission/rates/call-rate.ts'
import { openLimit } from '../../../src/api/admission/rates/limit.ts'
import { openTokenBuckets } from '../../../src/api/admission/rates/token-buckets.ts'
import type { Notices } from '../../../src/notices.ts'
import { openNotices } from '../../../src/notices.ts'
import type { Rate, SharedTokens } from '../../../src/runtime/redis-tokens.ts'
import { openRedisTokens } from '../../../src/runtime/redis-tokens.ts'
import { until } from '../../until.ts'
import { describeIfPresent } from '../servers.ts'
import { limitsContract, slow } from './limits.contract.ts'

let server: StackServer
let client: Redis
let lines: Readonly<Record<string, unknown>>[] = []
const closing: (() => unknown)[] = []

describeIfPresent('Redis', await missingHere(), () => {
  beforeAll(async () => {
    server = await openRedis()
    client = new Redis(server.url)
    client.on('error', () => {})
  }, 60_000)
  beforeEach(async () => {
    if (!server.isRunning()) await server.restart()
    await until('Redis answers', () => client.ping().catch(() => false))
    await client.flushall()
    lines = []
  })
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close()
  })
  afterAll(async () => {
    client?.disconnect()
    await server?.close()
  })

  async function openTokens(): Promise<SharedTokens> {
    let connected = false
    const report = (_event: string, members = {}) => void lines.push(members)
    const { tell, close } = openNotices({ report, count: () => {} })
    const notices: Notices = { tell: (...told) => connected && tell(...told), close }
    const redis = { url: server.url }
    const tokens = openRedisTokens({ redis, prefix: 'enrich:test.', notices })
    closing.push(tokens.close, close)
    await until('it is connected', async () => (await tokens.take(slow, 'connecting')) !== null)
    connected = true
    return tokens
  }

  /** As two processes, each with what it remembers for itself. */
  async function openPair(rate: Rate = slow) {
    const [one, other] = [await openTokens(), await openTokens()]
    return [openLimit(rate, () => one), openLimit(rate, () => other)] as const
  }

  function openCalls(rate: Rate, tokens: SharedTokens) {
    const calls = openCallRate(rate, () => tokens)
    closing.push(calls.close)
    return calls
  }

  limitsContract('several processes on Redis', async () => {
    const [one, other] = [await openTokens(), await openTokens()]
    return {
      limits: (rate) => [openLimit(rate, () => one), openLimit(rate, () => other)],
      calls: (rate) => [openCalls(rate, one), openCalls(rate, other)],
      close: async () => {},
    }
  })

  test('while Redis is away each process goes on from where all of them were', async () => {
    const [one, other] = await openPair()
    for (const limit of [one, other, one]) await limit.take('guessed')
    expect((await other.take('guessed')).remaining).toBe(6)
    await server.kill9()
    const taken = await Promise.all(Array.from({ length: 100 }, () => other.take('guessed')))
    expect(taken.filter(({ allowed }) => allowed)).toHaveLength(6)
    const strange = await Promise.all(Array.from({ length: 100 }, () => one.take('new')))
    expect(strange.filter(({ allowed }) => allowed)).toHaveLength(10)
  })

  test('Redis that dies among 200 takes at once lets each process allow no more than its limit', async () => {
    const [one, other] = await openPair()
    const asked = Array.from({ length: 200 }, (_, n) => (n % 2 === 0 ? one : other).take('guessed'))
    await server.kill9()
    const taken = await Promise.all(asked)
    const allowedBy = (rest: number) => taken.filter((t, n) => t.allowed && n % 2 === rest).length
    expect(allowedBy(0)).toBeLessThanOrEqual(10)
    expect(allowedBy(1)).toBeLessThanOrEqual(10)
  })

  test('that Redis is away is told in one line, and afterwards it decides again', async () => {
    const [one, other] = await openPair()
    await server.kill9()
    for (let n = 0; n < 100; n += 1) await one.take('guessed')
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatchObject({ kind: 'limits_local', subject: 'redis' })
    await server.restart()
    await until(async () => !(await one.take('back')).allowed)
    await until(async () => !(await other.take('back')).allowed)
    expect(await client.keys('*:back')).toEqual(['enrich:test.limits:tries:back'])
  })

  test('nobody waits for Redis that hangs longer than a moment', async () => {
    const [one] = await openPair()
    const tokens = await openTokens()
    await one.take('guessed')
    server.pause()
    closing.push(() => server.resume())
    const began = performance.now()
    const taken = await Promise.all(Array.from({ length: 50 }, () => one.take('guessed')))
    expect(performance.now() - began).toBeLessThan(1_000)
    expect(taken.filter(({ allowed }) => allowed)).toHaveLength(9)
    const calls = openCalls({ name: 'calls', perSecond: 10, burst: 20 }, tokens)
    expect(Array.from({ length: 30 }, () => calls.take('a')).filter((t) => t.allowed)).toHaveLength(
      20,
    )
  })

  test('every key expires when its bucket is full again', async () => {
    const [one] = await openPair({ name: 'tries', perSecond: 1, burst: 10 })
    const calls = openCalls({ name: 'calls', perSecond: 10, burst: 20 }, await openTokens())
    for (let n = 0; n < 20; n += 1) calls.take('account')
    for (let n = 0; n < 3; n += 1) await one.take('address')
    await until(async () => (await client.keys('enrich:test.limits:*')).length === 3)
    const left = async (key: string) => client.pttl(`enrich:test.limits:${key}`)
    expect(await left('tries:address')).toBeGreaterThan(2_000)
    expect(await left('tries:address')).toBeLessThanOrEqual(3_000)
    expect(await left('calls:account')).toBeGreaterThan(0)
    expect(await left('calls:account')).toBeLessThanOrEqual(2_500)
  })

  test('calls that one process answers are soon known to the others', async () => {
    const rate = { name: 'calls', perSecond: 1, burst: 100 }
    const [one, other] = [openCalls(rate, await openTokens()), openCalls(rate, await openTokens())]
    for (let n = 0; n < 100; n += 1) one.take('account')
    await until(() => !other.take('account').allowed)
    expect(Number(await client.get('enrich:test.limits:calls:account'))).toBeGreaterThan(0)
  })

  test('several processes together answer little more than the rate', async () => {
    const rate = { name: 'calls', perSecond: 100, burst: 200 }
    const all: CallRate[] = []
    for (const _ of '123') all.push(openCalls(rate, await openTokens()))
    const began = performance.now()
    let allowed = 0
    await until(() => {
      // Each is asked for six times the rate.
      for (const calls of all)
        for (let n = 0; n < 6; n += 1) allowed += Number(calls.take('a').allowed)
      return performance.now() - began > 3_000
    })
    const seconds = (performance.now() - began) / 1_000
    // For each further process a telling's worth; and once, what a charge may be late.
    const beyond = 2 * (rate.perSecond * 0.2 + 6 * 3) + rate.perSecond * 0.25
    expect(allowed).toBeGreaterThan(200 + 100 * (seconds - 0.3))
    expect(allowed).toBeLessThan(200 + 100 * seconds + beyond)
  })

  test('an account that one process serves gets what it would get from that process alone', async () => {
    const rate = { name: 'calls', perSecond: 500, burst: 1_000 }
    const calls = openCalls(rate, await openTokens())
    const alone = openTokenBuckets(rate)
    const began = performance.now()
    let [asked, refused, emptied] = [0, 0, 0]
    let wasSlow = false
    closing.push(() => server.resume())
    await until(() => {
      const elapsedMs = performance.now() - began
      // Redis is slow for a moment, while little is spent.
      const turn = Math.floor(elapsedMs / 500)
      const isSlow = turn % 2 === 1 && elapsedMs % 500 > 380
      if (isSlow && !wasSlow) server.pause()
      if (wasSlow && !isSlow) server.resume()
      wasSlow = isSlow
      // In turns slower and faster than its rate, down to the last token.
      const fast = turn % 2 === 0
      for (let n = 0; n < (fast ? 40 : 2); n += 1) {
        if (!alone.take('a').allowed) {
          emptied += 1
          continue
        }
        asked += 1
        refused += Number(!calls.take('a').allowed)
      }
      return elapsedMs > 3_000
    })
    expect(asked).toBeGreaterThan(2_000)
    expect(emptied).toBeGreaterThan(0)
    expect(refused).toBe(0)
  })
})
