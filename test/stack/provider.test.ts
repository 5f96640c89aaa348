import { Redis } from 'ioredis'
import kafkajs from 'kafkajs'
import { expect, test } from 'vitest'
import { execute } from '../contracts/database.ts'
import { describeOnServers } from '../contracts/servers.ts'

describeOnServers('the servers of a run', (servers) => {
  test('a broker describes its cluster', async () => {
    const kafka = new kafkajs.Kafka({ brokers: [servers().kafkaBrokers] })
    const admin = kafka.admin()
    await admin.connect()
    await expect(admin.describeCluster()).resolves.toHaveProperty('brokers.length', 1)
    await admin.disconnect()
  })

  test('a registry lists its subjects', async () => {
    const answer = await fetch(`${servers().schemaRegistryUrl}/subjects`)
    expect(await answer.json()).toEqual(expect.any(Array))
  })

  test('a Redis answers', async () => {
    const client = new Redis(servers().redisUrl)
    expect(await client.ping()).toBe('PONG')
    client.disconnect()
  })

  test('a Postgres gives every caller an empty database', async () => {
    const urls = [await servers().freshDatabase(), await servers().freshDatabase()]
    expect(new Set(urls).size).toBe(2)
    for (const connectionString of urls) {
      expect(await execute({ connectionString }, 'create table mine ()')).toEqual([])
    }
  })

  test('a prefix is nobody else’s', () => {
    expect(servers().freshPrefix()).not.toBe(servers().freshPrefix())
  })
})
