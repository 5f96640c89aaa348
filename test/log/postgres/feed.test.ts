import { expect, test } from 'vitest'
import type { LogRecord } from '../../../src/log/event-log.ts'
import { FeedRoom, PostgresFeed } from '../../../src/log/postgres/feed.ts'
import { countWithin } from '../../../src/log/record.ts'
import { until } from '../../until.ts'

function recordAt(offset: number, bytes = 0): LogRecord {
  const value = bytes > 0 ? Buffer.alloc(bytes, 'x') : Buffer.from(`${offset}`)
  return { topic: 'commands', partition: 0, offset, key: 'k', value }
}

/** A partition that ends at `end`, and of which only these rows were not erased. */
function feedOf(offsets: readonly number[], end: number) {
  const table = offsets.map(recordAt)
  const seen: number[] = []
  const feed = new PostgresFeed({
    topic: 'commands',
    partition: 0,
    from: 0,
    reader: {
      take: async (records) => void seen.push(...records.map(({ offset }) => offset)),
      close: async () => {},
    },
    source: {
      async read(_topic, _partition, from, limit) {
        // As a question to the server, it takes a turn of the event loop.
        await new Promise((resolve) => setImmediate(resolve))
        const left = table.filter(({ offset }) => offset >= from)
        const records = left.slice(0, countWithin(left, limit))
        return { records, isAll: records.length === left.length }
      },
      end: () => end,
    },
    room: new FeedRoom(),
  })
  return { feed, seen }
}

test.each([
  ['in the middle, more than are read at a time', [0, 1, 1_500], 1_501],
  ['everywhere between', Array.from({ length: 1_000 }, (_, n) => 2 * n), 2_000],
  ['at the end', [0, 1], 1_200],
  ['alone', [], 40],
])('erased rows %s are passed over, and the reader is handed what comes next', async (...given) => {
  const [, offsets, end] = given
  const { feed, seen } = feedOf(offsets, end)
  // Offered records are in no table here: only a feed that has caught up can hand them over.
  await until(() => {
    feed.offer([recordAt(end)])
    return seen.includes(end)
  }, 5_000)
  expect(seen).toEqual([...offsets, end])
  await feed.close()
})

const mebibyte = 1_048_576

/** A reader that takes when the test says so, of a table that grows as records are offered. */
function openLarge() {
  const table: LogRecord[] = []
  const taken: LogRecord[][] = []
  const room = new FeedRoom()
  let take: () => void = () => {}
  let questions = 0
  const feed = new PostgresFeed({
    ...{ topic: 'commands' as const, partition: 0, from: 0, room },
    reader: {
      async take(records) {
        taken.push([...records])
        await new Promise<void>((resolve) => {
          take = resolve
        })
      },
      close: async () => {},
    },
    source: {
      async read(_topic, _partition, from, limit) {
        questions += 1
        await new Promise((resolve) => setImmediate(resolve))
        const left = table.filter(({ offset }) => offset >= from)
        const records = left.slice(0, countWithin(left, limit))
        return { records, isAll: records.length === left.length }
      },
      end: () => table.length,
    },
  })
  const append = (bytes: number) => {
    const record = recordAt(table.length, bytes)
    table.push(record)
    feed.offer([record])
  }
  const takeAll = async () => {
    await until(() => {
      take()
      return taken.flat().length === table.length
    }, 5_000)
    take()
  }
  return { feed, room, taken, append, takeAll, questions: () => questions }
}

test('a reader that stands still holds so many bytes, and is given all of them later', async () => {
  const { feed, room, taken, append, takeAll, questions } = openLarge()
  append(10)
  await until(() => taken.length === 1, 5_000)
  await takeAll()
  await until(() => questions() > 0, 5_000)
  let most = 0
  for (let count = 0; count < 100; count += 1) {
    append(mebibyte)
    most = Math.max(most, room.used)
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect(most).toBeLessThanOrEqual(16 * mebibyte)
  await takeAll()
  expect(taken.flat().map(({ offset }) => offset)).toEqual(Array.from({ length: 101 }, (_, n) => n))
  await until(() => room.used === 0, 5_000)
  await feed.close()
})

test('a take has a limit of bytes, and a question that it cut short is no end', async () => {
  const { feed, taken, append, takeAll } = openLarge()
  for (let count = 0; count < 50; count += 1) append(100_000)
  await takeAll()
  expect(Math.max(...taken.map(({ length }) => length))).toBeLessThanOrEqual(2)
  expect(taken.flat().map(({ offset }) => offset)).toEqual(Array.from({ length: 50 }, (_, n) => n))
  await feed.close()
})
