import { expect, test } from 'vitest'
import { jsonCodec } from '../../../src/log/codecs/json-codec.ts'
import type { LogRecord, NewRecord } from '../../../src/log/event-log.ts'
import { openAccountTurns } from '../../../src/workers/enriching/account-turns.ts'
import type { LargeCall } from '../../../src/workers/enriching/partition.ts'
import { EnrichPartition } from '../../../src/workers/enriching/partition.ts'

function recordAt(offset: number, domain: string): LogRecord {
  const message = { type: 'EnrichDomain', command_id: `cmd_${offset}`, account_id: 'acc', domain }
  const value = JSON.stringify(message)
  // as: of a command only what is given here is looked at.
  return { topic: 'commands', partition: 0, offset, key: 'acc', value, message } as never
}

/** A partition whose look-ups of `slow.com` wait until they are answered. */
function opened() {
  const appended: string[] = []
  const committed: number[] = []
  const answers: (() => void)[] = []
  const failures: Error[] = []
  const eventOf = (id: string) => ({ command_id: id, account_id: 'acc' })
  const deps = {
    codec: jsonCodec,
    now: () => '2026-01-01T00:00:00.000Z',
    count: { deadLetter() {} },
    fail: (error: unknown) => {
      throw error
    },
    log: {
      async append(records: readonly NewRecord[]) {
        const events = records.filter(({ topic }) => topic !== 'dead-letters')
        appended.push(...events.map(({ value }) => JSON.parse(String(value)).command_id))
        return []
      },
    },
    enrichment: {
      async enrich({ command }: { readonly command: { command_id: string; domain: string } }) {
        const event = eventOf(command.command_id)
        if (command.domain === 'stored.com' && failures.length > 0) throw failures.pop()
        if (command.domain === 'live.com' && failures.length > 0) {
          return { event: null, later: Promise.reject(failures.pop()) }
        }
        if (command.domain !== 'slow.com') return { event, later: null }
        const later = new Promise((resolve) => answers.push(() => resolve(event)))
        return { event: null, later }
      },
      failed: ({ command }: { readonly command: { command_id: string } }) =>
        eventOf(`${command.command_id} failed`),
    },
  }
  const turns = openAccountTurns<LargeCall>(async () => {}, deps.fail)
  // as: nothing else is asked of the stage by these commands.
  const partition = new EnrichPartition(deps as never, turns, async (offset) => {
    committed.push(offset)
  })
  return { partition, appended, committed, answers, failures }
}

test('a slow site holds up no other command of its partition, only the committed offset', async () => {
  const { partition, appended, committed, answers } = opened()
  await partition.take([recordAt(0, 'a.com'), recordAt(1, 'slow.com'), recordAt(2, 'b.com')])
  await partition.take([recordAt(3, 'c.com')])
  expect(appended).toEqual(['cmd_0', 'cmd_2', 'cmd_3'])
  expect(committed).toEqual([1])
  for (const answer of answers) answer()
  await expect.poll(() => committed).toEqual([1, 4])
  expect(appended).toEqual(['cmd_0', 'cmd_2', 'cmd_3', 'cmd_1'])
})

test('a partition that is somebody else’s now appends nothing of what was still asked', async () => {
  const { partition, appended, committed, answers } = opened()
  await partition.take([recordAt(0, 'slow.com'), recordAt(1, 'b.com')])
  await partition.close()
  for (const answer of answers) answer()
  await new Promise((resolve) => setImmediate(resolve))
  expect({ appended, committed }).toEqual({ appended: ['cmd_1'], committed: [] })
})

const away = () => new Error('Connection terminated unexpectedly')

test.each(['stored.com', 'live.com'])(
  'a call of %s that needs what is stored waits for Postgres, and holds up nobody',
  async (domain) => {
    const { partition, appended, committed, failures } = opened()
    failures.push(away(), away())
    await partition.take([recordAt(0, domain), recordAt(1, 'b.com')])
    expect({ appended, committed }).toEqual({ appended: ['cmd_1'], committed: [] })
    await expect.poll(() => committed, { timeout: 10_000 }).toEqual([2])
    expect(appended).toEqual(['cmd_1', 'cmd_0'])
  },
)

test('a call that fails otherwise when Postgres is back fails for good', async () => {
  const { partition, appended, committed, failures } = opened()
  failures.push(new Error('a bug of ours'), away())
  await partition.take([recordAt(0, 'stored.com')])
  await expect.poll(() => committed, { timeout: 10_000 }).toEqual([1])
  expect(appended).toEqual(['cmd_0 failed'])
})
