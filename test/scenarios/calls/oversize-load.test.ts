import { connect, type Socket } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { partitionOf } from '../../../src/messages/topics.ts'
import { until } from '../../until.ts'
import type { Account, Reply } from '../client.ts'
import { call, enrich, newAccount } from '../client.ts'
import { shareService } from '../shared-service.ts'

/** Load beyond what the service holds is refused, and nobody else hears of it. */
const service = shareService()
const sockets: Socket[] = []
afterAll(() => {
  for (const socket of sockets) socket.destroy()
})

const note = 'y'.repeat(8_000)
const transactions = Array.from({ length: 100 }, (_, n) => ({
  description: `SQ *SHOP ${n} NYC`,
  metadata: { note },
}))

function hugeBatches(account: Account, count: number): readonly Promise<Reply>[] {
  const body = { transactions }
  const send = () => call(service(), 'POST /enrich/batch', { key: account.key, body })
  return Array.from({ length: count }, send)
}

test('more huge batches than there is room for are 429 or 503 with Retry-After, and it lives', async () => {
  const accounts = await Promise.all(Array.from({ length: 4 }, () => newAccount(service(), 1_000)))
  const replies = await Promise.all(accounts.flatMap((account) => hugeBatches(account, 15)))
  const refused = replies.filter(({ status }) => status !== 200)
  expect(refused.length).toBeGreaterThan(10)
  expect(refused.length).toBeLessThan(replies.length)
  for (const { status, headers } of refused) {
    expect([429, 503]).toContain(status)
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  }
  for (const { key } of accounts) expect((await enrich(service(), key)).status).toBe(200)
  expect((await call(service(), 'GET /readyz')).status).toBe(200)
})

test('a neighbour is answered while fifty huge batches of another account are in hand', async () => {
  const loud = await newAccount(service(), 5_000)
  const neighbour = await until('one shares its partition', async () => {
    const account = await newAccount(service())
    const isNear = partitionOf('commands', account.id) === partitionOf('commands', loud.id)
    return isNear && account
  })
  let [open, done] = [50, 0]
  const batches = hugeBatches(loud, open).map(async (batch) => {
    if ((await batch).status === 200) done += 1
    open -= 1
  })
  const beside: number[] = []
  while (open > 0) {
    const before = done
    expect((await enrich(service(), neighbour.key)).status).toBe(200)
    beside.push(done - before)
  }
  await Promise.all(batches)
  expect(done).toBeGreaterThan(0)
  // Those in hand when it calls, and no queue of them.
  expect(Math.max(...beside)).toBeLessThan(8)
})

test('a thousand unfinished log-ins keep no call with a key from its answer', async () => {
  const account = await newAccount(service())
  const { hostname, port } = new URL(service().url)
  const head = 'POST /auth/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n'
  let answered = 0
  for (let count = 0; count < 1_000; count += 1) {
    const socket = connect(Number(port), hostname)
    sockets.push(socket)
    socket.on('error', () => {}).once('data', () => (answered += 1))
    socket.write(`${head}Content-Length: 110\r\n\r\n{"email":"a@example.com",`)
  }
  await until('some are refused for lack of room', () => answered > 0)
  for (let count = 0; count < 20; count += 1) {
    expect((await enrich(service(), account.key)).status).toBe(200)
  }
  expect((await call(service(), 'GET /healthz')).status).toBe(200)
  await until('all are hung up on', () => answered === sockets.length)
})
