import { expect, test } from 'vitest'
import type { LogRecord } from '../../../src/log/event-log.ts'
import { PostgresFeed } from '../../../src/log/postgres/feed.ts'
import { until } from '../../until.ts'

function recordAt(offset: number): LogRecord {
  const value = Buffer.from(`${offset}`)
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
        return table.filter(({ offset }) => offset >= from).slice(0, limit)
      },
      end: () => end,
    },
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
