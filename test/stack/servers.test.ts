import { existsSync } from 'node:fs'
import { Redis } from 'ioredis'
import { Kafka, logLevel } from 'kafkajs'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBroker } from '../../infra/stack/broker.ts'
import { openStackPostgres } from '../../infra/stack/postgres.ts'
import { openRedis } from '../../infra/stack/redis.ts'
import { openRegistry } from '../../infra/stack/registry.ts'
import { missingHere } from '../../infra/stack/requirements.ts'
import type { StackServer } from '../../infra/stack/server.ts'
import { describeIfPresent, stackLimitMs } from '../contracts/servers.ts'
import { isAlive } from '../scenarios/processes.ts'
import { jvmOptions } from './brief-broker.ts'

const missing = await missingHere()

/** A true answer in each server's own protocol. */
const questions = {
  async kafka({ address }: StackServer) {
    const admin = new Kafka({ brokers: [address], logLevel: logLevel.NOTHING }).admin()
    await admin.connect()
    const { brokers } = await admin.describeCluster()
    await admin.disconnect()
    return brokers.length
  },
  async registry({ url }: StackServer) {
    return (await fetch(`${url}/subjects`)).text()
  },
  async redis({ url }: StackServer) {
    const client = new Redis(url)
    const answer = await client.ping()
    client.disconnect()
    return answer
  },
  async postgres({ url }: StackServer) {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    const { rows } = await client.query('select 1 as one')
    await client.end()
    return rows[0].one
  },
} as const

describeIfPresent('the local stack', missing, () => {
  describe.each([
    { name: 'redis', open: openRedis, answer: 'PONG' },
    { name: 'postgres', open: openStackPostgres, answer: 1 },
    { name: 'kafka', open: () => openBroker({ jvmOptions }), answer: 1 },
    { name: 'registry', open: openRegistry, answer: '[]' },
  ] as const)('its $name', ({ name, open, answer }) => {
    let server: StackServer
    beforeAll(async () => {
      server = await open()
    }, stackLimitMs)
    afterAll(() => server?.close())

    test('answers in its own protocol as soon as it is given out', async () => {
      expect(await questions[name](server)).toBe(answer)
    })

    test('listens on this machine alone', () => {
      expect(server.address).toMatch(/^127\.0\.0\.1:\d+$/)
    })

    test(
      'is gone after kill -9, and serves again on the same address after a restart',
      async () => {
        const { pid, address } = server
        await server.kill9()
        expect(isAlive(pid)).toBe(false)
        await expect(server.ended()).resolves.toBe('signal SIGKILL')
        await server.restart()
        expect(server.address).toBe(address)
        expect(server.pid).not.toBe(pid)
        expect(await questions[name](server)).toBe(answer)
      },
      stackLimitMs,
    )

    test('leaves neither a process nor a file when it is closed', async () => {
      const { pid, dir } = server
      await server.close()
      expect(isAlive(pid)).toBe(false)
      expect(existsSync(dir)).toBe(false)
    })
  })
})
