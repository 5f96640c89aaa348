import type { Kafka, PartitionAssigner } from 'kafkajs'
import kafkajs from 'kafkajs'
import { expect, test } from 'vitest'
import type { Group, LogRecord } from '../../../src/log/event-log.ts'
import { joinKafkaGroup } from '../../../src/log/kafka/group/membership.ts'
import { openKafkaSource } from '../../../src/log/kafka/source.ts'
import { createTopics } from '../../../src/log/kafka/topics.ts'
import type { Topic } from '../../../src/messages/topics.ts'
import { partitionOf } from '../../../src/messages/topics.ts'
import { until } from '../../until.ts'
import { describeOnServers } from '../servers.ts'
import { eventLogContract } from './event-log.contract.ts'
import type { Member } from './kafka-store.ts'
import { many, placeOf, record, useKafkaStores } from './kafka-store.ts'

describeOnServers('the log on Kafka', (servers) => {
  const openStore = useKafkaStores(() => servers().kafkaBrokers.split(','))

  eventLogContract('Kafka', openStore)

  const together = ['enrichments', 'orders', 'ledger'] as const

  test('members share the partitions out, and one number of all topics has one owner', async () => {
    const store = await openStore()
    const [first, second] = [
      await store.join('share', together),
      await store.join('share', together),
    ]
    await until(() => first.open.size === 4 && second.open.size === 4)
    const log = await store.open()
    for (const topic of together) await log.append(many(topic, 80))
    await until(() => first.taken.length + second.taken.length >= 240)
    expect([...first.open, ...second.open].sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
    for (const member of [first, second]) {
      for (const { partition } of member.taken) expect(member.open).toContain(partition)
    }
  })

  test('who joins costs the partitions that stay neither their reader nor a record twice', async () => {
    const store = await openStore()
    const log = await store.open()
    const first = await store.join('stay', ['commands'])
    let appending = true
    const appended: LogRecord[] = []
    const load = (async () => {
      while (appending) appended.push(...(await log.append(many('commands', 20))))
    })()
    await until(() => first.taken.length > 100)
    const second = await store.join('stay', ['commands'])
    await until(() => second.taken.length > 100)
    appending = false
    await load
    const kept = [...first.open]
    expect(kept).toHaveLength(4)
    expect(first.opens).toBe(8)
    expect(first.closes).toBe(4)
    const wanted = appended.filter(({ partition }) => kept.includes(partition))
    await until(() => of(first, kept).length >= wanted.length)
    expect(of(first, kept).map(placeOf).sort()).toEqual(wanted.map(placeOf).sort())
  })

  test('a member that leaves hands over within 2 s, and what it has done is not done again', async () => {
    const store = await openStore()
    const log = await store.open()
    const [first, second] = [
      await store.join('leave', ['orders']),
      await store.join('leave', ['orders']),
    ]
    await until(() => first.open.size === 4 && second.open.size === 4)
    const before = await log.append(many('orders', 200))
    await until(() => first.taken.length + second.taken.length === 200)
    for (const { topic, partition, offset } of first.taken) {
      first.membership.commit(topic, partition, offset + 1)
    }
    const left = performance.now()
    await first.membership.close()
    const done = await log.committed('leave', ['orders'])
    expect([...done.values()].reduce((sum, offset) => sum + offset, 0)).toBe(first.taken.length)
    await until(() => second.open.size === 8, 2_000)
    expect(performance.now() - left).toBeLessThan(2_000)
    const after = await log.append(many('orders', 200))
    await until(() => second.taken.length >= before.length - first.taken.length + after.length)
    expect(second.taken.filter((record) => first.taken.some((one) => same(one, record)))).toEqual(
      [],
    )
  })

  test('a group whose coordinator is not found at first is joined all the same', async () => {
    const store = await openStore()
    const log = await store.open()
    const { client: kafka, names } = store
    let failures = 2
    // The client itself gives up then: its own question to the broker is made to fail twice.
    const failing: PartitionAssigner = ({ cluster }) => {
      const find = cluster.findGroupCoordinator.bind(cluster)
      cluster.findGroupCoordinator = async (asked) => {
        failures -= 1
        if (failures < 0) return find(asked)
        throw new kafkajs.KafkaJSNonRetriableError('Failed to find group coordinator')
      }
      return { name: 'never used', version: 1, assign: async () => [], protocol: () => nothing }
    }
    const nothing = { name: 'never used', metadata: Buffer.alloc(0) }
    const consumer: Kafka['consumer'] = (config) => {
      const assigners = config?.partitionAssigners ?? []
      return kafka.consumer({
        ...config,
        groupId: 'cold',
        partitionAssigners: [...assigners, failing],
      })
    }
    const source = await openKafkaSource(kafka, names)
    const given = { names, source, instance: 'x', report: () => {}, fail: () => {} }
    const taken: LogRecord[] = []
    const membership = await joinKafkaGroup(
      { ...given, kafka: Object.assign(Object.create(kafka), { consumer }) },
      {
        name: 'cold',
        topics: ['orders'],
        open: async () => ({
          take: async (records) => void taken.push(...records),
          close: async () => {},
        }),
      },
    )
    await log.append([record('orders', 'k', '1')])
    await until(() => taken.length === 1)
    await membership.close()
    await source.close()
    expect(failures).toBeLessThan(0)
  })

  test('a record that is too large is refused alone', async () => {
    const log = await (await openStore()).open()
    const fine = Array.from({ length: 50 }, (_, n) => log.append([record('ledger', 'k', `${n}`)]))
    const large = log.append([record('ledger', 'k', 'x'.repeat(1_000_001))])
    await expect(large).rejects.toThrow('too large')
    expect((await Promise.all(fine)).flat()).toHaveLength(50)
    const nearly = Array.from({ length: 5 }, () => record('ledger', 'k', 'x'.repeat(999_000)))
    expect(await log.append(nearly)).toHaveLength(5)
    const read = await log.read('ledger', partitionOf('ledger', 'k'), 50, 10)
    expect(read.map(({ value }) => value.length)).toEqual(nearly.map(({ value }) => value.length))
  })

  test('more than may wait is refused at once', async () => {
    const log = await (await openStore()).open()
    const flood = Array.from({ length: 300 }, () => log.append(many('commands', 100)))
    const outcomes = await Promise.allSettled(flood)
    const refused = outcomes.filter(({ status }) => status === 'rejected')
    expect(refused).toHaveLength(100)
    for (const one of refused) {
      expect(one).toMatchObject({ reason: { code: 'log_unavailable', retryable: true } })
    }
  })

  test('a log that ends before its reader has lost records: what counts is not read on', async () => {
    const store = await openStore()
    const log = await store.open()
    const partition = partitionOf('ledger', 'k')
    const atHundred = (number: number) => (number === partition ? 100 : 0)
    const lost = { code: 'log_unavailable', message: expect.stringContaining('records are lost') }
    await expect(log.join(knowing('ledger', [], atHundred))).rejects.toMatchObject(lost)
    expect(await log.failed).toMatchObject(lost)

    const taken: LogRecord[] = []
    const other = await store.open()
    await other.join(knowing('commands', taken, atHundred))
    await other.append([record('commands', 'k', 'new')])
    await until(() => taken.length === 1)
  })

  test('a log that loses its end under a reader fails, and is not read from its start', async () => {
    const store = await openStore()
    const log = await store.open()
    const partition = partitionOf('orders', 'k')
    const taken: LogRecord[] = []
    const atTaken = (number: number) => (number === partition ? taken.length : 0)
    const membership = await log.join(knowing('orders', taken, atTaken))
    await log.append(Array.from({ length: 50 }, (_, n) => record('orders', 'k', `${n}`)))
    await until(() => taken.length === 50)
    await store.admin.deleteTopics({ topics: [store.names.topic('orders')] })
    // A broker forgets a topic a moment after it said so: until then an append ends the old one.
    const again = { kafka: store.client, names: store.names, replication: 1 }
    const made = { topic: store.names.topic('orders'), outcome: 'created' }
    const withMade = expect.arrayContaining([expect.objectContaining(made)])
    await expect.poll(() => createTopics(again), { timeout: 20_000 }).toEqual(withMade)
    await log.append([record('orders', 'k', 'after')])
    // Where the client stumbles over the missing topic, it is given up as silent before it can tell.
    expect(await log.failed).toMatchObject({ code: 'log_unavailable' })
    expect(taken).toHaveLength(50)
    await membership.close()
  })

  test('topics are made once, put right when they differ, and another count is refused', async () => {
    const store = await openStore()
    const { client, names } = store
    const asked = { kafka: client, names, replication: 1 }
    const again = await createTopics(asked)
    expect(new Set(again.map(({ outcome }) => outcome))).toEqual(new Set(['as it should be']))

    const other = [{ name: 'retention.ms', value: '1000' }]
    const resources = [{ type: 2, name: names.topic('ledger'), configEntries: other }]
    await store.admin.alterConfigs({ validateOnly: false, resources })
    // A broker tells of a setting a moment after it took it.
    const altered = async () =>
      (await createTopics(asked)).filter(({ outcome }) => outcome === 'altered')
    const ledger = {
      topic: names.topic('ledger'),
      detail: expect.stringContaining('retention.ms=-1'),
    }
    await expect.poll(altered, { timeout: 20_000 }).toMatchObject([ledger])

    await store.admin.createPartitions({
      topicPartitions: [{ topic: names.topic('ledger'), count: 9 }],
    })
    const refusal = { code: 'start_refused', message: expect.stringContaining('two histories') }
    // A broker tells of partitions a moment after it made them, too.
    await expect
      .poll(() => failureOf(createTopics(asked)), { timeout: 20_000 })
      .toMatchObject(refusal)
    await expect(store.open()).rejects.toMatchObject(refusal)

    await store.admin.deleteTopics({ topics: [names.topic('orders')] })
    const missing = { code: 'start_refused', message: expect.stringContaining('topics create') }
    await expect.poll(() => failureOf(store.open()), { timeout: 20_000 }).toMatchObject(missing)
  })
})

/** A reader that knows its place, as those that count do: a broker forgets it with the topic. */
function knowing(topic: Topic, taken: LogRecord[], from: (partition: number) => number): Group {
  return {
    name: `knows-${topic}`,
    topics: [topic],
    open: async (number) => ({
      from: { [topic]: from(number) },
      take: async (records) => void taken.push(...records),
      close: async () => {},
    }),
  }
}

function failureOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => null,
    (error: unknown) => error,
  )
}

function of(member: Member, partitions: readonly number[]): readonly LogRecord[] {
  return member.taken.filter(({ partition }) => partitions.includes(partition))
}

function same(a: LogRecord, b: LogRecord): boolean {
  return placeOf(a) === placeOf(b)
}
