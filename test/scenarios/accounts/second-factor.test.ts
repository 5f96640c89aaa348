import { expect, test } from 'vitest'
import { stepAt, totpCode } from '../../../src/api/accounts/totp.ts'
import type { Account } from '../client.ts'
import { at, call, listAt, newAccount, textAt } from '../client.ts'
import { expectProblem } from '../problem.ts'
import { shareService } from '../shared-service.ts'

const service = shareService()

const post = (path: string, key: string | undefined, body: unknown) =>
  call(service(), `POST ${path}`, { body, ...(key === undefined ? {} : { key }) })

const logIn = ({ email, password }: Account, code?: string) =>
  post('/auth/login', undefined, { email, password, ...(code ? { totp_code: code } : {}) })

const codeNow = (secret: string, away = 0) => totpCode(secret, stepAt(Date.now()) + away)

async function turnOn(account: Account) {
  const session = textAt((await logIn(account)).body, 'token')
  const { password } = account
  expectProblem(await post('/account/totp', session, { password: 'not the password' }), 403)
  const started = await post('/account/totp', session, { password })
  expect(started.status).toBe(201)
  const secret = textAt(started.body, 'secret')
  expect(textAt(started.body, 'otpauth_uri')).toContain(secret)
  expect((await logIn(account)).status).toBe(200)
  expectProblem(await post('/account/totp/confirm', session, { code: '12345' }), 403)
  const confirmed = await post('/account/totp/confirm', session, { code: codeNow(secret, -1) })
  expect(confirmed.status).toBe(200)
  const { body: shown } = await call(service(), 'GET /account', { key: session })
  expect(at(shown, 'second_factor')).toBe(true)
  const recovery = listAt(confirmed.body, 'recovery_codes').map(String)
  return { session, secret, recovery }
}

test('with a second factor a log-in takes a code, each good once', async () => {
  const account = await newAccount(service())
  const { session, secret } = await turnOn(account)
  const without = await logIn(account)
  expectProblem(without, 401)
  expect(at(without.body, 'code')).toBe('second_factor_needed')
  const code = codeNow(secret)
  const replies = await Promise.all([
    logIn(account, code),
    logIn(account, code),
    logIn(account, code),
  ])
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 401, 401])
  expectProblem(await logIn(account, code), 401)
  expect((await logIn(account, codeNow(secret, 1))).status).toBe(200)
  // A wrong password tells nothing of the second factor.
  const wrong = await logIn({ ...account, password: 'not the password' })
  expect(at(wrong.body, 'code')).toBe('wrong_credentials')
  expect((await post('/account/totp', session, { password: account.password })).status).toBe(409)
})

test('ten recovery codes stand in for the app, each once; turning it off takes one, too', async () => {
  const account = await newAccount(service())
  const { session, recovery } = await turnOn(account)
  expect(new Set(recovery).size).toBe(10)
  const [first = '', second = ''] = recovery
  expect((await logIn(account, first.toLowerCase())).status).toBe(200)
  expectProblem(await logIn(account, first), 401)
  const { password } = account
  const off = (body: unknown) => call(service(), 'DELETE /account/totp', { key: session, body })
  expectProblem(await off({ password }), 401)
  expectProblem(await off({ password: 'not the password', totp_code: second }), 403)
  expect((await off({ password, totp_code: second })).status).toBe(204)
  expect((await logIn(account)).status).toBe(200)
  const events = await call(service(), 'GET /account/events', { key: session })
  const types = listAt(events.body, 'data').map((event) => at(event, 'type'))
  for (const type of ['second_factor_on', 'recovery_code_used', 'second_factor_off']) {
    expect(types).toContain(type)
  }
})

test('of many codes at once ten are looked at', async () => {
  const account = await newAccount(service())
  const { secret } = await turnOn(account)
  const statuses: number[] = []
  for (let tries = 0; tries < 12; tries += 1) statuses.push((await logIn(account, '000000')).status)
  expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(10)
  expect((await logIn(account, codeNow(secret))).status).toBe(429)
})
