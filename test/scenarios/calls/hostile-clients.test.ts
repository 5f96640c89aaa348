import { connect } from 'node:net'
import pg from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { until } from '../../until.ts'
import type { Account } from '../client.ts'
import { balanceOf, call, enrich, newAccount, spendFreeCalls } from '../client.ts'
import { auditOf } from '../ledger-auditor.ts'
import { shareService } from '../shared-service.ts'

const service = shareService()
let account: Account
beforeAll(async () => {
  account = await newAccount(service(), 500)
  await spendFreeCalls(service(), account)
})

interface ExchangeOptions {
  /** At once, when the bytes are sent, or when this is told. */
  readonly hangUp?: boolean | Promise<void>
  readonly limitMs?: number
}

/** Writes bytes to the service as they are; gives what came back until it or the limit ended. */
function exchange(bytes: string, options: ExchangeOptions = {}) {
  return new Promise<string>((resolve) => {
    const socket = connect(Number(new URL(service().url).port), '127.0.0.1')
    let received = ''
    const end = () => {
      socket.destroy()
      resolve(received)
    }
    const limit = setTimeout(end, options.limitMs ?? 3000)
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1')
    })
    socket.on('error', () => {})
    socket.on('close', () => {
      clearTimeout(limit)
      resolve(received)
    })
    socket.write(bytes, 'latin1', () => {
      if (options.hangUp === true) end()
      else if (options.hangUp) void options.hangUp.then(end)
    })
  })
}

function post(body: string, headers: readonly string[] = [], key = account.key): string {
  const lines = [
    'POST /enrich HTTP/1.1',
    'Host: service',
    `Authorization: Bearer ${key}`,
    'Content-Type: application/json',
    ...headers,
  ]
  return `${lines.join('\r\n')}\r\n\r\n${body}`
}

const body = '{"description":"NETFLIX.COM"}'
const length = `Content-Length: ${body.length}`

/** Sooner than slow and deaf clients are hung up on, with 20 s and more, which would free the way. */
const servedWithinMs = 10_000

async function othersAreServed(): Promise<void> {
  const reply = await enrich(service(), account.key, { limitMs: servedWithinMs })
  expect(reply.status).toBe(200)
}

