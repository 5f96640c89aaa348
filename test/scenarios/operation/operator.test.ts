import { describe, expect, test } from 'vitest'
import { runEnrich } from '../../cli/enrich-program.ts'
import { until } from '../../until.ts'
import type { Account } from '../client.ts'
import { at, buyCredits, call, enrich, listAt, newAccount, numberAt, textAt } from '../client.ts'
import { begin, csvOf, ended } from '../jobs-client.ts'
import { auditOf } from '../ledger-auditor.ts'
import { shareService } from '../shared-service.ts'

/** The operator's commands beside the service while it answers, on either log. */
const service = shareService()

const run = (...args: readonly string[]) =>
  runEnrich(args, { cwd: service().dataDir, env: service().places })

async function read(...args: readonly string[]): Promise<unknown> {
  const { code, out, err } = await run('--json', ...args)
  expect([code, err]).toEqual([0, expect.any(String)])
  return JSON.parse(out)
}

/** Calls of every kind, so that all views have something to fold. */
async function customer(): Promise<Account> {
  const account = await newAccount(service(), 500)
  const transactions = Array.from({ length: 18 }, () => ({ description: 'NETFLIX.COM' }))
  await call(service(), 'POST /enrich/batch', { key: account.key, body: { transactions } })
  const body = { domain: 'nothing-is-here-77.example' }
  await call(service(), 'POST /enrich/domain', { key: account.key, body })
  for (let calls = 0; calls < 4; calls += 1) await enrich(service(), account.key)
  await ended(
    service(),
    account,
    await begin(service(), account, { raw: csvOf(5), query: 'type=transaction' }),
  )
  return account
}

/** Answers of the views, as a caller sees them. */
async function seen(account: Account): Promise<readonly string[]> {
  const { key } = account
  const ledger = await call(service(), 'GET /ledger', { key })
  const ids = listAt(ledger.body, 'data').map((entry) => textAt(entry, 'command_id'))
  const traces = ids.map((id) => `GET /requests/${id}/trace`)
  const to = new Date().toISOString().slice(0, 10)
  const usage = `GET /usage?from=2026-01-01&to=${to}T23:59:59Z`
  const asked = ['GET /ledger', usage, 'GET /jobs', ...traces]
  const texts = await Promise.all(asked.map(async (where) => call(service(), where, { key })))
  return texts.map(({ text }, index) =>
    text
      .replace(/"(request_id|instance|rows_per_second)":("[^"]*"|[\d.]+)/g, '')
      .concat(`${index}`),
  )
}

/** Calls go on from before `act` to after it, and each is answered. */
async function whileCalling(account: Account, act: () => Promise<void>): Promise<number> {
  let going = true
  let calls = 0
  const calling = async () => {
    while (going) {
      expect((await enrich(service(), account.key)).status).toBe(200)
      calls += 1
    }
  }
  const running = calling()
  try {
    await act()
  } finally {
    going = false
    await running
  }
  return calls
}

describe('while the service goes on', () => {
  test('audit verify finds all accounts sound, with their totals', async () => {
    await customer()
    const busy = await newAccount(service(), 10_000)
    await whileCalling(busy, async () => {
      const found = await read('audit', 'verify')
      expect(found).toMatchObject({ valid: true, ignored_records: 0, findings: [] })
      expect(numberAt(found, 'accounts')).toBeGreaterThanOrEqual(2)
      const { code } = await run('audit', 'diff')
      expect(code).toBe(0)
    })
  })

  test('audit replay gives what stood at a time; an export verifies offline', async () => {
    const account = await customer()
    const { entries } = await auditOf(service(), account)
    const middle = entries[5]
    const time = middle?.at ?? ''
    const stood = entries.filter((entry) => entry.at <= time)
    const replay = ['audit', 'replay', '--at', time, '--account', account.id]
    expect(await read(...replay)).toMatchObject([
      { seq: stood.length, balance_cents: stood.at(-1)?.balance_cents },
    ])
    expect((await run('audit', 'export', 'all.ndjson')).code).toBe(0)
    const { code, out } = await run('ledger', 'verify', 'all.ndjson')
    expect([code, out]).toEqual([0, expect.stringMatching(/^valid: /)])
  })

  test('views rebuild changes nothing that callers see, traces included', async () => {
    const account = await customer()
    const busy = await newAccount(service(), 10_000)
    const before = await seen(account)
    const calls = await whileCalling(busy, async () => {
      expect(numberAt(await read('views', 'rebuild'), 'entries')).toBeGreaterThan(0)
    })
    expect(await seen(account)).toEqual(before)
    const { charges } = await auditOf(service(), busy)
    expect(charges().length).toBe(calls)
    await buyCredits(service(), account, 500)
    const { code } = await run('audit', 'diff')
    expect(code).toBe(0)
    expect(await read('audit', 'verify')).toMatchObject({ valid: true })
  })

  test('lag comes to nothing when nobody calls', async () => {
    await customer()
    await until('all is done', async () => {
      const lags = await read('lag')
      return Array.isArray(lags) && lags.every((one) => at(one, 'lag') === 0)
    })
  })
})
