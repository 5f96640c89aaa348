import { afterEach, expect, test, vi } from 'vitest'
import type { Pool } from '../../src/db/pool.ts'
import type { Reading } from '../../src/jobs/reading.ts'
import { readResults } from '../../src/jobs/results.ts'
import { Stager } from '../../src/jobs/staging.ts'
import {
  completeJob,
  createJob,
  findJob,
  findJobByKey,
  listJobs,
  markAccepted,
} from '../../src/jobs/store.ts'
import { sha256 } from '../../src/ledger/canonical.ts'
import type { Entry } from '../../src/ledger/entry.ts'
import type { EventLog } from '../../src/log/event-log.ts'
import type { Instruction } from '../../src/messages/instructions.ts'
import { partitionOf } from '../../src/messages/topics.ts'
import { expireJobs } from '../../src/runtime/retention/expire.ts'
import { useDatabases } from '../contracts/database.ts'
import { until } from '../until.ts'
import { openStages } from './stages.ts'

/** Jobs on the real stages, with what no upload would stage and no crash would spare. */
const databases = useDatabases()
const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

const reading: Reading = {
  type: 'transaction',
  expand: [],
  min_confidence: null,
  source: null,
  statement: null,
  table: null,
}

/** Staged and reserved as the API does it. */
async function submit(log: EventLog, pool: Pool, id: string, rows: number): Promise<void> {
  await createJob(pool, { id, accountId: 'acc_1', keyId: null, requestId: 'req_1' })
  const gate = { rowsMax: rows, itemsMax: rows, beyond: async () => true, room: async () => true }
  const stager = new Stager({ pool, jobId: id, readingOf: () => reading, gate })
  await stager.add(Array.from({ length: rows }, (_, n) => ({ description: `NETFLIX ${n}` })))
  await stager.end()
  const { chunks } = stager
  const counts = { total: rows, items: rows, chunks }
  const nothing = { metadata: undefined, webhookUrl: null, idempotencyKey: null, fingerprint: null }
  await completeJob(pool, id, { reading, ...nothing, ...counts })
  await instruct(log, {
    type: 'ReserveCredits',
    command_id: `${id}:reserve`,
    job_id: id,
    items: rows,
  })
}

type Bare = { readonly type: string; readonly command_id: string } & Readonly<
  Record<string, unknown>
>

async function instruct(log: EventLog, bare: Bare): Promise<void> {
  const common = { version: 1, account_id: 'acc_1', reply_to: null, at: new Date().toISOString() }
  const whole = { ...common, call: 'enrich', ...bare } as unknown as Instruction // as: a test's own.
  await log.append([{ topic: 'orders', key: 'acc_1', value: JSON.stringify(whole) }])
}

function purchase(log: EventLog, cents: number): Promise<void> {
  const details = {
    order_id: 'o',
    provider: 'sandbox',
    provider_event_id: 'e',
    amount_cents: cents,
  }
  return instruct(log, { type: 'PurchaseCredits', command_id: 'order:o', ...details })
}

async function entriesOf(log: EventLog): Promise<readonly Entry[]> {
  const records = await log.read('ledger', partitionOf('ledger', 'acc_1'), 0, 1_000)
  return records.map(({ value }) => JSON.parse(value.toString()))
}

async function endOf(pool: Pool, id: string) {
  return until(`${id} has ended`, async () => {
    const job = await findJob(pool, 'acc_1', id)
    return job?.progress?.endedAt ? job : null
  })
}

async function linesOf(pool: Pool, id: string): Promise<readonly string[]> {
  const lines: string[] = []
  for await (const chunk of readResults(pool, { id }, { after: 0, withStaged: false })) {
    lines.push(...chunk.lines)
  }
  return lines
}

test('a chunk that always fails goes to dead letters, its rows are free, and the job ends', async () => {
  const { log, pool, close } = await openStages(await databases.fresh())
  closing.push(close)
  await purchase(log, 5_000)
  await pool.query(`create function spoil() returns trigger language plpgsql as
    $$ begin if new.chunk = 2 then new.staged := 'not json'; end if; return new; end $$;
    create trigger spoil before insert on job_chunks for each row execute function spoil()`)
  await submit(log, pool, 'job_1', 1_200)
  const job = await endOf(pool, 'job_1')
  expect(job.progress).toMatchObject({
    endReason: 'finished',
    processed: 1_200,
    failed: 500,
    failedChunks: 1,
    chargedCents: 700 - 20,
    freeCallsUsed: 20,
  })
  const lines = (await linesOf(pool, 'job_1')).map((line) => JSON.parse(line))
  expect(lines.map(({ row }) => row)).toEqual(Array.from({ length: 1_200 }, (_, n) => n + 1))
  expect(lines[500]).toEqual({
    row: 501,
    error: { code: 'internal_error', message: expect.any(String) },
  })
  const letters = await log.read('dead-letters', 0, 0, 100)
  expect(letters.map(({ value }) => JSON.parse(value.toString()))).toEqual([
    expect.objectContaining({ topic: 'job-chunks', stage: 'jobs' }),
  ])
  const entries = await entriesOf(log)
  expect(entries.at(-1)).toMatchObject({
    type: 'ReservationReleased',
    balance_cents: 5_000 - 680,
    reserved_cents: 0,
    details: { cents: 500, reason: 'finished' },
  })
})

