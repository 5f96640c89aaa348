import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { until } from '../../until.ts'
import { at, balanceOf, call, enrich, newAccount, textAt } from '../client.ts'
import { auditOf, checkReceipt } from '../ledger-auditor.ts'
import { familyOf, isAlive } from '../processes.ts'
import type { Environment } from '../service.ts'
import { failedStart, startService } from '../service.ts'
import { shareService } from '../shared-service.ts'

const service = shareService()
let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scenario start '))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** One clear message: no stack, few lines; not zero; nothing left running. */
async function refusal(env: Environment): Promise<string> {
  const { code, said, left } = await failedStart({ DATA_DIR: join(folder, 'refused'), ...env })
  expect({ code, said }).toMatchObject({ code: expect.toSatisfy((value) => value > 0) })
  expect(said).not.toMatch(/^\s+at .+:\d+/m)
  expect(said).not.toMatch(/"event":"ready"/)
  expect(said.trim().split('\n').length).toBeLessThanOrEqual(4)
  expect(left).toEqual([])
  return said
}

describe('a start that cannot succeed', () => {
  test('a second service on the same data says so, and the first goes on', async () => {
    const said = await refusal({ DATA_DIR: service().dataDir })
    expect(said).toContain(service().dataDir)
    expect((await call(service(), 'GET /readyz')).status).toBe(200)
    const account = await newAccount(service())
    expect((await enrich(service(), account.key)).status).toBe(200)
  })

  test('a taken port is named, and no database is left running', async () => {
    const { port } = new URL(service().url)
    expect(await refusal({ PORT: port })).toContain(port)
  })

  test('a data directory that is a file, or lies below one, is named', async () => {
    const file = join(folder, 'a file')
    await writeFile(file, 'not a directory')
    expect(await refusal({ DATA_DIR: file })).toContain(file)
    expect(await refusal({ DATA_DIR: join(file, 'below') })).toContain(file)
    expect(await refusal({ DATA_DIR: '/proc/nowhere' })).toContain('/proc/nowhere')
  })

  test('every wrong variable is named in the one message', async () => {
    const wrong = {
      PORT: 'abc',
      MODE: 'sideways',
      SYNC_TIMEOUT_MS: '0',
      RATE_LIMIT_PER_SECOND: '-1',
      REGISTRATIONS_PER_HOUR: '1.5',
      BASE_URL: 'not an address',
      DATABASE_URL: 'mysql://x',
      ROLES: 'api,cook',
    }
    const said = await refusal(wrong)
    for (const name of Object.keys(wrong)) expect(said).toContain(name)
    expect(await refusal({ PORT: '65536' })).toContain('PORT')
  })

  test('faults of one variable and of several together are named in the same message', async () => {
    const said = await refusal({ PORT: 'abc', NODE_ENV: 'production', MODE: 'distributed' })
    for (const name of ['PORT', 'STRIPE_SECRET_KEY', 'KAFKA_BROKERS', 'REDIS_URL']) {
      expect(said).toContain(name)
    }
  })

  test('an address that is not of this machine is named', async () => {
    expect(await refusal({ HOST: '203.0.113.7', PAYMENTS: 'sandbox' })).toContain('203.0.113.7')
    expect(await refusal({ HOST: 'no such host', PAYMENTS: 'sandbox' })).toContain('no such host')
  })

  test('a database of its own that is not there is said', async () => {
    const url = 'postgres://nobody:hidden@127.0.0.1:1/none'
    expect(await refusal({ DATABASE_URL: url })).not.toContain('hidden')
  })
})

describe('stopping', () => {
  test.each(['SIGTERM', 'SIGINT'] as const)(
    '%s finishes what is in hand, exits 0 within 10 s and leaves no child',
    async (signal) => {
      const account = await newAccount(service(), 1000)
      const family = familyOf(service().pid())
      let answered = 0
      const calls = Array.from({ length: 200 }, () =>
        enrich(service(), account.key).finally(() => {
          answered += 1
        }),
      )
      const settled = Promise.allSettled(calls)
      await until('some are answered', () => answered > 20)
      const { code, tookMs } = await service().stop(signal)
      expect([code, tookMs < 10_000]).toEqual([0, true])
      await until('no child is left', () => !family.some((pid) => isAlive(pid)), 1000)
      await service().restart()
      const audit = await auditOf(service(), account)
      for (const result of await settled) {
        // A connection may be refused, an answer may be 503; a charge that was told is there.
        if (result.status === 'rejected') continue
        expect([200, 503]).toContain(result.value.status)
        if (result.value.status === 200) checkReceipt(audit, result.value)
        else expect(result.value.headers.get('retry-after')).not.toBeNull()
      }
    },
  )

  test('a client that holds its connection, or never finishes its request, cannot prevent it', async () => {
    const { connect } = await import('node:net')
    const port = Number(new URL(service().url).port)
    const idle = connect(port, '127.0.0.1').on('error', () => {})
    const half = connect(port, '127.0.0.1').on('error', () => {})
    half.write('POST /enrich HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n')
    const { code, tookMs } = await service().stop()
    expect([code, tookMs < 10_000]).toEqual([0, true])
    for (const socket of [idle, half]) socket.destroy()
    await service().restart()
  })

  test('everything is there after a restart: account, keys, session, money, usage', async () => {
    const account = await newAccount(service(), 500)
    for (let calls = 0; calls < 25; calls += 1) await enrich(service(), account.key)
    const { email, password } = account
    const login = await call(service(), 'POST /auth/login', { body: { email, password } })
    const token = textAt(login.body, 'token')
    const before = await auditOf(service(), account)
    const usage = await call(service(), 'GET /usage', { key: account.key })
    await service().restart()
    expect(await balanceOf(service(), account)).toBe(495)
    expect((await auditOf(service(), account)).entries).toEqual(before.entries)
    const again = await call(service(), 'GET /usage', { key: account.key })
    expect(at(again.body, 'totals')).toEqual(at(usage.body, 'totals'))
    expect((await call(service(), 'GET /usage', { key: token })).status).toBe(200)
    const loggedIn = await call(service(), 'POST /auth/login', { body: { email, password } })
    expect(loggedIn.status).toBe(200)
    const next = await enrich(service(), account.key)
    expect(next.headers.get('ledger-entry')).toMatch(new RegExp(`^${before.head.seq + 1};`))
  })
})

test('a long data directory with spaces serves, and is left in order', async () => {
  const dataDir = join(folder, 'with späce '.repeat(4), 'deep/'.repeat(20), 'data')
  const other = await startService({ DATA_DIR: dataDir })
  const account = await newAccount(other)
  expect((await enrich(other, account.key)).status).toBe(200)
  expect(await other.stop()).toMatchObject({ code: 0 })
  expect(other.postgresPids()).toEqual([])
  expect(other.output(), 'what is stopped has not failed').not.toContain('pipeline_failed')
})
