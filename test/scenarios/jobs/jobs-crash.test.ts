import { afterAll, beforeAll, expect, test } from 'vitest'
import { execute } from '../../contracts/database.ts'
import { until } from '../../until.ts'
import type { Account } from '../client.ts'
import { newAccount } from '../client.ts'
import { begin, csvOf, ended, jobOf, resultsOf } from '../jobs-client.ts'
import { auditOf, hashOf } from '../ledger-auditor.ts'
import type { RunningService } from '../service.ts'
import { startService } from '../service.ts'

const rowCount = 5_000
let service: RunningService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service?.close())

async function moreRows(account: Account, id: string, rows: number): Promise<void> {
  const before = (await jobOf(service, account, id)).processed
  await until(
    'more rows are done',
    async () => (await jobOf(service, account, id)).processed >= Math.min(rowCount, before + rows),
    30_000,
  )
}

/** Every row once, in order; every chunk charged once, for the rows that are shown. */
async function check(account: Account, id: string): Promise<void> {
  const job = await ended(service, account, id)
  expect(job).toMatchObject({ status: 'succeeded', processed: rowCount, reserved_cents: 0 })
  const rows = await resultsOf(service, account, id)
  expect(rows.map(({ row }) => row)).toEqual(Array.from({ length: rowCount }, (_, n) => n + 1))
  expect(rows.every(({ id: own, row }) => own === `r${row}`)).toBe(true)
  const audit = await auditOf(service, account)
  expect(audit).toMatchObject({ balance: 10_000 - rowCount + 20, reserved: 0, freeCalls: 0 })
  const charges = audit.charges()
  expect(charges.map(({ details }) => details.chunk).sort()).toHaveLength(rowCount / 500)
  for (const { details } of charges) {
    const first = ((details.chunk ?? 0) - 1) * 500
    expect(details.result_sha256).toBe(hashOf(rows.slice(first, first + 500)))
  }
}

test('kill -9 of the service in the middle of a job, twice: it goes on and nothing is doubled', async () => {
  const account = await newAccount(service, 10_000)
  const id = await begin(service, account, { raw: csvOf(rowCount) })
  for (let kills = 0; kills < 2; kills += 1) {
    await moreRows(account, id, 500)
    await service.kill9()
    await service.restart()
  }
  await check(account, id)
}, 240_000)

test('kill -9 of everything right after the 202: the job is there and runs to its end', async () => {
  const account = await newAccount(service, 10_000)
  const id = await begin(service, account, { raw: csvOf(rowCount) })
  await service.kill9All()
  await service.restart()
  await check(account, id)
}, 240_000)

test('kill -9 during the upload leaves no job, no reservation and no charge', async () => {
  const account = await newAccount(service, 10_000)
  let sending = true
  const endless = new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode(csvOf(3_000))),
  })
  const upload = fetch(`${service.url}/jobs`, {
    method: 'POST',
    headers: { authorization: `Bearer ${account.key}`, 'content-type': 'text/csv' },
    body: endless,
    duplex: 'half',
  } as RequestInit).catch(() => {
    sending = false
  })
  const staged = async () => {
    const of = `where account_id = '${account.id}'`
    const [jobs, chunks] = await Promise.all([
      execute(service.database, `select from jobs ${of}`),
      execute(
        service.database,
        `select from job_chunks where job_id in (select id from jobs ${of})`,
      ),
    ])
    return { jobs: jobs.length, chunks: chunks.length }
  }
  await until('some of it is staged', async () => sending && (await staged()).chunks > 0)
  await service.kill9()
  await upload
  await service.restart()
  // As long after it, for where others serve the database it lies untouched for a while.
  await execute(
    service.database,
    `update jobs set touched_at = touched_at - interval '1 minute' where account_id = '${account.id}'`,
  )
  await expect.poll(staged, { timeout: 120_000, interval: 500 }).toEqual({ jobs: 0, chunks: 0 })
  const audit = await auditOf(service, account)
  expect(audit).toMatchObject({ balance: 10_000, reserved: 0, freeCalls: 20 })
}, 240_000)
