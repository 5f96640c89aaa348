import { once } from 'node:events'
import { createConnection, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import pg from 'pg'
import { afterAll, describe, expect, test } from 'vitest'
import { until } from '../../until.ts'
import type { Account } from '../client.ts'
import { buyCredits, call, newAccount, numberAt, spendFreeCalls, textAt } from '../client.ts'
import { begin, csvOf, ended, submit } from '../jobs-client.ts'
import { shareService } from '../shared-service.ts'

/** A caller who cannot pay fills nobody's disk, and a slow one stands in nobody's way. */
const service = shareService({ STAGING_MAX_BYTES: '60000000', STAGING_ACCOUNT_BYTES: '2000000' })
const open: { end(): unknown }[] = []
afterAll(() => Promise.all(open.map((each) => each.end())))

async function database(): Promise<pg.Client> {
  const client = new pg.Client(service().database)
  open.push(client)
  await client.connect()
  return client
}

interface Left {
  readonly jobs: number
  readonly chunks: number
}

async function leftOf(client: pg.Client, account: Account): Promise<Left> {
  const { rows } = await client.query<Left>(
    `select count(distinct j.id)::int as jobs, count(c.chunk)::int as chunks
      from jobs j left join job_chunks c on c.job_id = j.id where j.account_id = $1`,
    [account.id],
  )
  return rows[0] ?? { jobs: -1, chunks: -1 }
}

/** An upload by hand: what of its body is sent, and when, is for the test to say. */
async function openUpload(account: Account, headers: Readonly<Record<string, string>> = {}) {
  const { hostname, port } = new URL(service().url)
  const socket: Socket = createConnection(Number(port), hostname)
  socket.on('error', () => {})
  open.push(socket)
  await once(socket, 'connect')
  let said = ''
  socket.on('data', (bytes) => {
    said += bytes.toString('latin1')
  })
  const all = { 'content-type': 'text/csv', 'transfer-encoding': 'chunked', ...headers }
  const lines = Object.entries({ host: hostname, authorization: `Bearer ${account.key}`, ...all })
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  socket.write(`POST /jobs HTTP/1.1\r\n${head}\r\n`)
  return {
    send: (text: string) => socket.write(`${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`),
    finish: () => socket.write('0\r\n\r\n'),
    breakOff: () => socket.destroy(),
    isClosed: () => socket.closed,
    status: () => Number(/^HTTP\/1.1 (\d+)/.exec(said)?.[1] ?? 0),
    said: () => said,
  }
}

const header = 'id,description,amount\n'
const rowsOf = (count: number) => `${'r,NETFLIX.COM,-15.49\n'.repeat(count)}`

describe('an account without the credits for one row', () => {
  test('is refused before its body, and nothing of it was ever there', async () => {
    const account = await newAccount(service())
    await spendFreeCalls(service(), account)
    const client = await database()
    const upload = await openUpload(account)
    await until('it is refused', () => upload.status() !== 0)
    expect(upload.status()).toBe(402)
    expect(await leftOf(client, account)).toEqual({ jobs: 0, chunks: 0 })
    const packed = await submit(service(), account, { raw: gzipSync(csvOf(200_000)) })
    expect(packed.status).toBe(402)
    expect(packed.body).toMatchObject({ required_cents: 1, available_cents: 0 })
  })

  test('is still answered with the job that its key stands for', async () => {
    const account = await newAccount(service())
    const sent = { raw: csvOf(20), headers: { 'idempotency-key': 'all-i-had' } }
    const id = await begin(service(), account, sent)
    await ended(service(), account, id)
    const again = await submit(service(), account, sent)
    expect([again.status, textAt(again.body, 'id')]).toEqual([202, id])
    expect((await submit(service(), account, { raw: csvOf(20) })).status).toBe(402)
  })
})

test('at the row that goes beyond the credits an unfinished upload ends, and all of it is gone', async () => {
  const account = await newAccount(service(), 3_000)
  const client = await database()
  const upload = await openUpload(account)
  upload.send(header + rowsOf(3_020))
  await until('it is staged', async () => (await leftOf(client, account)).chunks >= 6)
  expect(upload.status()).toBe(0)
  upload.send(rowsOf(1))
  await until('it is refused', () => upload.status() !== 0)
  expect(upload.status()).toBe(402)
  expect(upload.said()).toContain('"required_cents":3001')
  expect(await leftOf(client, account)).toEqual({ jobs: 0, chunks: 0 })
})

test('two uploads of an account stage no more together than it can pay for', async () => {
  const account = await newAccount(service(), 3_000)
  const client = await database()
  const [first, second] = [await openUpload(account), await openUpload(account)]
  first.send(header + rowsOf(2_500))
  await until('the first is staged', async () => (await leftOf(client, account)).chunks >= 5)
  second.send(header + rowsOf(1_000))
  await until('the second is refused', () => second.status() !== 0)
  expect([first.status(), second.status()]).toEqual([0, 402])
  first.finish()
  await until('the first is a job', () => first.status() !== 0)
  expect(first.status()).toBe(202)
})

test('credits that arrive while it uploads count', async () => {
  const account = await newAccount(service(), 1_000)
  const upload = await openUpload(account)
  upload.send(header + rowsOf(1_000))
  await buyCredits(service(), account, 1_000)
  upload.send(rowsOf(1_000))
  upload.finish()
  await until('it is answered', () => upload.status() !== 0)
  expect(upload.status()).toBe(202)
})

test('rows that cannot be read are free, but only so many of them', async () => {
  const account = await newAccount(service(), 100)
  const bad = 'r,NETFLIX.COM,no number\n'
  const few = await submit(service(), account, { raw: header + rowsOf(5) + bad.repeat(900) })
  expect(few.status).toBe(202)
  const many = await submit(service(), account, { raw: header + rowsOf(5) + bad.repeat(1_200) })
  expect(many.status).toBe(400)
  expect(textAt(many.body, 'detail')).toContain('1,000 rows')
})

test('of an upload that broke off nothing is left', async () => {
  const account = await newAccount(service(), 2_000)
  const client = await database()
  const upload = await openUpload(account)
  upload.send(header + rowsOf(1_500))
  await until('it is staged', async () => (await leftOf(client, account)).chunks >= 2)
  upload.breakOff()
  await until('it is gone', async () => (await leftOf(client, account)).jobs === 0)
  expect(await leftOf(client, account)).toEqual({ jobs: 0, chunks: 0 })
})

test('an upload that only trickles is a 408 and hung up on, and what it staged is gone by then', async () => {
  const account = await newAccount(service(), 2_000)
  const client = await database()
  const upload = await openUpload(account)
  upload.send(header + rowsOf(1_500))
  await until('it is staged', async () => (await leftOf(client, account)).chunks >= 2)
  const trickling = setInterval(() => upload.send('r,NETFLIX.COM,-1\n'), 200)
  await until('it is refused', () => upload.status() !== 0).finally(() => clearInterval(trickling))
  expect(await leftOf(client, account)).toEqual({ jobs: 0, chunks: 0 })
  expect(upload.status()).toBe(408)
  expect(upload.said()).toMatch(/\r\nConnection: close\r\n/)
  await until('it is hung up on', () => upload.isClosed())
}, 30_000)

test('slow uploads of one account do not stop those of another, and a third of it waits', async () => {
  const [slow, other] = [await newAccount(service()), await newAccount(service())]
  const client = await database()
  const uploads = [await openUpload(slow), await openUpload(slow)]
  for (const upload of uploads) upload.send(header + rowsOf(1))
  await until('they are in hand', async () => (await leftOf(client, slow)).jobs === 2)
  const waiting = [await openUpload(slow), await openUpload(slow), await openUpload(slow)]
  const job = await begin(service(), other, { raw: csvOf(10) })
  expect(await ended(service(), other, job)).toMatchObject({ status: 'succeeded' })
  expect((await leftOf(client, slow)).jobs).toBe(2)
  for (const upload of waiting) upload.breakOff()
  for (const upload of uploads) upload.breakOff()
  await until('their turns are given back', async () => (await leftOf(client, slow)).jobs === 0)
  await begin(service(), slow, { raw: csvOf(10) })
})

test('an account keeps no more than its share, and what it deletes makes room', async () => {
  const account = await newAccount(service(), 60_000)
  const noise = (rows: number) => {
    const note = () =>
      Array.from({ length: 64 }, () => Math.random().toString(36).slice(2)).join('')
    return `id,description,amount,note\n${Array.from({ length: rows }, () => `r,NETFLIX.COM,-1,${note()}\n`).join('')}`
  }
  const id = await begin(service(), account, { raw: noise(1_000) })
  await ended(service(), account, id)
  const refused = await submit(service(), account, { raw: noise(2_000) })
  expect(refused.status).toBe(409)
  expect(refused.body).toMatchObject({ code: 'limit_reached', share_bytes: 2_000_000 })
  expect(numberAt(refused.body, 'kept_bytes')).toBeGreaterThan(2_000_000)
  expect(await leftOf(await database(), account)).toMatchObject({ jobs: 1 })
  expect((await submit(service(), account, { raw: noise(1_000) })).status).toBe(409)
  await call(service(), `DELETE /jobs/${id}`, { key: account.key })
  await begin(service(), account, { raw: noise(1_000) })
})

test('jobs that have not ended are twenty at most, and the number is said', async () => {
  const account = await newAccount(service(), 1_000)
  const client = await database()
  // The rows that twenty running jobs would leave in the view.
  await client.query(
    `insert into job_progress (job_id, account_id)
      select 'job_of_' || $1 || n, $1 from generate_series(1, 20) n`,
    [account.id],
  )
  const refused = await submit(service(), account, { raw: csvOf(1) })
  expect(refused.status).toBe(429)
  expect(textAt(refused.body, 'detail')).toContain('20 jobs')
  expect(refused.headers.get('retry-after')).toBe('5')
  await client.query('delete from job_progress where account_id = $1', [account.id])
  await begin(service(), account, { raw: csvOf(1) })
})
