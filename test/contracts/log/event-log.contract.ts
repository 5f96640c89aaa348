import { afterEach, describe, expect, test } from 'vitest'
import type { EventLog, LogRecord } from '../../../src/log/event-log.ts'
import type { Topic } from '../../../src/messages/topics.ts'
import { partitionOf, topics } from '../../../src/messages/topics.ts'
import { until } from '../../until.ts'

/** A store on which several handles of the log can be opened, as several processes would. */
export interface LogStore {
  open(): Promise<EventLog>
}

/** The promises of src/log/event-log.ts; every adapter runs the same suite. */
export function eventLogContract(name: string, openStore: () => Promise<LogStore>): void {
  const closing: (() => Promise<void>)[] = []
  const opened = async (store: LogStore) => {
    const log = await store.open()
    closing.push(() => log.close())
    return log
  }
  const joined = async (log: EventLog, group: Parameters<EventLog['join']>[0]) => {
    const membership = await log.join(group)
    closing.push(() => membership.close())
    return membership
  }
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close().catch(() => {})
  })

  describe(`event log: ${name}`, () => {
    test('an append resolves with offsets that grow by one in each partition', async () => {
      const log = await opened(await openStore())
      const appended = await Promise.all(
        Array.from({ length: 300 }, (_, n) =>
          log.append([record('commands', `k${n % 7}`, `${n}`)]),
        ),
      )
      const offsets = groupOffsets(appended.flat())
      for (const some of offsets.values()) expect(some).toEqual(some.map((_, index) => index))
      for (const [partition, some] of offsets) {
        expect(await log.end('commands', partition)).toBe(some.length)
      }
    })

    test('records of one key are read in the order of their appends', async () => {
      const log = await opened(await openStore())
      for (let n = 0; n < 50; n += 1) await log.append([record('ledger', 'one key', `${n}`)])
      const partition = partitionOf('ledger', 'one key')
      const read = await log.read('ledger', partition, 0, 1_000)
      expect(read.map(({ value }) => Number(value))).toEqual(
        Array.from({ length: 50 }, (_, n) => n),
      )
      expect((await log.read('ledger', partition, 48, 1_000)).map(({ offset }) => offset)).toEqual([
        48, 49,
      ])
    })

    test('a reader gets what was there and what comes, each once and in order, without a gap', async () => {
      const log = await opened(await openStore())
      await log.append(many('commands', 0, 200))
      const seen: LogRecord[] = []
      await joined(log, collecting('follow', ['commands'], seen))
      for (let n = 200; n < 600; n += 40) await log.append(many('commands', n, n + 40))
      await until(() => seen.length >= 600)
      expect(seen).toHaveLength(600)
      for (const some of groupOffsets(seen).values()) {
        expect(some).toEqual(some.map((_, index) => index))
      }
    })

    test('no reader passes a record of another writer that becomes visible later', async () => {
      const store = await openStore()
      const [one, other] = [await opened(store), await opened(store)]
      const seen: LogRecord[] = []
      await joined(one, collecting('late', ['commands'], seen))
      const writing = [one, other].map(async (log, writer) => {
        for (let n = 0; n < 60; n += 1)
          await log.append([record('commands', `k${n % 3}`, `${writer}-${n}`)])
      })
      await Promise.all(writing)
      await until(() => seen.length >= 120)
      expect(new Set(seen.map(text)).size).toBe(120)
      for (const some of groupOffsets(seen).values()) {
        expect(some).toEqual(some.map((_, index) => index))
      }
    })

    test('a group goes on from its committed offsets; what was not committed comes again', async () => {
      const store = await openStore()
      const log = await opened(store)
      await log.append(Array.from({ length: 10 }, (_, n) => record('commands', 'same', `${n}`)))
      const partition = partitionOf('commands', 'same')
      const first: LogRecord[] = []
      const membership = await log.join(collecting('resume', ['commands'], first))
      await until(() => first.length === 10)
      membership.commit('commands', partition, 6)
      await membership.close()

      const again: LogRecord[] = []
      const reopened = await opened(store)
      await joined(reopened, collecting('resume', ['commands'], again))
      await until(() => again.length === 4)
      expect(again.map(text)).toEqual(['6', '7', '8', '9'])
    })

    test('a commit never goes back', async () => {
      const store = await openStore()
      const log = await opened(store)
      await log.append(Array.from({ length: 4 }, (_, n) => record('commands', 'same', `${n}`)))
      const partition = partitionOf('commands', 'same')
      const membership = await log.join(collecting('forward', ['commands'], []))
      membership.commit('commands', partition, 3)
      membership.commit('commands', partition, 1)
      await membership.close()
      const rest: LogRecord[] = []
      await joined(await opened(store), collecting('forward', ['commands'], rest))
      await until(() => rest.length > 0)
      expect(rest.map(text)).toEqual(['3'])
    })

    test('groups do not disturb each other', async () => {
      const log = await opened(await openStore())
      await log.append(many('commands', 0, 30))
      const [left, right]: LogRecord[][] = [[], []]
      await joined(log, collecting('left', ['commands'], left ?? []))
      await joined(log, collecting('right', ['commands'], right ?? []))
      await until(() => left?.length === 30 && right?.length === 30)
    })

    test('one reader owns a partition number of all topics of its group', async () => {
      const log = await opened(await openStore())
      const owners = new Map<string, Set<number>>()
      await joined(log, {
        name: 'together',
        topics: ['enrichments', 'orders', 'ledger'],
        open: async (partition) => ({
          async take(records) {
            for (const { key } of records)
              owners.set(key, (owners.get(key) ?? new Set()).add(partition))
          },
          close: async () => {},
        }),
      })
      for (const topic of ['enrichments', 'orders', 'ledger'] as const) {
        await log.append(many(topic, 0, 40))
      }
      await until(() => owners.size === 40)
      for (const partitions of owners.values()) expect(partitions.size).toBe(1)
    })

    test('a reader may start elsewhere than at its committed offset', async () => {
      const log = await opened(await openStore())
      await log.append(Array.from({ length: 5 }, (_, n) => record('ledger', 'same', `${n}`)))
      const own = partitionOf('ledger', 'same')
      const seen: LogRecord[] = []
      await joined(log, {
        name: 'elsewhere',
        topics: ['ledger'],
        open: async (partition) => ({
          from: partition === own ? { ledger: 3 } : {},
          take: taking(seen),
          close: async () => {},
        }),
      })
      await until(() => seen.length === 2)
      expect(seen.map(text)).toEqual(['3', '4'])
    })

    test('a reader may go back behind what its group has committed', async () => {
      const store = await openStore()
      const log = await opened(store)
      await log.append(Array.from({ length: 5 }, (_, n) => record('ledger', 'same', `${n}`)))
      const own = partitionOf('ledger', 'same')
      const before = await log.join(collecting('back', ['ledger'], []))
      before.commit('ledger', own, 5)
      await before.close()
      const seen: LogRecord[] = []
      const committed: (number | undefined)[] = []
      await joined(await opened(store), {
        name: 'back',
        topics: ['ledger'],
        async open(partition, { ledger }) {
          if (partition === own) committed.push(ledger)
          const from = partition === own ? { ledger: 2 } : {}
          return { from, take: taking(seen), close: async () => {} }
        },
      })
      await until(() => seen.length === 3)
      expect(seen.map(text)).toEqual(['2', '3', '4'])
      expect(committed).toEqual([5])
    })

    test('a slow reader is given no more, and holds up neither another topic nor the writer', async () => {
      const log = await opened(await openStore())
      let release = () => {}
      const held = new Promise<void>((resolve) => {
        release = resolve
      })
      let takes = 0
      const seen: LogRecord[] = []
      await joined(log, {
        name: 'slow',
        topics: ['commands', 'orders'],
        open: async () => ({
          async take(records) {
            if (records[0]?.topic === 'orders') return taking(seen)(records)
            takes += 1
            await held
            await taking(seen)(records)
          },
          close: async () => {},
        }),
      })
      await log.append([record('commands', 'same', 'first')])
      await until(() => takes === 1)
      for (let n = 0; n < 20; n += 1) await log.append([record('commands', 'same', `${n}`)])
      await log.append([record('orders', 'same', 'order')])
      await until(() => seen.length === 1)
      expect(takes).toBe(1)
      release()
      await until(() => seen.length === 22)
    })

    test('a read gives no more than its limit, and nothing behind the end', async () => {
      const log = await opened(await openStore())
      await log.append(Array.from({ length: 5 }, (_, n) => record('ledger', 'same', `${n}`)))
      const partition = partitionOf('ledger', 'same')
      expect((await log.read('ledger', partition, 1, 2)).map(text)).toEqual(['1', '2'])
      expect(await log.read('ledger', partition, 5, 2)).toEqual([])
      expect(await log.append([])).toEqual([])
    })

    test('a reader that throws fails the log, and no process with it', async () => {
      const log = await opened(await openStore())
      await joined(log, {
        name: 'broken',
        topics: ['commands'],
        open: async () => ({
          async take() {
            throw new TypeError('a bug of ours')
          },
          close: async () => {},
        }),
      })
      await log.append([record('commands', 'same', 'bad')])
      expect(await log.failed).toMatchObject({ code: 'log_unavailable' })
    })

    test('after its close nothing is handed to a reader, and it is closed once', async () => {
      const log = await opened(await openStore())
      const seen: LogRecord[] = []
      const closed: number[] = []
      const membership = await log.join({
        name: 'closing',
        topics: ['commands'],
        open: async (partition) => ({
          take: taking(seen),
          close: async () => void closed.push(partition),
        }),
      })
      await log.append(many('commands', 0, 20))
      await until(() => seen.length === 20)
      await membership.close()
      await log.append(many('commands', 0, 20))
      const rest: LogRecord[] = []
      await joined(log, collecting('others', ['commands'], rest))
      await until(() => rest.length === 40)
      expect(seen).toHaveLength(20)
      expect([...closed].sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
    })

    test('lag counts what is appended and not committed', async () => {
      const log = await opened(await openStore())
      const membership = await joined(log, collecting('lagging', ['commands'], []))
      await log.append(Array.from({ length: 5 }, (_, n) => record('commands', 'same', `${n}`)))
      const partition = partitionOf('commands', 'same')
      membership.commit('commands', partition, 2)
      const lags = await membership.lag()
      expect(lags.find((lag) => lag.partition === partition)?.records).toBe(3)
      expect(lags).toHaveLength(topics.commands.partitions)
    })
  })
}

function record(topic: Topic, key: string, value: string) {
  return { topic, key, value }
}

function many(topic: Topic, from: number, to: number) {
  return Array.from({ length: to - from }, (_, n) =>
    record(topic, `key-${from + n}`, `${from + n}`),
  )
}

function text({ value }: LogRecord): string {
  return value.toString()
}

function taking(seen: LogRecord[]) {
  return async (records: readonly LogRecord[]) => {
    seen.push(...records)
  }
}

function collecting(name: string, some: readonly Topic[], seen: LogRecord[]) {
  const open = async () => ({ take: taking(seen), close: async () => {} })
  return { name, topics: some, open }
}

function groupOffsets(records: readonly LogRecord[]): ReadonlyMap<number, readonly number[]> {
  const groups = new Map<number, number[]>()
  for (const { partition, offset } of records) {
    groups.set(partition, [...(groups.get(partition) ?? []), offset])
  }
  return groups
}
