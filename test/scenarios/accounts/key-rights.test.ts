import { describe, expect, test } from 'vitest'
import { until } from '../../until.ts'
import type { Account } from '../client.ts'
import { at, call, enrich, listAt, newAccount, textAt } from '../client.ts'
import { expectProblem } from '../problem.ts'
import { shareService } from '../shared-service.ts'

const service = shareService()

async function sessionOf({ email, password }: Account): Promise<string> {
  const reply = await call(service(), 'POST /auth/login', { body: { email, password } })
  return textAt(reply.body, 'token')
}

async function make(key: string, wanted: object) {
  const reply = await call(service(), 'POST /keys', { key, body: { name: 'made', ...wanted } })
  expect({ status: reply.status, text: reply.text }).toMatchObject({ status: 201 })
  return { id: textAt(reply.body, 'id'), key: textAt(reply.body, 'api_key'), body: reply.body }
}

async function listedKey(by: string, id: string) {
  const reply = await call(service(), 'GET /keys', { key: by })
  return listAt(reply.body, 'data').find((each) => at(each, 'id') === id)
}

/** One call for each scope, and how the service answers when the key has it. */
const needing = {
  enrich: ['POST /enrich', { description: 'NETFLIX.COM' }, 200],
  jobs: ['GET /jobs', undefined, 200],
  read: ['GET /payments/balance', undefined, 200],
  buy: ['POST /payments/create-order', { amount_cents: 500 }, 201],
  manage: ['GET /webhooks', undefined, 200],
} as const

describe('scopes', () => {
  test('let a key do what they name, and the refusal names the one that is missing', async () => {
    const account = await newAccount(service())
    for (const scope of Object.keys(needing)) {
      const { key } = await make(account.key, { scopes: [scope] })
      for (const [needed, [where, body, status]] of Object.entries(needing)) {
        const reply = await call(service(), where, { key, body })
        if (needed === scope) expect([where, reply.status]).toEqual([where, status])
        else {
          expectProblem(reply, 403)
          expect(reply.body).toMatchObject({ code: 'insufficient_scope', required_scope: needed })
          expect(textAt(reply.body, 'detail')).toContain(`"${needed}"`)
        }
      }
    }
  })

  test('are all for the first key, and calls, jobs and reading for later ones', async () => {
    const account = await newAccount(service())
    const { id, key } = await make(account.key, {})
    const keys = listAt((await call(service(), 'GET /keys', { key: account.key })).body, 'data')
    expect(keys.map((each) => [at(each, 'id') === id, at(each, 'scopes')])).toEqual([
      [true, ['enrich', 'jobs', 'read']],
      [false, ['enrich', 'jobs', 'read', 'buy', 'manage']],
    ])
    expectProblem(await call(service(), 'GET /keys', { key }), 403)
  })

  test('a key makes, replaces and ends none that may do more than itself', async () => {
    const account = await newAccount(service())
    const { key, id } = await make(account.key, { scopes: ['enrich', 'manage'] })
    const wanted = { name: 'more', scopes: ['enrich', 'buy'] }
    const more = await call(service(), 'POST /keys', { key, body: wanted })
    expectProblem(more, 403)
    expect(more.body).toMatchObject({ code: 'insufficient_scope', required_scope: 'buy' })
    const usual = await make(key, {})
    expect(at(await listedKey(key, usual.id), 'scopes')).toEqual(['enrich'])
    const first = listAt((await call(service(), 'GET /keys', { key })).body, 'data').at(-1)
    const strong = textAt(first, 'id')
    expectProblem(await call(service(), `POST /keys/${strong}/roll`, { key, body: {} }), 403)
    expectProblem(await call(service(), `DELETE /keys/${strong}`, { key }), 403)
    expect((await enrich(service(), account.key)).status).toBe(200)
    const own = await call(service(), `POST /keys/${id}/roll`, { key, body: { grace_seconds: 60 } })
    expect(own.status).toBe(201)
    const rolled = await listedKey(account.key, textAt(own.body, 'id'))
    expect(at(rolled, 'scopes')).toEqual(['enrich', 'manage'])
    // In its grace it cannot outlive itself.
    await until('the grace is known', async () => {
      return (await call(service(), `POST /keys/${id}/roll`, { key, body: {} })).status === 403
    })
    const bySession = { key: await sessionOf(account), body: { name: 'all', scopes: ['buy'] } }
    expect((await call(service(), 'POST /keys', bySession)).status).toBe(201)
  })

  test('a session sees the e-mail, a key does not', async () => {
    const account = await newAccount(service())
    const byKey = await call(service(), 'GET /account', { key: account.key })
    expect(byKey.body).toMatchObject({ id: account.id, low_credits_cents: null })
    expect(byKey.text).not.toContain(account.email)
    const inSession = await call(service(), 'GET /account', { key: await sessionOf(account) })
    const { id, email } = account
    expect(inSession.body).toMatchObject({ id, email, second_factor: false })
    expect(at(byKey.body, 'second_factor')).toBeNull()
    for (const [name, kept] of [
      [' Ada\0 ', 'Ada'],
      ['', null],
    ]) {
      const sent = { key: account.key, body: { name } }
      expect((await call(service(), 'PATCH /account', sent)).body).toMatchObject({ id, name: kept })
    }
  })
})

