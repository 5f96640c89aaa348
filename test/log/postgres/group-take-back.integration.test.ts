import { afterEach, expect, test } from 'vitest'
import type { Connection } from '../../../src/db/pool.ts'
import type { Basis, EventLog, LogRecord } from '../../../src/log/event-log.ts'
import { openPostgresLog } from '../../../src/log/postgres/postgres-log.ts'
import { partitionOf } from '../../../src/messages/topics.ts'
import { useDatabases } from '../../contracts/database.ts'
import { until } from '../../until.ts'
import { openTransaction } from './held.ts'

/** Taking back, of infra/LOG.md, while the readers of the time before are still being opened. */
const databases = useDatabases()
const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close().catch(() => {})
})

const place = partitionOf('commands', 'k')
const elsewhere = (place + 1) % 8

/** Somebody else's command at the offset that is given to the next one here. */
function rival(connection: Connection, off: number) {
  return openTransaction(
    connection,
    `insert into log.commands (partition, off, key, value) values (${place}, ${off}, 'k', 'rival')`,
  )
}

/**
 * A member from which two records are taken back, the second one while a partition is being opened
 * for the second time: that waits, and then does `inOpening`, until `go` is called.
 */
async function takenBackTwice(inOpening: (log: EventLog, basis?: Basis) => Promise<unknown>) {
  const connection = await databases.fresh()
  const log = await openPostgresLog(connection)
  closing.push(() => log.close())
  const seen: LogRecord[] = []
  const rejectedOpen: number[] = []
  let rejected = 0
  let openings = 0
  let go = () => {}
  const gate = new Promise<void>((resolve) => {
    go = resolve
  })
  const membership = await log.join({
    name: 'follow',
    topics: ['commands'],
    early: ['commands'],
    async open(partition, _committed, basis) {
      if (partition === elsewhere) {
        openings += 1
        if (openings === 2) {
          await gate
          await inOpening(log, basis)
        }
      }
      let closed = false
      return {
        async take(records) {
          seen.push(...records)
          for (const { key, offset } of records) {
            const record = { topic: 'enrichments' as const, key, value: `of ${offset}` }
            log.append([record], basis).catch(() => {
              rejected += 1
              if (!closed) rejectedOpen.push(offset)
            })
          }
        },
        async close() {
          closed = true
        },
      }
    },
  })
  closing.push(() => membership.close())

  for (const off of [0, 2]) {
    const other = await rival(connection, off)
    const appending = log.append([{ topic: 'commands', key: 'k', value: `mine ${off}` }])
    await until(() => seen.some(({ value }) => value === `mine ${off}`))
    await other.end()
    await appending
  }
  await until(() => rejected >= 2)
  expect(openings).toBe(2)
  return { log, go, rejectedOpen, seen, openings: () => openings }
}

/** Both records come again, behind those of the others. */
async function goesOn({ go, openings, seen }: Awaited<ReturnType<typeof takenBackTwice>>) {
  go()
  await until(() => openings() === 3)
  await until(() =>
    seen.filter(({ value }) => value === 'mine 2').some(({ offset }) => offset === 3),
  )
}

test('a reader is closed before its append is rejected, also while others are being opened', async () => {
  const taken = await takenBackTwice(async () => {})
  expect(taken.rejectedOpen).toEqual([])
  await goesOn(taken)
})

test('an opening is done again, and fails nothing, when an append of its own was taken back', async () => {
  const letter = { topic: 'dead-letters' as const, key: 'k', value: 'unreadable' }
  const taken = await takenBackTwice((log, basis) => log.append([letter], basis))
  let failure: unknown = null
  void taken.log.failed.then((error) => {
    failure = error
  })
  await goesOn(taken)
  expect(failure).toBe(null)
})
