import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Pool } from '../../../src/db/pool.ts'
import { openPool } from '../../../src/db/pool.ts'
import { eraseClosed } from '../../../src/runtime/retention/erasure.ts'
import { useDatabases } from '../../contracts/database.ts'

const databases = useDatabases()
let pool: Pool
beforeAll(async () => {
  pool = openPool(await databases.fresh(), 2)
})
afterAll(() => pool.end())

const topics = ['commands', 'enrichments', 'job-chunks', 'corrections', 'dead-letters'] as const

/** A row of the account in every table that holds anything of one. */
async function leave(id: string): Promise<void> {
  const statements = [
    `insert into accounts (id, email, password_hash, created_at) values ('${id}', '${id}', 'h', now())`,
    `insert into api_keys (id, account_id, name, prefix, secret_sha256, created_at)
      values ('key_${id}', '${id}', 'n', 'p', '${id}', now())`,
    `insert into account_events (id, account_id, type, hour, slot, at, last_at, count)
      values ('evt_${id}', '${id}', 'logged_in', now(), 'evt_${id}', now(), now(), 1)`,
    `insert into sessions values ('ses_${id}', '${id}', now(), now())`,
    `insert into results (command_id, account_id, request_id, status, body, result_sha256)
      values ('cmd_${id}', '${id}', 'r', 200, 'b', 'h')`,
    `insert into accepted values ('cmd_${id}', '${id}', 'r', now())`,
    `insert into webhooks values ('whk_${id}', '${id}', 'u', '{}', now())`,
    `insert into webhook_secrets values ('whk_${id}', 's', now()), ('jobs:${id}', 's', now())`,
    `insert into webhook_deliveries (id, account_id, owner, lane, event_id, type, url, body, created_at)
      values ('dlv_${id}', '${id}', 'o', 'l', 'e', 't', 'u', 'b', now())`,
    `insert into webhook_attempts values ('dlv_${id}', 1, now(), 1, 200, null)`,
    `insert into correction_versions values ('${id}', 1)`,
    `insert into corrections (id, account_id, description, corrects_merchant, corrects_website, at)
      values ('cor_${id}', '${id}', 'd', false, false, now())`,
    ...leaveJob(id, 'uploading'),
    ...leaveJob(id, 'finished'),
    `insert into job_progress (job_id, account_id) values ('finished_${id}', '${id}')`,
    `insert into orders (id, account_id, amount_cents, provider, checkout_url, created_at)
      values ('ord_${id}', '${id}', 100, 'stripe', 'u', now())`,
  ]
  for (const statement of statements) await pool.query(statement)
}

const leaveJob = (id: string, name: string) => [
  `insert into jobs (id, account_id, request_id, metadata, reading, submitted_at)
    values ('${name}_${id}', '${id}', 'r', 'm', 'r', now())`,
  `insert into job_chunks (job_id, chunk, first_row, rows, staged)
    values ('${name}_${id}', 1, 1, 1, 's')`,
  `insert into job_results (job_id, chunk, result_sha256, rows, matched, failed, items, body)
    values ('${name}_${id}', 1, 'h', 1, 1, 0, 1, 'b')`,
]

const left = [
  ...['accounts', 'api_keys', 'sessions', 'results', 'accepted', 'webhooks', 'webhook_secrets'],
  ...['webhook_deliveries', 'webhook_attempts', 'corrections', 'correction_versions'],
  ...['job_chunks', 'job_results', 'account_events'],
]

async function tablesWith(id: string, tables: readonly string[]): Promise<readonly string[]> {
  const found: string[] = []
  for (const table of tables) {
    const { rowCount } = await pool.query(`select from ${table} t where t::text like '%${id}%'`)
    if (rowCount) found.push(table)
  }
  return found
}

const append = (topic: string, off: number, id: string) =>
  pool.query(`insert into log."${topic}" values (0, ${off}, '${id}', 'value of ${id}')`)

const now = { log: true, secondSweepMs: 0 }
const later = { log: true }

test('takes all that is theirs of those who closed, and nothing of others', async () => {
  await leave('acc_gone')
  await leave('acc_here')
  await pool.query(`insert into closed_accounts values ('acc_gone', '2026')`)
  await eraseClosed(pool, later)
  expect(await tablesWith('acc_gone', left)).toEqual([])
  expect(await tablesWith('acc_here', left)).toEqual(left)
  const { rows } = await pool.query(
    `select reading, metadata, submitted_at, o.amount_cents, o.checkout_url from jobs
      join orders o using (account_id) where account_id = 'acc_gone'`,
  )
  const blank = { reading: null, metadata: null, submitted_at: null }
  const order = { amount_cents: 100, checkout_url: null }
  expect(rows).toEqual([
    { ...blank, ...order },
    { ...blank, ...order },
  ])
})

test('what was on its way goes with the second sweep, which comes once', async () => {
  for (const statement of leaveJob('acc_gone', 'late')) await pool.query(statement)
  await eraseClosed(pool, later)
  expect(await tablesWith('late_acc_gone', ['jobs', 'job_chunks', 'job_results'])).toHaveLength(3)
  await eraseClosed(pool, now)
  expect(await tablesWith('acc_gone', ['jobs', 'job_chunks', 'job_results'])).toEqual([])
  const { rows } = await pool.query('select erased_at is null as due from closed_accounts')
  expect(rows).toEqual([{ due: false }])
  await pool.query(`insert into accepted values ('cmd_x', 'acc_gone', 'r', now())`)
  await eraseClosed(pool, now)
  expect(await tablesWith('acc_gone', ['accepted'])).toEqual(['accepted'])
})

test('of the log only offsets stay, and only where another one would take them again', async () => {
  for (const topic of topics) {
    for (const [off, id] of ['acc_log', 'acc_other', 'acc_log', 'acc_log'].entries()) {
      await append(topic, off, id)
    }
  }
  for (const topic of ['ledger', 'orders']) await append(topic, 0, 'acc_log')
  await pool.query(`insert into closed_accounts values ('acc_log', '2026')`)
  await eraseClosed(pool, later)
  for (const topic of topics) {
    const { rows } = await pool.query(`select off::int, value from log."${topic}" order by off`)
    expect(rows).toEqual([
      { off: 1, value: 'value of acc_other' },
      { off: 3, value: '' },
    ])
  }
  for (const topic of ['ledger', 'orders']) {
    expect(await tablesWith('value of acc_log', [`log.${topic}`])).toHaveLength(1)
  }
})

test('where the log lies elsewhere it is left alone', async () => {
  await append('commands', 9, 'acc_kafka')
  await pool.query(`insert into closed_accounts values ('acc_kafka', '2026')`)
  await eraseClosed(pool, { log: false })
  expect(await tablesWith('value of acc_kafka', ['log.commands'])).toHaveLength(1)
})