describe('limits of a key', () => {
  test('it works from its addresses only', async () => {
    const account = await newAccount(service())
    const here = await make(account.key, { allowed_addresses: ['127.0.0.0/8', '::1'] })
    expect(at(here.body, 'allowed_addresses')).toEqual(['127.0.0.0/8', '::1/128'])
    expect((await enrich(service(), here.key)).status).toBe(200)
    const elsewhere = await make(account.key, { allowed_addresses: ['192.0.2.0/24'] })
    const refused = await enrich(service(), elsewhere.key)
    expectProblem(refused, 403)
    expect(refused.body).toMatchObject({ code: 'address_refused' })
  })

  test('it ends by itself, and its successor with it', async () => {
    const account = await newAccount(service())
    const end = new Date(Date.now() + 8_000).toISOString()
    const { id, key } = await make(account.key, { expires_at: end })
    const roll = { key: account.key, body: { grace_seconds: 3_600 } }
    const rolled = await call(service(), `POST /keys/${id}/roll`, roll)
    const next = textAt(rolled.body, 'api_key')
    expect((await enrich(service(), next)).status).toBe(200)
    for (const each of [key, next]) {
      await until('it has ended', async () => (await enrich(service(), each)).status === 401)
    }
    expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(end) - 1_000)
  })

  test('limits are handed down, and none is looser than its maker has it', async () => {
    const account = await newAccount(service())
    const limits = {
      monthly_cap_cents: 100,
      expires_at: '2999-01-01T00:00:00.000Z',
      allowed_addresses: ['127.0.0.0/8'],
    }
    const maker = await make(account.key, { scopes: ['enrich', 'manage'], ...limits })
    const child = await make(maker.key, {})
    expect(await listedKey(account.key, child.id)).toMatchObject(limits)
    for (const looser of [
      { monthly_cap_cents: 101 },
      { expires_at: '2999-01-01T00:00:01Z' },
      { allowed_addresses: ['127.0.0.1', '10.0.0.1'] },
    ]) {
      const body = { name: 'looser', ...looser }
      const reply = await call(service(), 'POST /keys', { key: maker.key, body })
      expectProblem(reply, 403)
      expect([looser, at(reply.body, 'code')]).toEqual([looser, 'more_than_own_key'])
    }
  })

  test.each([
    { scopes: ['everything'] },
    { scopes: [] },
    { expires_at: '2020-01-01T00:00:00Z' },
    { expires_at: 'tomorrow' },
    { monthly_cap_cents: -1 },
    { monthly_cap_cents: 1.5 },
    { allowed_addresses: ['10.0.0.0/99'] },
    { allowed_addresses: [] },
    { allowed_addresses: Array.from({ length: 51 }, (_, index) => `10.0.0.${index}`) },
  ])('%j is a 400', async (wanted) => {
    const { key } = await newAccount(service())
    const body = { name: 'wrong', ...wanted }
    expectProblem(await call(service(), 'POST /keys', { key, body }), 400)
  })

  test('its last use is shown to the hour', async () => {
    const account = await newAccount(service())
    const { id, key } = await make(account.key, {})
    expect(at(await listedKey(account.key, id), 'last_used_at')).toBeNull()
    const before = Date.now()
    await enrich(service(), key)
    const used = await until('the use is noted', async () => {
      return at(await listedKey(account.key, id), 'last_used_at')
    })
    expect(used).toMatch(/:00:00\.000Z$/)
    expect(Math.abs(before - Date.parse(String(used)))).toBeLessThan(2 * 3_600_000)
  })
})

test('many keys at once leave at most a hundred that work', async () => {
  const account = await newAccount(service())
  const body = { name: 'one of many' }
  const replies = await Promise.all(
    Array.from({ length: 300 }, () => call(service(), 'POST /keys', { key: account.key, body })),
  )
  const made = replies.filter(({ status }) => status === 201)
  expect(made).toHaveLength(99)
  const refused = replies.find(({ status }) => status !== 201)
  expectProblem(refused ?? (replies[0] as never), 409)
  expect(refused?.body).toMatchObject({ code: 'limit_reached' })
  expect(refused?.text).toContain('100')
  const [first] = made
  const where = `DELETE /keys/${textAt(first?.body, 'id')}`
  expect((await call(service(), where, { key: account.key })).status).toBe(204)
  expect((await call(service(), 'POST /keys', { key: account.key, body })).status).toBe(201)
})

test('the owner reads of keys that are made, replaced, revoked and refused', async () => {
  const account = await newAccount(service())
  const { id, key } = await make(account.key, { allowed_addresses: ['192.0.2.1'] })
  expectProblem(await enrich(service(), key), 403)
  const other = await make(account.key, { scopes: ['enrich'] })
  expectProblem(await call(service(), 'GET /keys', { key: other.key }), 403)
  await call(service(), `POST /keys/${id}/roll`, { key: account.key, body: {} })
  await call(service(), `DELETE /keys/${other.id}`, { key: account.key })
  const session = await sessionOf(account)
  const about = (type: string, keyId: string) => ({ type, key_id: keyId, address: '127.0.0.1' })
  await until('all of it is written', async () => {
    const reply = await call(service(), 'GET /account/events', { key: session })
    const events = listAt(reply.body, 'data')
    return [
      about('key_created', id),
      about('key_rolled', id),
      about('key_revoked', other.id),
      about('refused_address', id),
      { ...about('refused_scope', other.id), detail: 'needs manage' },
    ].every((wanted) => {
      return events.some((event) =>
        Object.entries(wanted).every(([name, value]) => at(event, name) === value),
      )
    })
  })
})
