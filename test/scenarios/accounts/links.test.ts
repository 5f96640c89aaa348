import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { execute } from '../../contracts/database.ts'
import { until } from '../../until.ts'
import type { Account } from '../client.ts'
import { at, call, newAccount, numberAt, textAt } from '../client.ts'
import { expectProblem } from '../problem.ts'
import type { RunningService } from '../service.ts'
import { startService } from '../service.ts'
import type { Mailbox } from './mailbox.ts'
import { openMailbox, tokenIn } from './mailbox.ts'

let mailbox: Mailbox
let service: RunningService
beforeAll(async () => {
  mailbox = await openMailbox()
  const mail = { SMTP_URL: mailbox.url, MAIL_FROM: 'Enrichment <no-reply@example.com>' }
  service = await startService({ ...mail, TRUST_PROXY: '1' })
})
afterAll(async () => {
  await service.close()
  await mailbox.close()
})

/** Each test comes from an address of its own, for addresses have limits. */
let place = 0
let from: Readonly<Record<string, string>> = {}
beforeEach(() => {
  place += 1
  from = { 'x-forwarded-for': `198.51.100.${place}` }
})

const post = (path: string, body?: unknown, key?: string) =>
  call(service, `POST ${path}`, {
    headers: from,
    ...(body === undefined ? {} : { body }),
    ...(key === undefined ? {} : { key }),
  })

async function logIn({ email }: Account, password: string) {
  return post('/auth/login', { email, password })
}

const lettersTo = ({ email }: Pick<Account, 'email'>, subject: string) =>
  mailbox.letters.filter((letter) => letter.includes(`To: ${email}`) && letter.includes(subject))

async function tokenFor(account: Account, subject: string, count = 1): Promise<string> {
  await until('the letter is there', () => lettersTo(account, subject).length >= count)
  return tokenIn(lettersTo(account, subject).at(-1))
}

test('a link that came by e-mail sets a new password, once, and ends all sessions', async () => {
  const account = await newAccount(service)
  const session = textAt((await logIn(account, account.password)).body, 'token')
  expect((await post('/auth/reset', { email: account.email.toUpperCase() })).status).toBe(202)
  const token = await tokenFor(account, 'Choose a new password')
  const confirm = (password: string) => post('/auth/reset/confirm', { token, password })
  expectProblem(await confirm('1234567890'), 400)
  const fresh = 'a password that came late'
  const confirmed = await Promise.all([confirm(fresh), confirm(fresh), confirm(fresh)])
  expect(confirmed.map(({ status }) => status).sort()).toEqual([200, 400, 400])
  const won = confirmed.find(({ status }) => status === 200)
  expect(won?.body).toEqual({ sessions_ended: 1, keys_working: 1 })
  expect(at((await confirm(fresh)).body, 'code')).toBe('link_not_valid')
  expect((await call(service, 'GET /account', { key: session })).status).toBe(401)
  expect((await logIn(account, account.password)).status).toBe(401)
  expect((await logIn(account, fresh)).status).toBe(200)
})

test('a link is good for half an hour, for its own purpose, and stored as a hash', async () => {
  const account = await newAccount(service)
  const verify = await tokenFor(account, 'Confirm your e-mail')
  const password = 'a password that came late'
  expectProblem(await post('/auth/reset/confirm', { token: verify, password }), 400)
  await post('/auth/reset', { email: account.email })
  const token = await tokenFor(account, 'Choose a new password')
  const rows = await execute(
    service.database,
    `select extract(epoch from expires_at - now()) / 60 as minutes, row_to_json(l)::text as text
      from account_links l where account_id = '${account.id}' and purpose = 'reset'`,
  )
  expect(Number(at(rows[0], 'minutes'))).toBeGreaterThan(28)
  expect(Number(at(rows[0], 'minutes'))).toBeLessThanOrEqual(30)
  expect(textAt(rows[0], 'text')).not.toContain(token.slice(4))
  await execute(service.database, `update account_links set expires_at = now()`)
  expectProblem(await post('/auth/reset/confirm', { token, password }), 400)
})

test('asking for a link answers the same for whoever has no account, and waits for no letter', async () => {
  const account = await newAccount(service)
  const replies = new Map<string, unknown>()
  for (const email of [account.email, 'nobody-at-all@example.com']) {
    const { status, headers, text } = await post('/auth/reset', { email })
    replies.set(email, { status, text, names: [...headers.keys()].sort() })
  }
  const [known, unknown] = [...replies.values()]
  expect(known).toEqual(unknown)
  // The answer does not wait for a server that takes the letter at the second try only.
  const before = mailbox.letters.length
  mailbox.failNext(1)
  await post('/auth/reset', { email: account.email })
  expect(mailbox.letters.length).toBe(before)
  await tokenFor(account, 'Choose a new password', 2)
})

test('a mailbox gets three links, an address asks for ten', async () => {
  const account = await newAccount(service)
  const statuses: number[] = []
  for (let count = 0; count < 11; count += 1) {
    statuses.push((await post('/auth/reset', { email: account.email })).status)
  }
  expect(statuses).toEqual([...Array(10).fill(202), 429])
  const other = await newAccount(service)
  from = { 'x-forwarded-for': '203.0.113.77' }
  await post('/auth/reset', { email: other.email })
  await tokenFor(other, 'Choose a new password')
  expect(lettersTo(account, 'Choose a new password').length).toBe(3)
  expect(lettersTo(account, 'Choose a new password')[0]).toContain('multipart/alternative')
})

