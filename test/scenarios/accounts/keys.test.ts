import { describe, expect, test } from 'vitest'
import { until } from '../../until.ts'
import type { Account } from '../client.ts'
import { call, enrich, listAt, newAccount, textAt } from '../client.ts'
import { expectProblem } from '../problem.ts'
import { useService } from '../shared-service.ts'

const service = useService()

function make(account: Account, body: unknown) {
  return call(service(), 'POST /keys', { key: account.key, body })
}

async function listed(account: Account, query = '') {
  const reply = await call(service(), `GET /keys${query}`, { key: account.key })
  expect(reply.status).toBe(200)
  expect(reply.body).toHaveProperty('next_cursor')
  return { keys: listAt(reply.body, 'data'), reply }
}

/** Half a second in truth; the rest is for a machine that runs other tests beside this one. */
const soonMs = 5_000

async function stopsWorking(key: string, withinMs = soonMs): Promise<void> {
  const refused = async () =>
    (await call(service(), 'GET /payments/balance', { key })).status === 401
  await until('the key stops working', refused, withinMs)
}

describe('keys', () => {
  test('are made with a name and shown once', async () => {
    const account = await newAccount(service())
    const made = await make(account, { name: 'till 3' })
    expect(made.status).toBe(201)
    expect(made.body).toEqual({
      id: expect.stringMatching(/^key_/),
      name: 'till 3',
      prefix: expect.any(String),
      created_at: expect.stringMatching(/Z$/),
      api_key: expect.any(String),
    })
    const secret = textAt(made.body, 'api_key')
    expect(secret.startsWith(textAt(made.body, 'prefix'))).toBe(true)
    expect((await enrich(service(), secret)).status).toBe(200)
    const { keys, reply } = await listed(account)
    expect(keys).toHaveLength(2)
    expect(reply.text).not.toContain(secret)
    expect(reply.text).not.toContain('api_key')
    expect(reply.text).not.toContain(account.key)
  })

  test('are listed in pages', async () => {
    const account = await newAccount(service())
    for (const name of ['a', 'b', 'c', 'd']) await make(account, { name })
    const ids: string[] = []
    let cursor: unknown = ''
    for (let page = 0; page < 5 && cursor !== null; page += 1) {
      const from = cursor === '' ? '' : `&cursor=${encodeURIComponent(String(cursor))}`
      const { keys, reply } = await listed(account, `?limit=2${from}`)
      expect(keys.length).toBeLessThanOrEqual(2)
      ids.push(...keys.map((key) => textAt(key, 'id')))
      cursor = (reply.body as { next_cursor: unknown }).next_cursor // as: asserted in listed().
    }
    expect([ids.length, new Set(ids).size, cursor]).toEqual([5, 5, null])
    for (const query of ['?limit=0', '?limit=x', '?cursor=%00', '?cursor=nonsense']) {
      expectProblem(await call(service(), `GET /keys${query}`, { key: account.key }), 400)
    }
  })

  test('revoked stop working, and only they', async () => {
    const account = await newAccount(service())
    const made = await make(account, { name: 'lost' })
    const lost = textAt(made.body, 'api_key')
    expect((await enrich(service(), lost)).status).toBe(200)
    const where = `DELETE /keys/${textAt(made.body, 'id')}`
    const revoked = await call(service(), where, { key: account.key })
    expect([revoked.status, revoked.text]).toEqual([204, ''])
    await stopsWorking(lost)
    expectProblem(await enrich(service(), lost), 401)
    expect((await enrich(service(), account.key)).status).toBe(200)
  })

  test('rolled have a successor of another id and work until the grace ends', async () => {
    const account = await newAccount(service())
    const made = await make(account, { name: 'rolling' })
    const [id, old] = [textAt(made.body, 'id'), textAt(made.body, 'api_key')]
    const graceSeconds = 4
    const roll = { key: account.key, body: { grace_seconds: graceSeconds } }
    const rolled = await call(service(), `POST /keys/${id}/roll`, roll)
    expect(rolled.status).toBe(201)
    expect(Object.keys(rolled.body as object).sort()).toEqual(
      ['api_key', 'created_at', 'id', 'name', 'prefix'].sort(),
    )
    expect(textAt(rolled.body, 'id')).not.toBe(id)
    expect(textAt(rolled.body, 'name')).toBe('rolling')
    expect((await enrich(service(), old)).status).toBe(200)
    expect((await enrich(service(), textAt(rolled.body, 'api_key'))).status).toBe(200)
    await stopsWorking(old, graceSeconds * 1_000 + soonMs)
    expect((await enrich(service(), textAt(rolled.body, 'api_key'))).status).toBe(200)
  })

  test('rolled without grace end at once', async () => {
    const account = await newAccount(service())
    const made = await make(account, { name: 'now' })
    const roll = { key: account.key, body: { grace_seconds: 0 } }
    const where = `POST /keys/${textAt(made.body, 'id')}/roll`
    expect((await call(service(), where, roll)).status).toBe(201)
    await stopsWorking(textAt(made.body, 'api_key'))
  })

  test('of another account are a 404', async () => {
    const [mine, other] = [await newAccount(service()), await newAccount(service())]
    const [key] = (await listed(other)).keys
    const id = textAt(key, 'id')
    const roll = { key: mine.key, body: { grace_seconds: 60 } }
    expectProblem(await call(service(), `POST /keys/${id}/roll`, roll), 404)
    expectProblem(await call(service(), `DELETE /keys/${id}`, { key: mine.key }), 404)
    expectProblem(await call(service(), 'DELETE /keys/key_none', { key: mine.key }), 404)
    expect((await enrich(service(), other.key)).status).toBe(200)
  })

  test('with a changed character fail, and bad requests about keys say why', async () => {
    const account = await newAccount(service())
    const last = account.key.endsWith('A') ? 'B' : 'A'
    expectProblem(await enrich(service(), account.key.slice(0, -1) + last), 401)
    expectProblem(await make(account, { name: 5 }), 400)
    expectProblem(await make(account, { name: 'x'.repeat(10_000) }), 400)
    const [key] = (await listed(account)).keys
    for (const grace of [-1, 1.5, 'x', 1e12]) {
      const roll = { key: account.key, body: { grace_seconds: grace } }
      expectProblem(await call(service(), `POST /keys/${textAt(key, 'id')}/roll`, roll), 400)
    }
  })
})