function isAcceptable(answer: string): boolean {
  if (answer === '') return true
  if (!answer.startsWith('HTTP/1.1 ')) return false
  if (/<html|\bat [^"]+:\d+:\d+|node:internal/i.test(answer)) return false
  const refusal = /^HTTP\/1.1 ([45])/.exec(answer)?.[1]
  if (refusal === undefined) return true
  return refusal === '4' && answer.includes('application/problem+json')
}

describe('a client that misbehaves', () => {
  test('and talks garbage is answered with a problem or hung up on, never with HTML', async () => {
    const faults: unknown[] = []
    for (const garbage of [
      'GARBAGE\r\n\r\n',
      '\u0016\u0003\u0001\u0002\u0000\u0001',
      'GET / HTTP/9.9\r\n\r\n',
      'GET  / HTTP/1.1\r\n\r\n',
      'GET / HTTP/1.1\r\nHost: a\r\nBad Header\r\n\r\n',
      `GET / HTTP/1.1\r\nHost: a\r\nX: ${'y'.repeat(100_000)}\r\n\r\n`,
      `GET /${'y'.repeat(100_000)} HTTP/1.1\r\nHost: a\r\n\r\n`,
      'GET http://elsewhere/ HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
      'OPTIONS * HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
      'CONNECT elsewhere:443 HTTP/1.1\r\nHost: a\r\n\r\n',
      'GET / HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n',
      'BREW / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
      'GET / HTTP/1.1\r\nConnection: close\r\n\r\n',
      post(body, ['Content-Length: -5']),
      post(body, [length, 'Transfer-Encoding: chunked']),
      post('zz\r\n', ['Transfer-Encoding: chunked', 'Connection: close']),
      post(body, [length, 'Expect: nonsense', 'Connection: close']),
    ]) {
      const answer = await exchange(garbage, { limitMs: 700 })
      if (!isAcceptable(answer)) faults.push({ sent: garbage.slice(0, 60), answer })
    }
    expect(faults).toEqual([])
    await othersAreServed()
  })

  test('and hangs up in the middle of its request or before the answer harms nobody', async () => {
    const before = (await auditOf(service(), account)).charges().length
    for (let times = 0; times < 20; times += 1) {
      await exchange(post(body.slice(0, 10), [length]), { hangUp: true })
      await exchange(post('', [length, 'Expect: 100-continue']), { hangUp: true })
    }
    const whole = Array.from({ length: 20 }, () => exchange(post(body, [length]), { hangUp: true }))
    await Promise.all(whole)
    await othersAreServed()
    // A whole request whose sender left may be charged, once at most; half a request never is.
    const audit = await auditOf(service(), account)
    expect(audit.charges().length - before).toBeLessThanOrEqual(21)
    await until('the view says what the ledger says', async () => {
      return (await balanceOf(service(), account)) === (await auditOf(service(), account)).balance
    })
  })

  test('and hangs up under an Idempotency-Key finds its answer when it comes back', async () => {
    // Calls that others of this file left behind are still being charged to `account`.
    const own = await newAccount(service())
    const headers = [length, 'Idempotency-Key: left-early']
    await exchange(post(body, headers, own.key), { hangUp: true })
    await exchange(post(body, headers, own.key), { hangUp: true })
    const sent = { raw: body, headers: { 'idempotency-key': 'left-early' } }
    const replies = [
      await enrich(service(), own.key, { body: undefined, ...sent }),
      await enrich(service(), own.key, { body: undefined, ...sent }),
    ]
    expect(replies.map(({ status }) => status)).toEqual([200, 200])
    expect(replies[1]?.headers.get('idempotent-replayed')).toBe('true')
    expect((await auditOf(service(), own)).charges().length).toBe(1)
  })

  test('and has hung up before its call was put on the log is not charged', async () => {
    const own = await newAccount(service())
    const client = new pg.Client(service().database)
    await client.connect()
    // The look-up of an earlier call under the key waits behind this lock.
    await client.query('begin; lock table entries in access exclusive mode')
    const keyed = (key: string) =>
      post(body, [length, `Idempotency-Key: ${key}`, 'Connection: close'], own.key)
    const stays = exchange(keyed('stays'), { limitMs: 20_000 })
    let leave = () => {}
    const hangUp = new Promise<void>((resolve) => {
      leave = resolve
    })
    const leaves = exchange(keyed('leaves'), { hangUp, limitMs: 20_000 })
    await until('both calls wait', async () => {
      const { rows } = await client.query(
        `select from pg_locks where relation = 'entries'::regclass and not granted`,
      )
      return rows.length >= 2
    })
    leave()
    await leaves
    // An answer on another connection: by then the service has seen that one has hung up.
    await call(service(), 'GET /healthz')
    await client.query('commit')
    await client.end()
    expect(await stays).toMatch(/^HTTP\/1.1 200/)
    expect((await enrich(service(), own.key)).status).toBe(200)
    const charged = (await auditOf(service(), own)).charges()
    expect(charged.length).toBe(2)
  })

  test('and sends slowly blocks nobody', async () => {
    const slow = Array.from({ length: 100 }, () =>
      exchange(post('{"desc', ['Content-Length: 1000']), { limitMs: 2500 }),
    )
    for (let times = 0; times < 5; times += 1) await othersAreServed()
    await Promise.all(slow)
  })

  test('and does not read its answers blocks nobody', async () => {
    const requests = post(body, [length]).repeat(50)
    const deaf = Array.from({ length: 3 }, () => exchange(requests, { limitMs: 6000 }))
    await othersAreServed()
    const [answers = ''] = await Promise.all(deaf)
    expect(answers.match(/HTTP\/1\.1 (200|402|429|503)/g)?.length).toBeGreaterThan(0)
  })

  test('and pipelines its requests gets its answers in order', async () => {
    const ids = ['one', 'two', 'three']
    const requests = ids.map((id) => {
      const last = id === ids.at(-1) ? ['Connection: close'] : []
      return post(body, [length, `Request-Id: ${id}`, ...last])
    })
    const answers = await exchange(requests.join(''), { limitMs: 20_000 })
    expect([...answers.matchAll(/request-id: (\w+)/gi)].map(([, id]) => id)).toEqual(ids)
  })
})

test('a heavy batch of one account does not block another account', async () => {
  const other = await newAccount(service())
  const transactions = Array.from({ length: 100 }, (_, n) => ({ description: `SQ *SHOP ${n} NYC` }))
  const heavy = Array.from({ length: 4 }, () =>
    call(service(), 'POST /enrich/batch', { key: account.key, body: { transactions } }),
  )
  expect((await enrich(service(), other.key)).status).toBe(200)
  await Promise.all(heavy)
})
