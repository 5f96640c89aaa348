import type { IncomingHttpHeaders } from 'node:http'
import { request } from 'node:http'
import { expect, test } from 'vitest'
import type { Account } from '../client.ts'
import { call, listAt, newAccount, textAt } from '../client.ts'
import { shareService } from '../shared-service.ts'

const service = shareService()
const triesMax = 10

interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: unknown
}

/** A log-in from an address of this machine, with the cookies that a browser would have. */
function logInFrom(
  localAddress: string,
  { email, password }: { readonly email: string; readonly password: string },
  cookie?: string,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', ...(cookie ? { cookie } : {}) }
    const url = `${service().url}/auth/login`
    const sent = request(url, { method: 'POST', localAddress, headers }, async (answer) => {
      let text = ''
      for await (const chunk of answer) text += String(chunk)
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: JSON.parse(text) })
    })
    sent.on('error', reject)
    sent.end(JSON.stringify({ email, password }))
  })
}

async function guess(from: string, { email }: Account, times: number): Promise<number[]> {
  const guesses = Array.from({ length: times }, (_, index) =>
    logInFrom(from, { email, password: `a wrong password ${index}` }),
  )
  return (await Promise.all(guesses)).map(({ status }) => status)
}

test('of eight hundred guesses at once ten are evaluated, and none finds the password', async () => {
  const account = await newAccount(service())
  const guesses = Array.from({ length: 800 }, (_, index) =>
    logInFrom('127.0.0.2', {
      email: account.email,
      password: index === 400 ? account.password : `a wrong password ${index}`,
    }),
  )
  const statuses = (await Promise.all(guesses)).map(({ status }) => status)
  const evaluated = statuses.filter((status) => status === 401 || status === 200)
  expect(evaluated.length).toBeGreaterThan(0)
  // One more try comes back every half minute.
  expect(evaluated.length).toBeLessThanOrEqual(triesMax + 1)
  expect(statuses).not.toContain(200)
})

test('guesses from one address keep the owner out neither from another nor from his device', async () => {
  const account = await newAccount(service())
  const first = await logInFrom('127.0.0.3', account)
  const cookie = first.headers['set-cookie']?.[0] ?? ''
  expect(cookie).toMatch(/^enrich_device=\w{32}; .*HttpOnly; SameSite=Strict/)
  const device = cookie.split(';')[0]
  expect(await guess('127.0.0.4', account, 30)).toContain(429)
  expect((await logInFrom('127.0.0.5', account)).status).toBe(200)
  expect((await logInFrom('127.0.0.4', account)).status).toBe(429)
  expect((await logInFrom('127.0.0.4', account, device)).status).toBe(200)
  // The cookie has tries of its own, no more than others, and opens nothing.
  const wrong = { email: account.email, password: 'a wrong password' }
  for (let tries = 0; tries < triesMax; tries += 1) {
    expect((await logInFrom('127.0.0.6', wrong, device)).status).toBe(401)
  }
  expect((await logInFrom('127.0.0.6', wrong, device)).status).toBe(429)
})

test('guesses from very many addresses end, and keep out nobody who is known', async () => {
  const account = await newAccount(service())
  const cookie = (await logInFrom('127.0.1.1', account)).headers['set-cookie']?.[0]?.split(';')[0]
  const addresses = Array.from({ length: 16 }, (_, index) => `127.0.2.${index + 1}`)
  const statuses: number[] = []
  for (const address of addresses) statuses.push(...(await guess(address, account, triesMax)))
  const evaluated = statuses.filter((status) => status === 401).length
  expect(evaluated).toBeLessThanOrEqual(110)
  expect((await logInFrom('127.0.3.1', account)).status).toBe(429)
  expect((await logInFrom('127.0.1.1', account)).status).toBe(200)
  expect((await logInFrom('127.0.3.2', account, cookie)).status).toBe(200)
})

test('the owner reads of log-ins and of guesses, and a key does not see from where', async () => {
  const account = await newAccount(service())
  await guess('127.0.0.7', account, 3)
  const key = textAt((await logInFrom('127.0.0.8', account)).body, 'token')
  const events = async (secret: string) =>
    listAt((await call(service(), 'GET /account/events', { key: secret })).body, 'data')
  await expect
    .poll(() => events(key), { timeout: 10_000 })
    .toEqual(
      expect.arrayContaining([
        expect.objectContaining({ type: 'logged_in', count: 1, address: '127.0.0.8' }),
        expect.objectContaining({ type: 'log_in_failed', count: 3, address: '127.0.0.7' }),
      ]),
    )
  expect(await events(account.key)).toMatchObject([{ address: null }, { address: null }])
})
