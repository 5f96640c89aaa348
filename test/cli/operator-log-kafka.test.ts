import { tmpdir } from 'node:os'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { registerSchemas } from '../../src/log/codecs/register-schemas.ts'
import { openRegistryCodec } from '../../src/log/codecs/registry-codec.ts'
import { partitionOf, topicNames } from '../../src/messages/topics.ts'
import { samples } from '../contracts/codec/samples.ts'
import { type KafkaStore, openKafkaStore } from '../contracts/log/kafka-store.ts'
import { describeOnServers } from '../contracts/servers.ts'
import { until } from '../until.ts'
import { runEnrich } from './enrich-program.ts'

/** The operator's commands on the log, where that is Kafka. */
describeOnServers("the operator's commands on Kafka", (servers) => {
  let registry: { readonly url: string }
  let store: KafkaStore

  beforeAll(async () => {
    registry = { url: servers().schemaRegistryUrl }
    store = await openKafkaStore(servers().kafkaBrokers.split(','))
    const { topicPrefix } = store.settings
    await registerSchemas({ url: registry.url, topicPrefix })
  })
  afterAll(() => store?.close())

  const run = (...args: readonly string[]) =>
    runEnrich(args, {
      cwd: tmpdir(),
      env: {
        MODE: 'distributed',
        KAFKA_BROKERS: store.settings.brokers.join(','),
        KAFKA_TOPIC_PREFIX: store.settings.topicPrefix,
        SCHEMA_REGISTRY_URL: registry.url,
        // Neither command needs these.
        REDIS_URL: 'redis://127.0.0.1:1',
        DATABASE_URL: 'postgres://127.0.0.1:1/none',
      },
    })

  test('lag is what the group of a stage has not committed', async () => {
    const log = await store.open()
    const key = 'acc_lag'
    await log.append(['one', 'two', 'three'].map((value) => ({ topic: 'commands', key, value })))
    const partition = partitionOf('commands', key)
    const open = new Set<number>()
    const membership = await log.join({
      name: 'enrich',
      topics: ['commands'],
      async open(given) {
        open.add(given)
        return { take: async () => {}, close: async () => {} }
      },
    })
    await until(() => open.size === 8)
    membership.commit('commands', partition, 1)
    await log.close()
    const { code, out } = await run('lag', '--json')
    expect(code).toBe(0)
    const place = { stage: 'enrich', topic: 'commands', partition }
    expect(JSON.parse(out)).toContainEqual({ ...place, committed: 1, end: 3, lag: 2 })
  })

  test('a letter is listed, and its message replayed as it was, byte for byte', async () => {
    const log = await store.open()
    const { topicPrefix } = store.settings
    const codec = await openRegistryCodec({ url: registry.url, topics: topicNames, topicPrefix })
    const [command] = samples.commands
    const [letter] = samples['dead-letters']
    if (!command || letter?.type !== 'DeadLetter') throw new Error('there are samples of both')
    const key = command.account_id
    const message = Buffer.from(await codec.encode('commands', command))
    const about = { ...letter, topic: 'commands', key, value: message.toString('base64') }
    const value = await codec.encode('dead-letters', about)
    const [written] = await log.append([{ topic: 'dead-letters', key, value }])
    const partition = partitionOf('commands', key)
    const from = await log.end('commands', partition)

    expect((await run('dead-letters', 'list')).out).toContain(letter.error)
    const replayed = await run('dead-letters', 'replay', String(written?.offset))
    expect(replayed).toMatchObject({
      code: 0,
      out: expect.stringContaining(`commands/${partition}/`),
    })
    const [again] = await log.read('commands', partition, from, 10)
    expect(again?.key).toBe(key)
    expect(Buffer.from(again?.value ?? '').equals(message)).toBe(true)
    expect((await run('dead-letters', 'list')).err).toBe('No letter waits.\n')
    await log.close()
  })
})