test('chunks sent again, at any time, are settled once, and a result nobody paid for is not shown', async () => {
  const { log, pool, close } = await openStages(await databases.fresh())
  closing.push(close)
  await purchase(log, 5_000)
  await submit(log, pool, 'job_1', 1_000)
  await endOf(pool, 'job_1')
  const before = await linesOf(pool, 'job_1')
  const chunks = await log.read('job-chunks', partitionOf('job-chunks', 'acc_1'), 0, 100)
  await log.append(chunks.map(({ topic, key, value }) => ({ topic, key, value })))
  await pool.query(
    `insert into job_results values ('job_1', 1, $1, 500, 500, 0, 500, '[]', 'a zombie''s')`,
    [sha256('other')],
  )
  await submit(log, pool, 'job_2', 100)
  await endOf(pool, 'job_2')
  const entries = await entriesOf(log)
  const settled = entries.map(({ command_id }) => command_id)
  expect(new Set(settled).size).toBe(settled.length)
  expect(entries.filter(({ type }) => type === 'CallCharged')).toHaveLength(3)
  expect(await linesOf(pool, 'job_1')).toEqual(before)
})

test('a job whose process ends between reservation and work goes on in the next one', async () => {
  const connection = await databases.fresh()
  const first = await openStages(connection, { plays: ['project', 'bill'] })
  await purchase(first.log, 5_000)
  await submit(first.log, first.pool, 'job_1', 600)
  const last = async () => (await entriesOf(first.log)).at(-1)?.type
  await until('credits are reserved', async () => (await last()) === 'CreditsReserved')
  await first.close()
  const second = await openStages(connection)
  closing.push(second.close)
  expect(await endOf(second.pool, 'job_1')).toMatchObject({ progress: { processed: 600 } })
})

test('a reservation whose job is gone is given back', async () => {
  const { log, pool, close } = await openStages(await databases.fresh())
  closing.push(close)
  await purchase(log, 5_000)
  await instruct(log, {
    type: 'ReserveCredits',
    command_id: 'job_x:reserve',
    job_id: 'job_x',
    items: 90,
  })
  const last = async () => (await entriesOf(log)).at(-1)?.type
  await until('the reservation is released', async () => (await last()) === 'ReservationReleased')
  expect((await entriesOf(log)).at(-1)).toMatchObject({
    balance_cents: 5_000,
    free_calls_remaining: 20,
    details: { reason: 'failed' },
  })
  const { rows } = await pool.query('select count(*)::int as jobs from jobs')
  expect(rows).toEqual([{ jobs: 0 }])
})

test('rows and results are deleted when they were kept long enough; what it came to stays', async () => {
  const { log, pool, close } = await openStages(await databases.fresh())
  closing.push(close)
  await purchase(log, 5_000)
  await submit(log, pool, 'job_1', 600)
  await endOf(pool, 'job_1')
  await createJob(pool, { id: 'job_2', accountId: 'acc_1', keyId: null, requestId: 'req_2' })
  await pool.query(`update jobs set submitted_at = now() - interval '2 days' where id = 'job_2'`)
  await expireJobs(pool, 30)
  expect(await linesOf(pool, 'job_1')).toHaveLength(600)
  await pool.query(`update job_progress set ended_at = now() - interval '31 days'`)
  await expireJobs(pool, 30)
  const kept = await findJob(pool, 'acc_1', 'job_1')
  expect(kept).toMatchObject({ expiredAt: expect.any(Date), progress: { processed: 600 } })
  const { rows } = await pool.query(`select (select count(*) from job_chunks)::int as staged,
    (select count(body) from job_results)::int as bodies, (select count(*) from jobs)::int as jobs`)
  expect(rows).toEqual([{ staged: 0, bodies: 0, jobs: 1 }])
})

test('a job whose process died before it was reserved is shown to nobody, and soon deleted', async () => {
  const { pool, close } = await openStages(await databases.fresh())
  closing.push(close)
  for (const id of ['job_dead', 'job_told']) await stageUnreserved(pool, id)
  await markAccepted(pool, 'job_told')
  expect(await findJob(pool, 'acc_1', 'job_dead')).toBeNull()
  expect(await findJob(pool, 'acc_1', 'job_told')).toMatchObject({ progress: null })
  const page = { accountId: 'acc_1', before: null, limit: 10 }
  expect((await listJobs(pool, page)).map(({ id }) => id)).toEqual(['job_told'])
  // Its key takes it up again, as long as it is there.
  expect(await findJobByKey(pool, 'acc_1', 'key of job_dead')).toMatchObject({ id: 'job_dead' })
  await expireJobs(pool, 30)
  const ids = async () => (await pool.query('select id from jobs order by id')).rows
  expect(await ids()).toEqual([{ id: 'job_dead' }, { id: 'job_told' }])
  await pool.query(`update jobs set submitted_at = now() - interval '61 minutes'`)
  await expireJobs(pool, 30)
  expect(await ids()).toEqual([{ id: 'job_told' }])
})

async function stageUnreserved(pool: Pool, id: string): Promise<void> {
  await createJob(pool, { id, accountId: 'acc_1', keyId: null, requestId: 'req_1' })
  const given = { metadata: undefined, webhookUrl: null, idempotencyKey: `key of ${id}` }
  const counts = { total: 1, items: 1, chunks: 1 }
  await completeJob(pool, id, { reading, ...given, fingerprint: 'f', ...counts })
}

test('between its turns a job looks whether a call waits, to give way to it', async () => {
  const { log, pool, replies, close } = await openStages(await databases.fresh())
  closing.push(close)
  const looks = vi.spyOn(replies, 'waiting', 'get')
  await submit(log, pool, 'job_1', 20)
  await endOf(pool, 'job_1')
  const few = looks.mock.calls.length
  await purchase(log, 5_000)
  await submit(log, pool, 'job_2', 2_000)
  await endOf(pool, 'job_2')
  expect(looks.mock.calls.length).toBeGreaterThan(few)
})
