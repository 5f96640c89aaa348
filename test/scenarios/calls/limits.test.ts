import { expect, test } from 'vitest'
import { until } from '../../until.ts'
import { call, enrich, newAccount, textAt } from '../client.ts'
import { expectProblem } from '../problem.ts'
import { shareService } from '../shared-service.ts'

const service = shareService({ RATE_LIMIT_PER_SECOND: '5', BASE_URL: 'https://enrich.example/' })

test('above the rate of a key the answer is 429 with Retry-After; another key is not affected', async () => {
  const [hurried, other] = [await newAccount(service()), await newAccount(service())]
  const calls = Array.from({ length: 40 }, () => enrich(service(), hurried.key))
  const replies = await Promise.all(calls)
  const refused = replies.filter((reply) => reply.status === 429)
  // Bursts of twice the rate are let through, and a few more while the burst is sent.
  expect(replies.length - refused.length).toBeGreaterThanOrEqual(10)
  expect(refused.length).toBeGreaterThan(0)
  for (const reply of refused) {
    expectProblem(reply, 429)
    expect(Number(reply.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
    expect(reply.headers.get('ratelimit-policy')).toMatch(/^"[^"]+";q=5;w=1/)
    expect(reply.headers.get('ratelimit')).toMatch(/^"[^"]+";r=0/)
  }
  expect((await enrich(service(), other.key)).status).toBe(200)
})

test('the keys of an account share its rate', async () => {
  const account = await newAccount(service())
  const keys = [account.key]
  while (keys.length < 4) {
    const made = await until('another key is made', async () => {
      const asked = { key: account.key, body: { name: `key ${keys.length}` } }
      const reply = await call(service(), 'POST /keys', asked)
      return reply.status === 201 && reply
    })
    keys.push(textAt(made.body, 'api_key'))
  }
  const calls = Array.from({ length: 40 }, (_, n) => enrich(service(), keys[n % 4] ?? ''))
  const statuses = (await Promise.all(calls)).map(({ status }) => status)
  // Each key alone would have been let through with its ten.
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(10)
  expect(new Set(statuses).size).toBeLessThanOrEqual(2)
})

test('a key with a rate of its own is refused beneath that of its account, and spends none of it', async () => {
  const account = await newAccount(service())
  const body = { name: 'slow', calls_per_second: 1 }
  const made = await until('the key is made', async () => {
    const reply = await call(service(), 'POST /keys', { key: account.key, body })
    return reply.status === 201 && reply
  })
  const slow = textAt(made.body, 'api_key')
  const replies = await Promise.all(Array.from({ length: 30 }, () => enrich(service(), slow)))
  const refused = replies.filter(({ status }) => status === 429)
  // A burst of two, and what comes back while they are sent.
  expect(refused.length).toBeGreaterThan(20)
  for (const reply of refused) {
    expectProblem(reply, 429)
    expect(reply.headers.get('ratelimit-policy')).toBe('"key";q=1;w=1')
    expect(Number(reply.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
  }
  expect((await enrich(service(), account.key)).status).toBe(200)
})

test('an address with many unknown keys waits for its 429; a good key behind it does not', async () => {
  const account = await newAccount(service())
  const ask = async (key: string) => {
    const began = performance.now()
    const reply = await call(service(), 'GET /payments/balance', { key })
    return { reply, ms: performance.now() - began }
  }
  const unknown = Array.from({ length: 700 }, (_, n) => ask(`ses_${String(n).padStart(32, 'x')}`))
  // Nobody has asked with this key before; a busy service may have too many to look up for a moment.
  await until('the good key is answered', async () => {
    const { status } = (await ask(account.key)).reply
    expect(status).not.toBe(429)
    return status === 200
  })
  const replies = await Promise.all(unknown)
  const refused = replies.filter(({ reply }) => reply.status === 429)
  expect(replies.filter(({ reply }) => reply.status === 401).length).toBeGreaterThanOrEqual(400)
  expect(refused.length).toBeGreaterThan(0)
  for (const { reply } of refused) {
    expectProblem(reply, 429)
    expect(Number(reply.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
  }
  // These have nothing to wait for but the hold; a few find a try that came back.
  const few = await Promise.all(
    Array.from({ length: 60 }, (_, n) => ask(`ses_${'y'.repeat(30)}${n}`)),
  )
  const held = few.filter(({ reply }) => reply.status === 429)
  expect(held.length).toBeGreaterThan(0)
  for (const { ms } of held) expect(ms).toBeGreaterThan(990)
  expect((await ask(account.key)).reply.status).toBe(200)
})

test('BASE_URL is what links are made from', async () => {
  const account = await newAccount(service())
  const reply = await enrich(service(), account.key)
  expect(textAt(reply.body, 'logo_url')).toBe('https://enrich.example/logo/starbucks.com')
  expect(textAt((await call(service(), 'GET /')).body, 'docs')).toBe('https://enrich.example/docs')
})

test('guessing at many addresses is throttled too, and registration of many accounts', async () => {
  let last = 401
  for (let tries = 0; tries < 400 && last === 401; tries += 1) {
    const body = { email: `guess-${tries}@example.com`, password: 'a wrong password' }
    last = (await call(service(), 'POST /auth/login', { body })).status
  }
  expect(last).toBe(429)
  await service().restart({ REGISTRATIONS_PER_HOUR: '2' })
  const statuses: number[] = []
  for (let count = 0; count < 4; count += 1) {
    const body = { email: `farm-${count}@example.com`, password: 'correct horse battery' }
    const reply = await call(service(), 'POST /auth/register', { body })
    statuses.push(reply.status)
    if (reply.status === 429) expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0)
  }
  expect(statuses).toEqual([201, 201, 429, 429])
})
