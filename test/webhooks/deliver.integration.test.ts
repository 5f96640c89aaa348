import { afterEach, beforeEach, expect, test } from 'vitest'
import { openPool, type Pool } from '../../src/db/pool.ts'
import { openWebhookDelivery } from '../../src/webhooks/deliver.ts'
import { insertDelivery } from '../../src/webhooks/enqueue.ts'
import { pauseAfter } from '../../src/webhooks/retries.ts'
import { rollSecret } from '../../src/webhooks/secrets.ts'
import { useDatabases } from '../contracts/database.ts'
import { until } from '../until.ts'
import { hangs, openReceiver, type Receiver } from './receiver.ts'

const databases = useDatabases()
let pool: Pool
let receiver: Receiver
const closing: (() => Promise<unknown>)[] = []
const told: unknown[] = []
const notices = { tell: (...words: unknown[]) => void told.push(words) }

beforeEach(async () => {
  pool = openPool(await databases.fresh(), 8)
  receiver = await openReceiver()
})
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
  await receiver.close()
  await pool.end()
})

function deliver() {
  const delivery = openWebhookDelivery({ pool, report: () => {}, notices, allowPrivate: true })
  closing.push(delivery.close)
  return delivery
}

async function enqueue(owner: string, path: string, event: string, accountId = 'acc_1') {
  const { rowCount } = await pool.query('select from webhook_secrets where owner = $1', [owner])
  if (rowCount === 0) await rollSecret(pool, owner)
  return insertDelivery(pool, {
    ...{ accountId, owner, url: receiver.url(path), type: 'webhook.test' as const },
    ...{ id: event, at: new Date().toISOString(), payload: {} },
  })
}

async function statuses(): Promise<readonly string[]> {
  const { rows } = await pool.query<{ status: string }>('select status from webhook_deliveries')
  return rows.map(({ status }) => status)
}

test('several processes deliver each event once to each target', async () => {
  for (let n = 0; n < 60; n += 1) await enqueue(`whk_${n % 6}`, `/${n % 6}`, `evt_${n}`)
  deliver()
  deliver()
  await until(() => receiver.received.length >= 60)
  const seen = receiver.received.map(({ headers }) => headers['webhook-id'])
  expect([...new Set(seen)]).toHaveLength(60)
  expect(seen).toHaveLength(60)
})

test('targets that hang delay neither other targets nor other accounts', async () => {
  receiver.behave('/hang', hangs)
  for (let n = 0; n < 30; n += 1) {
    await enqueue(`whk_hang_${n}`, '/hang', `evt_${n}`, 'acc_slow')
    await enqueue('whk_one', '/hang', `evt_more_${n}`, 'acc_slow')
  }
  await enqueue('whk_fine', '/fine', 'evt_fine', 'acc_fine')
  deliver()
  await until(() => receiver.at('/hang').length >= 4)
  await enqueue('whk_fine', '/fine', 'evt_later', 'acc_fine')
  await until(() => receiver.at('/fine').length === 2, 5_000)
})

test('the same event is enqueued once', async () => {
  const first = await enqueue('whk_1', '/', 'evt_1')
  expect(await enqueue('whk_1', '/', 'evt_1')).toBe(first)
  expect(await statuses()).toEqual(['pending'])
})

test('a stop gives back what was under way: the next process sends it at once', async () => {
  receiver.behave('/hang', hangs)
  await enqueue('whk_1', '/hang', 'evt_1')
  const first = deliver()
  await until(() => receiver.at('/hang').length === 1)
  await first.close()
  const { rows } = await pool.query('select attempts from webhook_deliveries')
  expect(rows).toEqual([{ attempts: 0 }])
  receiver.behave('/hang', 204)
  deliver()
  await until(() => receiver.at('/hang').length === 2)
})

test('a failure is tried again later; 410 never again', async () => {
  receiver.behave('/broken', 503)
  receiver.behave('/gone', 410)
  await enqueue('whk_1', '/broken', 'evt_1')
  await enqueue('whk_2', '/gone', 'evt_1')
  deliver()
  await until(() => receiver.received.length === 2)
  const read = () =>
    pool.query<{ owner: string; status: string; waits: string | null }>(
      `select owner, status, extract(epoch from next_attempt_at - now()) as waits
        from webhook_deliveries where exists (select from webhook_attempts a
          where a.delivery_id = id) order by owner`,
    )
  let rows = (await read()).rows
  while (rows.length < 2) rows = (await read()).rows
  expect(rows).toMatchObject([
    { owner: 'whk_1', status: 'pending' },
    { owner: 'whk_2', status: 'failed', waits: null },
  ])
  expect(Number(rows[0]?.waits)).toBeGreaterThan(3)
  expect(Number(rows[0]?.waits)).toBeLessThan(6)
})

test('pauses grow over three days, then it is given up', () => {
  const pauses = Array.from({ length: 10 }, (_, n) => pauseAfter(n + 1, 0.5))
  expect(pauses.at(-1)).toBe(null)
  const given = pauses.slice(0, -1).map((pause) => pause ?? 0)
  expect(given).toEqual([...given].sort((a, b) => a - b))
  const days = given.reduce((sum, pause) => sum + pause, 0) / (24 * 3_600_000)
  expect(days).toBeGreaterThan(3)
  expect(days).toBeLessThan(4)
  expect(pauseAfter(1, 0)).toBeLessThan(pauseAfter(1, 1) ?? 0)
})

test('the operator is told of a target that has taken nothing for a day', async () => {
  receiver.behave('/down', 500)
  await enqueue('whk_down', '/down', 'evt_old')
  await pool.query(`update webhook_deliveries set created_at = now() - interval '25 hours'`)
  deliver()
  const [words] = await until(() => (told.length > 0 ? told : null))
  expect(words).toEqual([
    'webhook_failing',
    'whk_down',
    { account_id: 'acc_1', event_id: 'evt_old', since: expect.any(String) },
  ])
})
