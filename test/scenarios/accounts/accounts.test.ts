import { beforeAll, describe, expect, test } from 'vitest'
import type { Account, Reply } from '../client.ts'
import { at, call, newAccount, textAt } from '../client.ts'
import { expectProblem, pointersOf } from '../problem.ts'
import { useService } from '../shared-service.ts'

const service = useService()
const post = (path: string, body: unknown) => call(service(), `POST ${path}`, { body })
const password = 'correct horse battery'
let holder: Account
beforeAll(async () => {
  holder = await newAccount(service())
})

function logIn(email: string, tried: string): Promise<Reply> {
  return post('/auth/login', { email, password: tried })
}

describe('register', () => {
  test('answers 201 with the account, its first key and 20 free calls', async () => {
    const body = { email: 'new.person@example.com', password, name: 'New Person' }
    const reply = await post('/auth/register', body)
    expect(reply.status).toBe(201)
    expect(reply.body).toEqual({
      account: {
        id: expect.stringMatching(/^acc_/),
        email: body.email,
        name: 'New Person',
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/),
      },
      api_key: expect.stringMatching(/^[a-z]+_\S{20,}$/),
      free_calls_remaining: 20,
    })
    expect(reply.text).not.toContain(password)
  })

  test('an e-mail address has one account, however it is spelled, at once too', async () => {
    await post('/auth/register', { email: 'one@example.com', password })
    for (const email of ['one@example.com', 'ONE@example.com']) {
      expectProblem(await post('/auth/register', { email, password }), 409)
    }
    const body = { email: 'race@example.com', password }
    const replies = await Promise.all(Array.from({ length: 5 }, () => post('/auth/register', body)))
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409])
  })

  test('says with pointers what is wrong', async () => {
    const wrong = await post('/auth/register', { email: 'no address', password: 'ninechars' })
    expectProblem(wrong, 400)
    expect(pointersOf(wrong).sort()).toEqual(['/email', '/password'])
    for (const body of [{}, [], null, 'x', { email: 1, password }, { email: 'a@b.co' }]) {
      expectProblem(await post('/auth/register', body), 400)
    }
    const long = { email: 'long@example.com', password: 'p'.repeat(100_000) }
    expect([400, 201]).toContain((await post('/auth/register', long)).status)
  })
})

test('refuses passwords that anybody would try, and says which member is wrong', async () => {
  const email = 'weak.person@example.com'
  for (const weak of ['1234567890', ' '.repeat(10), 'aaaaaaaaaaaa', 'QwertyUiop', email]) {
    const reply = await post('/auth/register', { email, password: weak })
    expectProblem(reply, 400)
    expect([weak, pointersOf(reply)]).toEqual([weak, ['/password']])
  }
  expect((await post('/auth/register', { email, password })).status).toBe(201)
})

test('an e-mail holds no line breaks, control characters or spaces', async () => {
  const hostile = [
    'a\r\nBcc: x@y.zz',
    'a\nb',
    'a b',
    'a\u0000b',
    'a\u007fb',
    'a\u0085b',
    ' a',
    'a\tb',
  ]
  for (const local of hostile) {
    const email = `${local}@example.com`
    const register = await post('/auth/register', { email, password })
    expectProblem(register, 400)
    expect([local, pointersOf(register)]).toEqual([local, ['/email']])
    const person = await call(service(), 'POST /enrich/person', {
      key: holder.key,
      body: { email },
    })
    expectProblem(person, 400)
    if (local === 'a b') continue
    expectProblem(await post('/auth/login', { email, password }), 400)
  }
})

describe('login', () => {
  test('gives a session that works for the account and not for paid calls', async () => {
    const account = await newAccount(service())
    const reply = await logIn(account.email, account.password)
    expect(reply.status).toBe(200)
    expect(reply.body).toMatchObject({
      token: expect.any(String),
      expires_at: expect.stringMatching(/Z$/),
      account: { id: account.id, email: account.email },
    })
    expect(Date.parse(textAt(reply.body, 'expires_at'))).toBeGreaterThan(Date.now())
    const token = textAt(reply.body, 'token')
    for (const where of ['/usage', '/payments/balance', '/keys', '/ledger', '/ledger/1']) {
      for (const key of [token, account.key]) {
        expect([where, (await call(service(), `GET ${where}`, { key })).status]).toEqual([
          where,
          200,
        ])
      }
    }
    const order = { key: token, body: { amount_cents: 500 } }
    expect((await call(service(), 'POST /payments/create-order', order)).status).toBe(201)
    const paid = { key: token, body: { description: 'NETFLIX.COM' } }
    const refused = await call(service(), 'POST /enrich', paid)
    expect([401, 403]).toContain(refused.status)
    expectProblem(refused, 401)
  })

  test('fails alike for an unknown address and a wrong password', async () => {
    const account = await newAccount(service())
    const replies = [
      await logIn(account.email, 'a wrong password'),
      await logIn('nobody-at-all@example.com', 'a wrong password'),
    ]
    const [known, unknown] = replies.map(({ status, headers, body }) => ({
      status,
      body: { ...(body as object), request_id: '', instance: '' },
      names: [...headers.keys()].sort(),
    }))
    expect(known).toEqual(unknown)
    expect(known?.status).toBe(401)
    for (const reply of replies) expectProblem(reply, 401)
  })

  test('is throttled per account, with Retry-After, and other accounts are not', async () => {
    const [attacked, other] = [await newAccount(service()), await newAccount(service())]
    let last = await logIn(attacked.email, 'wrong password 0')
    for (let tries = 1; tries < 60 && last.status === 401; tries += 1) {
      last = await logIn(attacked.email, `wrong password ${tries}`)
    }
    expectProblem(last, 429)
    expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(at(last.body, 'code')).toEqual(expect.any(String))
    expect((await logIn(other.email, other.password)).status).toBe(200)
    // The key of the account is not affected by who guesses at its password.
    const balance = await call(service(), 'GET /payments/balance', { key: attacked.key })
    expect(balance.status).toBe(200)
  })

  test('says what is malformed', async () => {
    for (const body of [{}, { email: 'a@example.com' }, { email: 'x', password: 5 }]) {
      expectProblem(await post('/auth/login', body), 400)
    }
  })
})