test('an e-mail is confirmed by the link that came with the registration', async () => {
  const account = await newAccount(service)
  const session = textAt((await logIn(account, account.password)).body, 'token')
  const verified = async (key: string) =>
    at((await call(service, 'GET /account', { key })).body, 'email_verified_at')
  expect(await verified(session)).toBeNull()
  await tokenFor(account, 'Confirm your e-mail')
  expect((await post('/auth/verify/resend', undefined, session)).status).toBe(202)
  const token = await tokenFor(account, 'Confirm your e-mail', 2)
  expectProblem(await post('/auth/verify', { token: `lnk_${'x'.repeat(32)}` }), 400)
  const confirmed = await post('/auth/verify', { token })
  expect(confirmed.status).toBe(200)
  expect(await verified(session)).toBe(textAt(confirmed.body, 'email_verified_at'))
  expectProblem(await post('/auth/verify', { token }), 400)
})

test('an account moves to another e-mail when its reader says so, and the former one is told', async () => {
  const account = await newAccount(service)
  const { email, password } = account
  const session = textAt((await logIn(account, password)).body, 'token')
  await post('/auth/reset', { email })
  const reset = await tokenFor(account, 'Choose a new password')
  const moved = { email: `moved.${email}` }
  const ask = (wanted: object) => post('/auth/email', wanted, session)
  expect(at((await ask({ ...moved, password: 'not this one' })).body, 'code')).toBe(
    'wrong_password',
  )
  expect((await ask({ ...moved, password })).status).toBe(202)
  await until('the letter is there', () => lettersTo(moved, 'Confirm your new e-mail').length > 0)
  const now = async () => (await call(service, 'GET /account', { key: session })).body
  expect(textAt(await now(), 'email')).toBe(email)
  const token = tokenIn(lettersTo(moved, 'Confirm your new e-mail')[0])
  expectProblem(await post('/auth/verify', { token }), 400)
  const answers = await Promise.all([1, 2].map(() => post('/auth/email/confirm', { token })))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
  expect(textAt(await now(), 'email')).toBe(moved.email)
  expect(textAt(await now(), 'email_verified_at')).not.toBe('')
  await until('it is told', () => lettersTo({ email }, 'has a new e-mail').length > 0)
  expectProblem(
    await post('/auth/reset/confirm', { token: reset, password: 'a late password' }),
    400,
  )
  expect((await logIn(account, password)).status).toBe(401)
  expect((await logIn({ ...account, ...moved }, password)).status).toBe(200)
})

test('nobody moves to an e-mail that has an account, and nobody learns of it', async () => {
  const account = await newAccount(service)
  const other = await newAccount(service)
  const { password } = account
  const session = textAt((await logIn(account, password)).body, 'token')
  const free = { email: `free.${account.email}` }
  const replies = []
  for (const { email } of [other, free]) {
    const { status, text } = await post('/auth/email', { email, password }, session)
    replies.push({ status, text })
  }
  expect(replies[0]).toEqual(replies[1])
  await until('the letter is there', () => lettersTo(free, 'Confirm your new e-mail').length > 0)
  expect(lettersTo(other, 'Confirm your new e-mail')).toEqual([])
  const token = tokenIn(lettersTo(free, 'Confirm your new e-mail')[0])
  await post('/auth/register', { email: free.email, password })
  expectProblem(await post('/auth/email/confirm', { token }), 409)
  const email = textAt((await call(service, 'GET /account', { key: session })).body, 'email')
  expect(email).toBe(account.email)
})

test('the pages behind links load nothing from elsewhere, and opening one changes nothing', async () => {
  const account = await newAccount(service)
  const token = await tokenFor(account, 'Confirm your e-mail')
  for (const path of ['/auth/verify', '/auth/reset', '/auth/email']) {
    expectProblem(await call(service, `GET ${path}?${token}`), 400)
    const page = await call(service, `GET ${path}`)
    expect(page.status).toBe(200)
    expect(page.headers.get('content-security-policy')).toMatch(/default-src 'none'/)
    expect(page.headers.get('referrer-policy')).toBe('no-referrer')
    expect(page.text).not.toContain(token)
  }
  expect((await post('/auth/verify', { token })).status).toBe(200)
})

test('without a mail server links stand in the log on loopback', async () => {
  await service.restart({ SMTP_URL: '', MAIL_FROM: '' })
  const account = await newAccount(service)
  expect((await post('/auth/reset', { email: account.email })).status).toBe(202)
  const line = () =>
    service
      .output()
      .split('\n')
      .find((each) => {
        return (
          each.includes('"event":"mail"') &&
          each.includes(account.email) &&
          each.includes('/auth/reset#')
        )
      })
  await until('the log has the link', () => line() !== undefined)
  const password = 'a password that came late'
  const reset = await post('/auth/reset/confirm', { token: tokenIn(line()), password })
  expect([reset.status, numberAt(reset.body, 'keys_working')]).toEqual([200, 1])
})
