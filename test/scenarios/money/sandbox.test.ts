import { describe, expect, test } from 'vitest'
import { at, balanceOf, call, createOrder, newAccount } from '../client.ts'
import { expectProblem } from '../problem.ts'
import { failedStart } from '../service.ts'
import { shareService } from '../shared-service.ts'

/** A sandbox is a decision, says what it is, and takes no orders from other sites. */
const service = shareService()

describe('paying in the sandbox', () => {
  const foreign: readonly Readonly<Record<string, string>>[] = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'none' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'same-origin', origin: 'http://evil.example' },
  ]

  test.each(foreign)('is refused when a page of another site asks: %o', async (headers) => {
    const account = await newAccount(service())
    const order = await createOrder(service(), account, 500)
    const reply = await call(service(), `POST /payments/sandbox/${order}/pay`, { headers })
    expectProblem(reply, 403)
    expect(at(reply.body, 'code')).toBe('foreign_origin')
    expect(await balanceOf(service(), account)).toBe(0)
  })

  test('works from our own page, and for programs, whatever they send', async () => {
    const account = await newAccount(service())
    const { port } = new URL(service().url)
    const own = [
      {},
      { 'content-type': 'application/x-www-form-urlencoded' },
      { origin: service().url, 'sec-fetch-site': 'same-origin' },
      { origin: `http://127.0.0.1:${port}` },
    ]
    for (const [index, headers] of own.entries()) {
      const order = await createOrder(service(), account, 100)
      const reply = await call(service(), `POST /payments/sandbox/${order}/pay`, { headers })
      expect(reply.status).toBe(200)
      expect(at(reply.body, 'balance_cents')).toBe(100 * (index + 1))
    }
  })

  test('is marked: in the balance, in the ledger, on the pages and in the log', async () => {
    const account = await newAccount(service(), 300)
    const balance = await call(service(), 'GET /payments/balance', { key: account.key })
    expect(at(balance.body, 'sandbox')).toBe(true)
    const ledger = await call(service(), 'GET /ledger', { key: account.key })
    expect(ledger.text).toContain('"provider":"sandbox"')
    for (const path of ['/docs', '/console']) {
      const page = await call(service(), `GET ${path}`)
      expect(page.text).toMatch(/class="sandbox-band"/)
    }
    expect(service().output()).toMatch(/"kind":"sandbox"/)
  })
})

test('a service that others can reach does not start as a sandbox by itself', async () => {
  const { code, said, left } = await failedStart({ HOST: '0.0.0.0', DATA_DIR: '/nowhere' })
  expect(code).toBeGreaterThan(0)
  expect(said).toMatch(/HOST=0\.0\.0\.0.*PAYMENTS=sandbox/)
  expect(left).toEqual([])
})
