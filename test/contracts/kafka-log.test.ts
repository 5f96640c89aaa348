import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { afterEach, describe, expect, test } from 'vitest'
import { missingHere } from '../../infra/stack/requirements.ts'
import type { EventLog, Group, LogRecord, Membership } from '../../src/log/event-log.ts'
import type { KafkaLog } from '../../src/log/kafka-log.ts'
import { createTopics } from '../../src/log/kafka-topics.ts'
import type { Topic } from '../../src/messages/topics.ts'
import { partitionOf, topics } from '../../src/messages/topics.ts'
import { until } from './database.ts'
import { eventLogContract } from './event-log.contract.ts'
import { type KafkaStore, useKafka } from './kafka-store.ts'

const missing = await missingHere()
for (const sentence of missing) console.warn(sentence)

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close().catch(() => {})
})

describe.skipIf(missing.length > 0)('on a real broker', () => {
  const { broker, openStore } = useKafka()

  eventLogContract('Kafka', openStore)

  test('a read from before what is still kept begins there', async () => {
    const store = await openStore()
    const log = await opened(store)
    const appended = await log.append(many('dead-letters', 10))
    const admin = store.client.admin()
    await admin.connect()
    const topic = store.names.topic('dead-letters')
    // The client deletes only where it has been before.
    await admin.fetchTopicOffsets(topic)
    await admin.deleteTopicRecords({ topic, partitions: [{ partition: 0, offset: '6' }] })
    await admin.disconnect()
    const read = await log.read('dead-letters', 0, 0, 100)
    expect(read.map(({ offset }) => offset)).toEqual(appended.slice(6).map(({ offset }) => offset))
  })

  const together = ['enrichments', 'orders', 'ledger'] as const

  test('members share the partitions out, and one number of all topics has one owner', async () => {
    const store = await openStore()
    const [first, second] = [
      await join(store, 'share', together),
      await join(store, 'share', together),
    ]
    await until(() => first.open.size === 4 && second.open.size === 4)
    const log = await opened(store)
    for (const topic of together) await log.append(many(topic, 80))
    await until(() => first.taken.length + second.taken.length >= 240)
    expect([...first.open, ...second.open].sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
    for (const member of [first, second]) {
      for (const { partition } of member.taken) expect(member.open).toContain(partition)
    }
  })

  test('who joins costs the partitions that stay neither their reader nor a record twice', async () => {
    const store = await openStore()
    const log = await opened(store)
    const first = await join(store, 'stay', ['commands'])
    let appending = true
    const appended: LogRecord[] = []
    const load = (async () => {
      while (appending) appended.push(...(await log.append(many('commands', 20))))
    })()
    await until(() => first.taken.length > 100)
    const second = await join(store, 'stay', ['commands'])
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
    const log = await opened(store)
    const [first, second] = [
      await join(store, 'leave', ['orders']),
      await join(store, 'leave', ['orders']),
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

  test('a member that is killed is replaced within 10 s', async () => {
    const store = await openStore()
    const child = await startMember(store, 'killed', ['commands'])
    const member = await join(store, 'killed', ['commands'])
    await until(() => member.open.size === 4 && child.lines.includes('joined'))
    const killed = performance.now()
    child.process.kill('SIGKILL')
    await until(() => member.open.size === 8, 10_000)
    expect(performance.now() - killed).toBeLessThan(10_000)
    const log = await opened(store)
    const appended = await log.append(many('commands', 80))
    await until(() => member.taken.length >= appended.length)
  })

  test("a zombie's commit changes nothing, and it comes back without what it had", async () => {
    const store = await openStore()
    const log = await opened(store)
    const child = await startMember(store, 'zombie', ['commands'])
    await until(() => child.lines.includes('joined'))
    await log.append(many('commands', 200))
    await until(() => child.lines.filter((line) => line.startsWith('take')).length === 200)
    child.process.kill('SIGSTOP')
    for (let partition = 0; partition < topics.commands.partitions; partition += 1) {
      child.process.stdin.write(`commands ${partition} 3\n`)
    }
    const member = await join(store, 'zombie', ['commands'])
    await until(() => member.open.size === 8 && member.taken.length === 200)
    const opens = child.lines.filter((line) => line.startsWith('open')).length
    child.process.kill('SIGCONT')
    await until(() => child.lines.filter((line) => line.startsWith('open')).length === opens + 4)
    const again = child.lines.filter((line) => line.startsWith('open')).slice(opens)
    for (const line of again) expect(line).toMatch(/^open \d {"commands":0}$/)
    expect(child.lines.filter((line) => line.startsWith('close'))).toHaveLength(8)
    expect(child.lines.filter((line) => line.startsWith('failed'))).toEqual([])
  })

  test('the broker dies: nothing acknowledged is lost, and appends and readers go on', async () => {
    const store = await openStore()
    const log = await opened(store)
    const member = await join(store, 'outage', ['orders'])
    const acknowledged: LogRecord[] = []
    let appending = true
    const load = (async () => {
      for (let n = 0; appending; n += 1) {
        acknowledged.push(...(await log.append([record('orders', `k${n % 16}`, `${n}`)])))
      }
    })()
    await until(() => acknowledged.length > 200)
    await broker().kill9()
    const count = acknowledged.length
    await broker().restart()
    await until(() => acknowledged.length > count + 200, 60_000)
    appending = false
    await load
    const stored = new Map((await all(log, 'orders')).map((one) => [placeOf(one), textOf(one)]))
    for (const one of acknowledged) expect(stored.get(placeOf(one))).toBe(textOf(one))
    await until(() => new Set(member.taken.map(placeOf)).size === stored.size, 60_000)
  }, 120_000)

  test('without a broker an append is given up in time, the next ones at once, and all is well later', async () => {
    const store = await openStore()
    const log = await opened(store, { appendTimeoutMs: 1_000 })
    const order = [record('orders', 'k', '1')]
    await log.append(order)
    await broker().stop()
    await expect(log.append(order)).rejects.toMatchObject({
      code: 'log_unavailable',
      retryable: true,
    })
    const asked = performance.now()
    for (let n = 0; n < 1_000; n += 1) {
      await expect(log.append(order)).rejects.toMatchObject({ code: 'log_unavailable' })
    }
    expect(performance.now() - asked).toBeLessThan(1_000)
    await broker().restart()
    await untilAppended(log, order)
  }, 120_000)

  test('a record that is too large is refused alone', async () => {
    const log = await opened(await openStore())
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
    const log = await opened(await openStore())
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
    const log = await opened(store)
    const partition = partitionOf('ledger', 'k')
    const reading = (topic: Topic, taken: LogRecord[]): Group => ({
      name: `behind-${topic}`,
      topics: [topic],
      open: async (number) => ({
        from: number === partition ? { [topic]: 100 } : {},
        take: async (records) => void taken.push(...records),
        close: async () => {},
      }),
    })
    const lost = { code: 'log_unavailable', message: expect.stringContaining('records are lost') }
    await expect(log.join(reading('ledger', []))).rejects.toMatchObject(lost)
    expect(await log.failed).toMatchObject(lost)

    const taken: LogRecord[] = []
    const other = await opened(store)
    const membership = await other.join(reading('commands', taken))
    closing.push(() => membership.close())
    await other.append([record('commands', 'k', 'new')])
    await until(() => taken.length === 1)
  })

  test('a log that loses its end under a reader fails, and is not read from its start', async () => {
    const store = await openStore()
    const log = await opened(store)
    const member = await join(store, 'rewound', ['orders'])
    await log.append(Array.from({ length: 50 }, (_, n) => record('orders', 'k', `${n}`)))
    await until(() => member.taken.length === 50)
    const admin = store.client.admin()
    await admin.connect()
    closing.push(() => admin.disconnect())
    await admin.deleteTopics({ topics: [store.names.topic('orders')] })
    await createTopics({ kafka: store.client, names: store.names, replication: 1 })
    await log.append([record('orders', 'k', 'after')])
    const lost = { code: 'log_unavailable', message: expect.stringContaining('records are lost') }
    expect(await member.failed).toMatchObject(lost)
    expect(member.taken).toHaveLength(50)
  })

  test('topics are made once, put right when they differ, and another count is refused', async () => {
    const store = await openStore()
    const { client, names } = store
    const asked = { kafka: client, names, replication: 1 }
    const again = await createTopics(asked)
    expect(new Set(again.map(({ outcome }) => outcome))).toEqual(new Set(['as it should be']))

    const admin = client.admin()
    await admin.connect()
    closing.push(() => admin.disconnect())
    const other = [{ name: 'retention.ms', value: '1000' }]
    const resources = [{ type: 2, name: names.topic('ledger'), configEntries: other }]
    await admin.alterConfigs({ validateOnly: false, resources })
    const altered = (await createTopics(asked)).filter(({ outcome }) => outcome === 'altered')
    expect(altered).toHaveLength(1)
    expect(altered[0]).toMatchObject({ topic: names.topic('ledger') })
    expect(altered[0]?.detail).toContain('retention.ms=-1')

    await admin.createPartitions({ topicPartitions: [{ topic: names.topic('ledger'), count: 9 }] })
    const refusal = { code: 'start_refused', message: expect.stringContaining('two histories') }
    await expect(createTopics(asked)).rejects.toMatchObject(refusal)
    await expect(store.open()).rejects.toMatchObject(refusal)

    await admin.deleteTopics({ topics: [names.topic('orders')] })
    const missing = { code: 'start_refused', message: expect.stringContaining('topics create') }
    await expect(store.open()).rejects.toMatchObject(missing)
  })
})

interface Member {
  readonly failed: Promise<Error>
  readonly membership: Membership
  readonly open: Set<number>
  readonly taken: LogRecord[]
  readonly opens: number
  readonly closes: number
}

async function join(store: KafkaStore, name: string, some: readonly Topic[]): Promise<Member> {
  const log = await opened(store)
  const member = { open: new Set<number>(), taken: [] as LogRecord[], opens: 0, closes: 0 }
  const group: Group = {
    name,
    topics: some,
    async open(partition) {
      member.open.add(partition)
      member.opens += 1
      return {
        take: async (records) => void member.taken.push(...records),
        async close() {
          member.open.delete(partition)
          member.closes += 1
        },
      }
    },
  }
  const membership = await log.join(group)
  return Object.assign(member, { membership, failed: log.failed })
}

async function opened(store: KafkaStore, options = {}): Promise<KafkaLog> {
  const log = await store.open(options)
  closing.push(() => log.close())
  return log
}

async function startMember(store: KafkaStore, group: string, some: readonly Topic[]) {
  const program = new URL('./kafka-member.ts', import.meta.url).pathname
  const args = ['--import', 'tsx', program, JSON.stringify(store.settings), group, ...some]
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  closing.push(async () => void child.kill('SIGKILL'))
  const lines: string[] = []
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(line))
  await until(() => lines.includes('joined'), 30_000)
  return { process: child, lines }
}

async function all(log: EventLog, topic: Topic): Promise<readonly LogRecord[]> {
  const records: LogRecord[] = []
  for (let partition = 0; partition < topics[topic].partitions; partition += 1) {
    records.push(...(await log.read(topic, partition, 0, 100_000)))
  }
  return records
}

async function untilAppended(log: EventLog, records: Parameters<EventLog['append']>[0]) {
  const deadline = performance.now() + 60_000
  for (;;) {
    try {
      return await log.append(records)
    } catch (error) {
      if (performance.now() > deadline) throw error
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
}

function record(topic: Topic, key: string, value: string) {
  return { topic, key, value }
}

function many(topic: Topic, count: number) {
  return Array.from({ length: count }, (_, n) => record(topic, `key-${n}`, `${n}`))
}

function of(member: Member, partitions: readonly number[]): readonly LogRecord[] {
  return member.taken.filter(({ partition }) => partitions.includes(partition))
}

function same(a: LogRecord, b: LogRecord): boolean {
  return placeOf(a) === placeOf(b)
}

function placeOf({ topic, partition, offset }: LogRecord): string {
  return `${topic}/${partition}/${offset}`
}

function textOf({ value }: LogRecord): string {
  return value.toString()
}
