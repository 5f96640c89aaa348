import { once } from 'node:events'
import type { AddressInfo, Server } from 'node:net'
import { createServer } from 'node:net'
import { Kafka, logLevel } from 'kafkajs'
import { afterEach, expect, test } from 'vitest'
import { leaveMuteBrokers } from '../../../src/log/kafka/mute-broker.ts'
import { load, loadUnpatched } from './unpatched.ts'

const path = load.resolve('kafkajs/src/broker')
const groupPath = load.resolve('kafkajs/src/consumer/consumerGroup')
const { KafkaJSRequestTimeoutError, isRebalancing } = load('kafkajs/src/errors')
const servers: Server[] = []

afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

/** Takes connections and says nothing, as a process does that was stopped. */
async function openMute() {
  const seen = { connections: 0 }
  const server = createServer((socket) => {
    seen.connections += 1
    socket.on('error', () => {}).unref()
  })
  servers.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { seen, address: `127.0.0.1:${(server.address() as AddressInfo).port}` }
}

const patience = { connectionTimeout: 200, requestTimeout: 200, enforceRequestTimeout: true }

/** Known of a broker that others have told of: it is not asked for them. */
const versionsKnown = { 17: { minVersion: 0, maxVersion: 1 }, 36: { minVersion: 0, maxVersion: 1 } }

/** The client's own broker. */
async function openBroker(address: string, Broker = load(path), login?: object) {
  const logger = new Kafka({ brokers: [address], logLevel: logLevel.NOTHING }).logger()
  const builder = load('kafkajs/src/cluster/connectionPoolBuilder')
  const socketFactory = load('kafkajs/src/network/socketFactory')()
  const pools = builder({
    ...{ brokers: [address], clientId: 'test', logger, socketFactory },
    ...patience,
    ...login,
  })
  return new Broker({
    connectionPool: await pools.build(),
    logger,
    versions: login && versionsKnown,
  })
}

test('a broker that takes a connection and says nothing does not count as connected', async () => {
  leaveMuteBrokers()
  const { address } = await openMute()
  const broker = await openBroker(address)
  await expect(broker.connect()).rejects.toMatchObject({
    name: 'KafkaJSConnectionError',
    message: expect.stringContaining('ApiVersions'),
  })
  expect(broker.isConnected()).toBe(false)
})

test('nor does one that says nothing to a log-in', async () => {
  leaveMuteBrokers()
  const sasl = { mechanism: 'plain', username: 'me', password: 'secret' }
  const broker = await openBroker((await openMute()).address, load(path), { sasl })
  await expect(broker.connect()).rejects.toMatchObject({
    name: 'KafkaJSConnectionError',
    message: expect.stringContaining('SaslHandshake'),
  })
  expect(broker.connectionPool.isConnected()).toBe(false)
})

test('the client without the patch takes it for connected: once it does not, the patch can go', async () => {
  const { address } = await openMute()
  const broker = await openBroker(address, loadUnpatched(path))
  await expect(broker.connect()).rejects.toMatchObject({ name: 'KafkaJSRequestTimeoutError' })
  expect(broker.isConnected()).toBe(true)
  await broker.disconnect()
})

test('the next broker is asked when the first one says nothing', async () => {
  leaveMuteBrokers()
  const [first, second] = [await openMute(), await openMute()]
  const retry = { initialRetryTime: 1, retries: 1 }
  const brokers = [first.address, second.address]
  const kafka = new Kafka({ brokers, retry, logLevel: logLevel.NOTHING, ...patience })
  await expect(kafka.admin().connect()).rejects.toThrow()
  expect([first.seen.connections, second.seen.connections]).toEqual([1, 1])
})

const poolPath = load.resolve('kafkajs/src/cluster/brokerPool')
const manyTimes = Array.from({ length: 40 })

/** The client's own pool of two connected brokers, of which the first says nothing when asked. */
async function openPool(BrokerPool = load(poolPath)) {
  const asked: string[] = []
  const brokers = await Promise.all([openBroker('127.0.0.1:1'), openBroker('127.0.0.1:2')])
  const [first, second] = brokers
  for (const broker of brokers) {
    broker.isConnected = () => true
    broker.lookupRequest = () => () => ({})
    broker.connectionPool.send = async () => {
      asked.push(broker === first ? 'mute' : 'other')
      if (broker === first) throw new KafkaJSRequestTimeoutError('it says nothing')
      return {}
    }
  }
  const logger = new Kafka({ brokers: ['127.0.0.1:1'], logLevel: logLevel.NOTHING }).logger()
  const pool = new BrokerPool({ connectionPoolBuilder: {}, logger })
  pool.brokers = { 1: first, 2: second }
  return { pool, first, second, asked }
}

test('who left a question without an answer is asked no more while others answer', async () => {
  leaveMuteBrokers()
  const { pool, first, second } = await openPool()
  await expect(first.metadata([])).rejects.toMatchObject({ name: 'KafkaJSRequestTimeoutError' })
  await second.metadata([])
  for (const _ of manyTimes) expect(await pool.findConnectedBroker()).toBe(second)
})

