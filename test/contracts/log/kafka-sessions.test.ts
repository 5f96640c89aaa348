import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { evictFormerSelf } from '../../../src/log/kafka/former-self.ts'
import { coPartition } from '../../../src/log/kafka/group/assigner.ts'
import { openConsumer } from '../../../src/log/kafka/group/consumer.ts'
import type { Topic } from '../../../src/messages/topics.ts'
import { topics } from '../../../src/messages/topics.ts'
import { bundle } from '../../scenarios/build.ts'
import { until } from '../../until.ts'
import { describeOnServers } from '../servers.ts'
import type { KafkaStore } from './kafka-store.ts'
import { clientOfStore, many, useKafkaStores } from './kafka-store.ts'

/** Members in processes of their own, which end, stop and come back. */
describeOnServers('the sessions of the log on Kafka', (servers) => {
  const openStore = useKafkaStores(() => servers().kafkaBrokers.split(','), afterAll)
  const children: ChildProcess[] = []
  afterAll(() => {
    for (const child of children) child.kill('SIGKILL')
  })

  test('a member that is killed and started again under its name does not wait', async () => {
    const store = await openStore()
    const child = await startMember(store, 'again', ['orders'])
    child.process.kill('SIGKILL')
    const log = await store.open({ instance: 'child' })
    const began = performance.now()
    const open = new Set<number>()
    await log.join({
      name: 'again',
      topics: ['orders'],
      async open(partition) {
        open.add(partition)
        return { take: async () => {}, close: async () => {} }
      },
    })
    expect(open.size).toBe(8)
    expect(performance.now() - began, 'a session is 6 s').toBeLessThan(4_000)
  })

  test('others have what a killed member had when it is started again, before that joins', async () => {
    const store = await openStore()
    const child = await startMember(store, 'back', ['orders'])
    const member = await store.join('back', ['orders'])
    await until(() => member.open.size === 4)
    child.process.kill('SIGKILL')
    const killed = performance.now()
    await evictFormerSelf({ kafka: store.settings, instance: 'child' }, ['back'])
    await until(() => member.open.size === 8)
    expect(performance.now() - killed, 'a session is 6 s').toBeLessThan(4_000)
  })

  test('a program that starts lets go of it before all else, such as a database', async () => {
    const store = await openStore()
    const child = await startMember(store, 'bill', ['orders'])
    const group = async () => (await store.admin.describeGroups([store.names.group('bill')])).groups
    expect((await group())[0]?.members).toHaveLength(1)
    child.process.kill('SIGKILL')
    const killed = performance.now()
    const nowhere = '127.0.0.1:1'
    const program = spawn(process.execPath, [bundle()], {
      env: {
        ...{ MODE: 'distributed', ROLES: 'bill', INSTANCE_NAME: 'child' },
        KAFKA_BROKERS: store.settings.brokers.join(','),
        KAFKA_TOPIC_PREFIX: store.settings.topicPrefix,
        DATABASE_URL: `postgres://nobody@${nowhere}/none`,
        SCHEMA_REGISTRY_URL: `http://${nowhere}`,
        REDIS_URL: `redis://${nowhere}`,
        ...{ PORT: '0', BASE_URL: 'http://127.0.0.1' },
      },
      stdio: 'ignore',
    })
    children.push(program)
    await until(async () => (await group())[0]?.members.length === 0)
    expect(performance.now() - killed, 'a session is 6 s').toBeLessThan(4_000)
  })

  // They wait for the broker to notice, each on topics of its own: so they wait at the same time.
  describe.concurrent('once a session is over', () => {
    test('a member that is killed is replaced within 10 s', async ({ expect }) => {
      const store = await openStore()
      const child = await startMember(store, 'killed', ['commands'])
      const member = await store.join('killed', ['commands'])
      await until(() => member.open.size === 4 && child.lines.includes('joined'))
      const killed = performance.now()
      child.process.kill('SIGKILL')
      await until(() => member.open.size === 8, 10_000)
      expect(performance.now() - killed).toBeLessThan(10_000)
      const log = await store.open()
      const appended = await log.append(many('commands', 80))
      await until(() => member.taken.length >= appended.length)
    })

    test("a zombie's commit changes nothing, and it comes back without what it had", async ({
      expect,
    }) => {
      const store = await openStore()
      const log = await store.open()
      const child = await startMember(store, 'zombie', ['commands'])
      await until(() => child.lines.includes('joined'))
      await log.append(many('commands', 200))
      await until(() => child.lines.filter((line) => line.startsWith('take')).length === 200)
      child.process.kill('SIGSTOP')
      for (let partition = 0; partition < topics.commands.partitions; partition += 1) {
        child.process.stdin.write(`commands ${partition} 3\n`)
      }
      const member = await store.join('zombie', ['commands'])
      await until(() => member.open.size === 8 && member.taken.length === 200)
      const opens = child.lines.filter((line) => line.startsWith('open')).length
      child.process.kill('SIGCONT')
      await until(() => child.lines.filter((line) => line.startsWith('open')).length === opens + 4)
      const again = child.lines.filter((line) => line.startsWith('open')).slice(opens)
      for (const line of again) expect(line).toMatch(/^open \d {"commands":0}$/)
      expect(child.lines.filter((line) => line.startsWith('close'))).toHaveLength(8)
      expect(child.lines.filter((line) => line.startsWith('failed'))).toEqual([])
    })

    test('a consumer that is stopped while it joins does not come back behind its owner', async ({
      expect,
    }) => {
      const store = await openStore()
      const child = await startMember(store, 'left', ['orders'])
      child.process.kill('SIGSTOP')
      const { stop, groupIs, fetchedFor } = await startJoining(store, 'left')
      await stop()
      child.process.kill('SIGKILL')
      await expect.poll(groupIs, { timeout: 30_000 }).toMatchObject({ members: [] })
      expect(fetchedFor).toEqual({ nobody: 0 })
    })

    test('nor when its successor has taken it out of the group', async ({ expect }) => {
      const store = await openStore()
      const child = await startMember(store, 'succeeded', ['orders'])
      child.process.kill('SIGSTOP')
      const { stop, groupIs, fetchedFor } = await startJoining(store, 'succeeded')
      const stopped = stop()
      const open = new Set<number>()
      const joined = (await store.open({ instance: clientOfStore })).join({
        name: 'succeeded',
        topics: ['orders'],
        async open(partition) {
          open.add(partition)
          return { take: async () => {}, close: async () => void open.delete(partition) }
        },
      })
      child.process.kill('SIGKILL')
      await Promise.all([joined, stopped])
      const members = async () => (await groupIs())?.members.length
      await expect.poll(members, { timeout: 30_000 }).toBe(1)
      await expect.poll(() => open.size, { timeout: 10_000 }).toBe(8)
      expect(fetchedFor).toEqual({ nobody: 0 })
    })
  })

  /** A consumer that waits to be let into the group: one of the others does not answer. */
  async function startJoining(store: KafkaStore, group: string) {
    let wanted = true
    const groupId = store.names.group(group)
    const consumer = openConsumer(store.client, {
      groupId,
      assigner: coPartition('late', () => []),
      wanted: () => wanted,
    })
    await consumer.connect()
    await consumer.subscribe({ topics: [store.names.topic('orders')] })
    const groupIs = async () => (await store.admin.describeGroups([groupId])).groups[0]
    const fetchedFor = { nobody: 0 }
    consumer.on(consumer.events.FETCH, () => {
      if (!wanted) fetchedFor.nobody += 1
    })
    const started = consumer.run({ eachBatch: async () => {} })
    await vi.waitUntil(async () => (await groupIs())?.state === 'PreparingRebalance', {
      timeout: 5_000,
    })
    return {
      groupIs,
      fetchedFor,
      async stop() {
        wanted = false
        await consumer.disconnect()
        await started
      },
    }
  }

  async function startMember(store: KafkaStore, group: string, some: readonly Topic[]) {
    const program = new URL('./kafka-member.ts', import.meta.url).pathname
    const args = ['--import', 'tsx', program, JSON.stringify(store.settings), group, ...some]
    const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] })
    children.push(child)
    const lines: string[] = []
    createInterface({ input: child.stdout }).on('line', (line) => lines.push(line))
    await until(() => lines.includes('joined'), 30_000)
    return { process: child, lines }
  }
})
