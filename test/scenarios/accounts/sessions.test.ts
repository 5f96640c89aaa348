import { expect, test } from 'vitest'
import { until } from '../../until.ts'
import type { Account } from '../client.ts'
import { at, call, listAt, newAccount, textAt } from '../client.ts'
import { expectProblem, pointersOf } from '../problem.ts'
import { shareService } from '../shared-service.ts'

const service = shareService()

async function logIn({ email, password }: Pick<Account, 'email' | 'password'>): Promise<string> {
  const body = { email, password }
  const headers = { 'user-agent': 'a test '.repeat(100) }
  const reply = await call(service(), 'POST /auth/login', { body, headers })
  expect(reply.status).toBe(200)
  return textAt(reply.body, 'token')
}

const statusOf = async (key: string) => (await call(service(), 'GET /account', { key })).status

async function sessionsOf(key: string): Promise<readonly unknown[]> {
  return listAt((await call(service(), 'GET /account/sessions', { key })).body, 'data')
}

test('sessions are listed, without what opens them, and end one by one', async () => {
  const account = await newAccount(service())
  const [first, second] = [await logIn(account), await logIn(account)]
  const listed = await sessionsOf(second)
  expect(listed).toEqual([
    {
      id: expect.stringMatching(/^sid_\w{22}$/),
      created_at: expect.stringMatching(/Z$/),
      expires_at: expect.stringMatching(/Z$/),
      last_used_at: expect.stringMatching(/:00:00\.000Z$/),
      address: '127.0.0.1',
      user_agent: 'a test '.repeat(100).slice(0, 120),
      current: true,
    },
    expect.objectContaining({ current: false }),
  ])
  expect(JSON.stringify(listed)).not.toContain(first.slice(4))
  const id = textAt(listed[1], 'id')
  const other = await logIn(await newAccount(service()))
  expectProblem(await call(service(), `DELETE /account/sessions/${id}`, { key: other }), 404)
  const ended = await call(service(), `DELETE /account/sessions/${id}`, { key: second })
  expect(ended.status).toBe(204)
  expect([await statusOf(first), await statusOf(second)]).toEqual([401, 200])
  for (const where of ['GET /account/sessions', `DELETE /account/sessions/${id}`]) {
    expectProblem(await call(service(), where, { key: account.key }), 403)
  }
})

test('logging out ends this session on the server; everywhere ends all of them', async () => {
  const account = await newAccount(service())
  const tokens = [await logIn(account), await logIn(account), await logIn(account)]
  const [first = '', second = '', third = ''] = tokens
  expect((await call(service(), 'POST /auth/logout', { key: first })).status).toBe(204)
  expect([await statusOf(first), await statusOf(second)]).toEqual([401, 200])
  const everywhere = 'POST /auth/logout?everywhere=true'
  expect((await call(service(), everywhere, { key: second })).status).toBe(204)
  expect([await statusOf(second), await statusOf(third)]).toEqual([401, 401])
  expect(await statusOf(account.key)).toBe(200)
})

test('an account has fifty sessions; the oldest ends when there is one more', async () => {
  const account = await newAccount(service())
  const first = await logIn(account)
  for (let count = 0; count < 50; count += 1) await logIn(account)
  await until('the first has ended', async () => (await statusOf(first)) === 401)
  expect((await sessionsOf(await logIn(account))).length).toBe(50)
})

test('a new password takes the old one, and ends all other sessions', async () => {
  const account = await newAccount(service())
  const [other, session] = [await logIn(account), await logIn(account)]
  const fresh = 'another horse, another battery'
  const change = (oldPassword: string, newPassword: string, key = session) =>
    call(service(), 'POST /auth/password', {
      key,
      body: { old_password: oldPassword, new_password: newPassword },
    })
  expectProblem(await change('not the old one', fresh), 403)
  expectProblem(await change(account.password, fresh, account.key), 403)
  for (const weak of ['short', '1234567890', account.email]) {
    const refused = await change(account.password, weak)
    expectProblem(refused, 400)
    expect(pointersOf(refused)).toEqual(['/new_password'])
  }
  expect(await statusOf(other)).toBe(200)
  const changed = await change(account.password, fresh)
  expect([changed.status, at(changed.body, 'sessions_ended')]).toEqual([200, 1])
  expect([await statusOf(other), await statusOf(session)]).toEqual([401, 200])
  const { email, password } = account
  expectProblem(await call(service(), 'POST /auth/login', { body: { email, password } }), 401)
  await logIn({ ...account, password: fresh })
})