test('who took a connection and said nothing is asked after the others', async () => {
  leaveMuteBrokers()
  const { pool, second } = await openPool()
  const hanging = await openBroker((await openMute()).address)
  await expect(hanging.connect()).rejects.toThrow()
  pool.brokers = { 1: hanging, 2: second }
  pool.findBroker = async () => second
  const asked = manyTimes.map(() => pool.withBroker(async ({ nodeId }: Asked) => nodeId))
  expect(new Set(await Promise.all(asked))).toEqual(new Set(['2']))
})

interface Asked {
  readonly nodeId: string
}

test('another one is connected to before one that hangs is asked', async () => {
  leaveMuteBrokers()
  const { pool, first, second } = await openPool()
  second.isConnected = () => false
  second.connect = async () => {}
  expect(await pool.findConnectedBroker()).toBe(first)
  await expect(first.metadata([])).rejects.toThrow()
  expect(await pool.findConnectedBroker()).toBe(second)
  second.connect = async () => Promise.reject(new Error('it cannot be reached'))
  expect(await pool.findConnectedBroker()).toBe(first)
})

test('who answers again is asked again', async () => {
  leaveMuteBrokers()
  const { pool, first } = await openPool()
  await expect(first.metadata([])).rejects.toThrow()
  first.connectionPool.send = async () => ({})
  await first.metadata([])
  const chosen = await Promise.all(manyTimes.map(() => pool.findConnectedBroker()))
  expect(chosen).toContain(first)
})

test('where none answers one of them is asked all the same', async () => {
  leaveMuteBrokers()
  const { pool, first, second } = await openPool()
  second.connectionPool.send = first.connectionPool.send
  for (const broker of [first, second]) await expect(broker.metadata([])).rejects.toThrow()
  expect([first, second]).toContain(await pool.findConnectedBroker())
})

test('who has a group is asked of those that answer, and of the next when one fails', async () => {
  leaveMuteBrokers()
  const { pool, first, asked } = await openPool()
  const ask = () =>
    pool.withBroker(({ broker }: { broker: { findGroupCoordinator(of: object): unknown } }) =>
      broker.findGroupCoordinator({ groupId: 'test' }),
    )
  await expect(first.findGroupCoordinator({ groupId: 'test' })).rejects.toThrow()
  asked.length = 0
  for (const _ of manyTimes) await ask()
  expect(asked).not.toContain('mute')
  pool.findBroker = async ({ nodeId }: { nodeId: string }) => {
    if (nodeId === '2') throw new Error('it cannot be reached')
    return first
  }
  await expect(ask()).rejects.toThrow('cannot be reached')
  expect(asked.at(-1)).toBe('mute')
  pool.findBroker = async () => first
  expect(await ask()).toBe(null)
})

test('without the patch it is drawn by lot: once it is not, the patch can go', async () => {
  const { pool, first } = await openPool(loadUnpatched(poolPath))
  await expect(first.metadata([])).rejects.toThrow()
  const chosen = await Promise.all(manyTimes.map(() => pool.findConnectedBroker()))
  expect(chosen).toContain(first)
  pool.findBroker = async () => Promise.reject(new Error('it cannot be reached'))
  await expect(pool.withBroker(async () => {})).rejects.toThrow('cannot be reached')
})

/** The client's own member of a group whose coordinator, the first broker, says nothing. */
async function openMember(ConsumerGroup = load(groupPath)) {
  const { pool, first, second } = await openPool()
  const logger = new Kafka({ brokers: ['127.0.0.1:1'], logLevel: logLevel.NOTHING }).logger()
  const member = new ConsumerGroup({
    ...{
      cluster: { brokerPool: pool },
      topics: [],
      topicConfigurations: {},
      groupId: 'test',
      logger,
    },
    instrumentationEmitter: { emit() {} },
  })
  Object.assign(member, { memberId: 'me', generationId: 1, coordinator: first })
  return { member, second }
}

const heartbeatOf = (member: { heartbeat(options: object): Promise<unknown> }) =>
  member.heartbeat({ interval: 0 }).catch((error: unknown) => error)

test('a member whose coordinator says nothing joins anew, wherever its group is now', async () => {
  leaveMuteBrokers()
  const { member } = await openMember()
  expect(isRebalancing(await heartbeatOf(member))).toBe(true)
})

test('where no other broker answers it waits for its coordinator', async () => {
  leaveMuteBrokers()
  const { member, second } = await openMember()
  second.connectionPool.send = async () => {
    throw new KafkaJSRequestTimeoutError('it says nothing either')
  }
  await expect(second.metadata([])).rejects.toThrow()
  expect(isRebalancing(await heartbeatOf(member))).toBe(false)
})

test('without the patch it asks the same one again: once it does not, the patch can go', async () => {
  const { member } = await openMember(loadUnpatched(groupPath))
  const error = await heartbeatOf(member)
  expect(error).toMatchObject({ name: 'KafkaJSRequestTimeoutError' })
  expect(isRebalancing(error)).toBe(false)
})
