import { beforeAll, expect, test } from 'vitest'
import { execute } from '../../contracts/database.ts'
import type { Account } from '../client.ts'
import { at, call, newAccount, textAt } from '../client.ts'
import { begin, csvOf, ended } from '../jobs-client.ts'
import { expectProblem } from '../problem.ts'
import { useService } from '../shared-service.ts'

const service = useService()
let account: Account
let id = ''

beforeAll(async () => {
  account = await newAccount(service())
  id = await begin(service(), account, { raw: csvOf(5) })
  await ended(service(), account, id)
})

async function ticketFor(job: string, key = account.key) {
  return call(service(), `POST /jobs/${job}/events-ticket`, { key })
}

test('a ticket opens the events of its job once, without a header', async () => {
  const reply = await ticketFor(id)
  expect([reply.status, reply.headers.get('cache-control')]).toEqual([201, 'no-store'])
  const left = Date.parse(textAt(reply.body, 'expires_at')) - Date.now()
  expect(left).toBeGreaterThan(30_000)
  expect(left).toBeLessThan(90_000)
  const url = new URL(textAt(reply.body, 'events_url'))
  const ticket = textAt(reply.body, 'ticket')
  expect(url.pathname + url.search).toBe(`/jobs/${id}/events?ticket=${ticket}`)
  const tries = Array.from({ length: 8 }, () => call(service(), `GET ${url.pathname}${url.search}`))
  const replies = await Promise.all(tries)
  const [opened, ...more] = replies.filter(({ status }) => status === 200)
  expect(more).toEqual([])
  expect(opened?.headers.get('content-type')).toMatch(/^text\/event-stream/)
  expect(JSON.parse((opened?.text ?? '').replace(/^data: /, ''))).toMatchObject({
    id,
    status: 'succeeded',
  })
  for (const other of replies) if (other !== opened) expectProblem(other, 401)
})

test('it is good for nothing else: another job, another endpoint, after its minute', async () => {
  const ticket = textAt((await ticketFor(id)).body, 'ticket')
  const other = await begin(service(), account, { raw: csvOf(1) })
  expectProblem(await call(service(), `GET /jobs/${other}/events?ticket=${ticket}`), 401)
  expectProblem(await call(service(), `GET /jobs/${id}?ticket=${ticket}`), 401)
  expectProblem(await call(service(), `GET /jobs/${id}/events`, { key: ticket }), 401)
  await execute(
    service().database,
    `update tickets set expires_at = now() where account_id = '${account.id}'`,
  )
  expectProblem(await call(service(), `GET /jobs/${id}/events?ticket=${ticket}`), 401)
})

test('a header counts before a ticket, which stays good', async () => {
  const ticket = textAt((await ticketFor(id)).body, 'ticket')
  const where = `GET /jobs/${id}/events?ticket=${ticket}`
  expect((await call(service(), where, { key: account.key })).status).toBe(200)
  expectProblem(await call(service(), where, { key: 'nonsense' }), 401)
  expect((await call(service(), where)).status).toBe(200)
})

test('only who may watch the job is given one, and fifty stay good', async () => {
  const stranger = await newAccount(service())
  expectProblem(await ticketFor(id, stranger.key), 404)
  expectProblem(await call(service(), `POST /jobs/${id}/events-ticket`), 401)
  const body = { name: 'calls only', scopes: ['enrich'] }
  const key = textAt(
    (await call(service(), 'POST /keys', { key: account.key, body })).body,
    'api_key',
  )
  expectProblem(await ticketFor(id, key), 403)
  const first = textAt((await ticketFor(id)).body, 'ticket')
  for (let made = 0; made < 50; made += 1) expect((await ticketFor(id)).status).toBe(201)
  const reply = await call(service(), `GET /jobs/${id}/events?ticket=${first}`)
  expect([reply.status, at(reply.body, 'code')]).toEqual([401, 'unauthenticated'])
})
