import { describe, expect, test } from 'vitest'
import { execute } from '../../contracts/database.ts'
import type { Account, Reply } from '../client.ts'
import { call, listAt, newAccount, textAt } from '../client.ts'
import { expectProblem } from '../problem.ts'
import { shareService } from '../shared-service.ts'

/** POSTs that are no paid calls: what is made, and where it is listed. */
const service = shareService()
const made = [
  ['/feedback', { description: 'SQ *JOES 0412', merchant: "Joe's Coffee" }, 'GET /feedback'],
  ['/keys', { name: 'second' }, 'GET /keys'],
  ['/webhooks', { url: 'https://example.com/hook', events: ['job.finished'] }, 'GET /webhooks'],
  ['/payments/create-order', { amount_cents: 500 }, null],
] as const

function post(account: Account, path: string, key: string, body: unknown): Promise<Reply> {
  const headers = { 'idempotency-key': key }
  return call(service(), `POST ${path}`, { key: account.key, body, headers })
}

async function listed(account: Account, where: string): Promise<number> {
  return listAt((await call(service(), where, { key: account.key })).body, 'data').length
}

describe.each(made)('POST %s under an Idempotency-Key', (path, body, list) => {
  test('is done once, and every retry has the first answer, also of ten at once', async () => {
    const account = await newAccount(service())
    const before = list ? await listed(account, list) : 0
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => post(account, path, 'at-once', body)),
    )
    replies.push(await post(account, path, 'at-once', body))
    expect(new Set(replies.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(replies[0]?.status).toBe(201)
    const decided = replies.filter(({ headers }) => !headers.has('idempotent-replayed'))
    expect(decided.length).toBe(1)
    if (list) expect(await listed(account, list)).toBe(before + 1)
    const another = await post(account, path, 'another', body)
    expect(another.text).not.toBe(replies[0]?.text)
  })

  test('is refused with another body, and on another path', async () => {
    const account = await newAccount(service())
    expect((await post(account, path, 'reused', body)).status).toBe(201)
    const [changed] = Object.entries({ merchant: 'Other', name: 'x', amount_cents: 600 }).filter(
      ([name]) => name in body,
    )
    const other = changed
      ? { ...body, [changed[0]]: changed[1] }
      : { ...body, events: ['credits.low'] }
    expectProblem(await post(account, path, 'reused', other), 422)
    const elsewhere = path === '/keys' ? '/webhooks' : '/keys'
    const unlike = path === '/keys' ? made[2][1] : { name: 'elsewhere' }
    expectProblem(await post(account, elsewhere, 'reused', unlike), 422)
  })
})

test('a refusal does not use the key up', async () => {
  const account = await newAccount(service())
  expectProblem(await post(account, '/keys', 'again', { name: '' }), 400)
  expect((await post(account, '/keys', 'again', { name: 'now' })).status).toBe(201)
  expectProblem(await post(account, '/keys/key_none/roll', 'roll', {}), 404)
  const own = textAt((await call(service(), 'GET /keys', { key: account.key })).body, 'data.0.id')
  expect((await post(account, `/keys/${own}/roll`, 'roll', { grace_seconds: 60 })).status).toBe(201)
})

test('an answer with a secret is given to the same credential only, and stored by nobody', async () => {
  const account = await newAccount(service())
  const body = { name: 'second', scopes: ['enrich', 'manage'] }
  const first = await post(account, '/keys', 'secret', body)
  const secret = textAt(first.body, 'api_key')
  const other = { ...account, key: secret }
  expectProblem(await post(other, '/keys', 'secret', body), 422)
  const replay = await post(account, '/keys', 'secret', body)
  expect(textAt(replay.body, 'api_key')).toBe(secret)
  const rows = await execute(service().database, 'select * from kept_answers')
  expect(JSON.stringify(rows)).not.toContain(secret)
  const encoded = Buffer.from(secret).toString('hex')
  const found = `select 1 from kept_answers where position('\\x${encoded}'::bytea in sealed) > 0`
  expect(await execute(service().database, found)).toEqual([])
})
