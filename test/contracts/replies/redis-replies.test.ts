import { execFileSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { freePort } from '../../../infra/stack/free-port.ts'
import { openRedis } from '../../../infra/stack/redis.ts'
import { missingHere } from '../../../infra/stack/requirements.ts'
import type { StackServer } from '../../../infra/stack/server.ts'
import { openRedisReplies, type RedisReplies } from '../../../src/log/replies/redis-replies.ts'
import { until } from '../../until.ts'
import { describeIfPresent } from '../servers.ts'
import { replyChannelContract, settledWith } from './reply-channel.contract.ts'

const patienceMs = 20_000
let server: StackServer
const closing: (() => Promise<unknown>)[] = []

describeIfPresent('Redis', await missingHere(), () => {
  beforeAll(async () => {
    server = await openRedis()
  }, 60_000)
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close()
    if (!server.isRunning()) await server.restart()
  })
  afterAll(() => server?.close())

  async function opened(
    parts: Partial<Parameters<typeof openRedisReplies>[0]> = {},
  ): Promise<RedisReplies> {
    const replies = await openRedisReplies({
      ...{ url: server.url, instance: 'api-1', listens: true, report: () => {} },
      ...parts,
    })
    closing.push(() => replies.close())
    return replies
  }

  async function openedEnds() {
    return { asking: await opened(), answering: await opened({ instance: 'bill', listens: false }) }
  }

  /** A client of the test's own, for looking at and disturbing what is in Redis. */
  function openClient(): Redis {
    const client = new Redis(server.url)
    client.on('error', () => {})
    closing.push(async () => client.disconnect())
    return client
  }

  replyChannelContract('Redis', async () => {
    const parts = { url: server.url, report: () => {} }
    return {
      asking: await openRedisReplies({ ...parts, instance: 'api-1', listens: true }),
      answering: await openRedisReplies({ ...parts, instance: 'bill-1', listens: false }),
    }
  })

  test('a process that starts again under the same name hears nothing of its former waiters', async () => {
    const { asking, answering } = await openedEnds()
    const before = asking.expect(patienceMs)
    before.reply.catch(() => {})
    await asking.close()
    const again = await opened()
    const after = again.expect(patienceMs)
    expect(after.replyTo).not.toBe(before.replyTo)
    answering.send(before.replyTo, settledWith("another caller's"))
    answering.send(after.replyTo, settledWith('mine'))
    expect(await after.reply).toEqual(settledWith('mine'))
  })

  test('a reply that nobody heard is read where it is stored', async () => {
    const { asking, answering } = await openedEnds()
    const client = openClient()
    const expected = asking.expect(patienceMs)
    await cut(client, 'pubsub')
    answering.send(expected.replyTo, settledWith('missed'))
    expect(await expected.reply).toEqual(settledWith('missed'))
  })

  test('a reply that was stored and never published is found within seconds', async () => {
    const asking = await opened()
    const client = openClient()
    const expected = asking.expect(patienceMs)
    // As a worker that was killed between the two would leave it.
    const text = JSON.stringify(settledWith('found'))
    await client.set(`enrich:reply:${expected.replyTo}`, text, 'EX', 60)
    expect(await expected.reply).toEqual(settledWith('found'))
    expect(expected.path()).toBe('stored')
  })

  test('what arrived is removed, and what nobody takes expires', async () => {
    const { asking, answering } = await openedEnds()
    const client = openClient()
    await client.flushall()
    const expected = asking.expect(patienceMs)
    answering.send(expected.replyTo, settledWith('taken'))
    await expected.reply
    answering.send('nobody/1', settledWith('left'))
    await until(async () => (await client.keys('enrich:reply:*')).length === 1)
    const seconds = await client.ttl('enrich:reply:nobody/1')
    expect(seconds).toBeGreaterThan(0)
    expect(seconds).toBeLessThanOrEqual(60)
  })

  test('what is stored together expires together, and stored again it lasts as long again', async () => {
    const answering = await opened({ instance: 'bill', listens: false })
    const client = openClient()
    await client.flushall()
    const keys = ['1', '2', '3'].map((count) => `enrich:reply:nobody/${count}`)
    const sendAll = () => {
      for (const count of ['1', '2', '3']) answering.send(`nobody/${count}`, settledWith(count))
    }
    const left = () => Promise.all(keys.map((key) => client.ttl(key)))
    sendAll()
    await until(async () => (await left()).every((seconds) => seconds > 5 && seconds <= 60))
    for (const key of keys) await client.expire(key, 5)
    sendAll()
    await until(async () => (await left()).every((seconds) => seconds > 5 && seconds <= 60))
  })

  test('what is sent at once leaves as one message a process, and every caller gets its own', async () => {
    const [one, other] = [await opened(), await opened({ instance: 'api-2' })]
    const answering = await opened({ instance: 'bill', listens: false })
    const lines: number[] = []
    const client = openClient()
    client.on('pmessage', (_pattern, _channel, text: string) => lines.push(text.split('\n').length))
    await client.psubscribe('enrich:replies:*')
    const all = Array.from({ length: 60 }, (_, n) => (n % 3 === 0 ? other : one).expect(patienceMs))
    for (const [n, { replyTo }] of all.entries()) answering.send(replyTo, settledWith(`${n}`))
    const replies = await Promise.all(all.map(({ reply }) => reply))
    expect(replies).toEqual(all.map((_, n) => settledWith(`${n}`)))
    // Not late, from where they are stored as well.
    expect(new Set(all.map(({ path }) => path()))).toEqual(new Set(['channel']))
    await until(() => lines.reduce((sum, some) => sum + some, 0) === 60)
    expect(lines.sort()).toEqual([20, 40])
  })

  test('listeners that are cut off again and again miss nothing', async () => {
    const { asking, answering } = await openedEnds()
    const client = openClient()
    let answered = 0
    let over = false
    const cutting = (async () => {
      while (!over) {
        const before = answered
        await cut(client, 'pubsub')
        await until('some more are answered', () => over || answered > before + 5)
      }
    })()
    for (let n = 0; n < 100; n += 1) {
      const expected = asking.expect(patienceMs)
      answering.send(expected.replyTo, settledWith(`${n}`))
      expect(await expected.reply).toEqual(settledWith(`${n}`))
      answered = n
    }
    over = true
    await cutting
  })

  test('while Redis is away nobody waits for it and nothing is queued; then it goes on', async () => {
    const { asking, answering } = await openedEnds()
    expect(asking.healthy).toBe(true)
    const before = asking.expect(patienceMs)
    const began = performance.now()
    await server.kill9()
    expect(await before.reply).toBe(null)
    expect(performance.now() - began).toBeLessThan(5_000)
    await until(() => !asking.healthy && !answering.healthy)
    const during = asking.expect(patienceMs)
    for (let n = 0; n < 1_000; n += 1)
      answering.send(during.replyTo, settledWith('x'.repeat(1_000)))
    expect(answering.dropped).toBeGreaterThanOrEqual(1_000)
    expect(await during.reply).toBe(null)

    await server.restart()
    await until(() => asking.healthy && answering.healthy, 3_000)
    const after = asking.expect(patienceMs)
    answering.send(after.replyTo, settledWith('again'))
    expect(await after.reply).toEqual(settledWith('again'))
  })

  test('a Redis that hangs is left alone until it answers', async () => {
    const { asking, answering } = await openedEnds()
    server.pause()
    const during = asking.expect(patienceMs)
    answering.send(during.replyTo, settledWith('stuck'))
    expect(await during.reply).toBe(null)
    server.resume()
    await until(() => asking.healthy && answering.healthy)
    const after = asking.expect(patienceMs)
    answering.send(after.replyTo, settledWith('again'))
    expect(await after.reply).toEqual(settledWith('again'))
  })

  test('a start does not wait for Redis for ever', async () => {
    await server.kill9()
    const began = performance.now()
    const replies = await opened()
    expect(performance.now() - began).toBeLessThan(5_000)
    expect(await replies.expect(patienceMs).reply).toBe(null)
    await server.restart()
    await until(() => replies.healthy, 3_000)
  })

  test('what others write to the channel is no reply', async () => {
    const { asking, answering } = await openedEnds()
    const client = openClient()
    const expected = asking.expect(patienceMs)
    const [instance, count] = expected.replyTo.split('/')
    for (const text of ['{}', 'null', '{"type":"settled"}', '\u0000', '{"type":"settled_before']) {
      await client.publish(`enrich:replies:${instance}`, `${count} ${text}`)
    }
    await client.publish(`enrich:replies:${instance}`, '')
    answering.send(expected.replyTo, settledWith('true'))
    expect(await expected.reply).toEqual(settledWith('true'))
  })

  test('with a password and TLS', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'enrich-tls-'))
    closing.push(() => rm(folder, { recursive: true, force: true }))
    const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
    const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=IP:127.0.0.1']
    const made = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']
    const files = ['-days', '2', '-keyout', key, '-out', certificate]
    execFileSync('openssl', ['req', ...made, ...files, ...subject], { stdio: 'ignore' })
    const port = await freePort()
    const tls = { 'tls-port': port, 'tls-cert-file': certificate, 'tls-key-file': key }
    const guarded = await openRedis({
      settings: { requirepass: 'secret', 'tls-auth-clients': 'no', ...tls },
    })
    closing.push(() => guarded.close())
    const parts = {
      url: `rediss://:secret@127.0.0.1:${port}`,
      caFile: certificate,
    }
    const asking = await opened(parts)
    const answering = await opened({ ...parts, listens: false })
    const expected = asking.expect(patienceMs)
    answering.send(expected.replyTo, settledWith('sealed'))
    expect(await expected.reply).toEqual(settledWith('sealed'))
    expect((await opened({ ...parts, caFile: null })).healthy).toBe(false)
    expect((await opened({ ...parts, url: parts.url.replace('secret', 'wrong') })).healthy).toBe(
      false,
    )
  })
})

async function cut(client: Redis, type: 'pubsub'): Promise<void> {
  await client.call('client', 'kill', 'type', type)
}
