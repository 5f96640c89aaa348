import { beforeAll, expect, test } from 'vitest'
import type { Account } from '../client.ts'
import { at, buyCredits, call, enrich, newAccount } from '../client.ts'
import type { Audit } from '../ledger-auditor.ts'
import { auditEntries, auditOf } from '../ledger-auditor.ts'
import { expectProblem } from '../problem.ts'
import { useService } from '../shared-service.ts'

const service = useService()
let account: Account
let audit: Audit

beforeAll(async () => {
  account = await newAccount(service())
  for (let calls = 0; calls < 8; calls += 1) await enrich(service(), account.key)
  await buyCredits(service(), account, 500)
  for (let calls = 0; calls < 15; calls += 1) await enrich(service(), account.key)
  audit = await auditOf(service(), account)
})

function exported(query: string) {
  return call(service(), `GET /ledger/export${query}`, { key: account.key })
}

test('an export is a file with a name, in each form', async () => {
  const forms = [
    ['', 'ndjson', 'application/x-ndjson'],
    ['?format=csv', 'csv', 'text/csv'],
    ['?format=hledger', 'journal', 'text/plain'],
    ['?format=beancount', 'beancount', 'text/plain'],
  ] as const
  for (const [query, extension, mediaType] of forms) {
    const { status, headers } = await exported(query)
    expect([query, status]).toEqual([query, 200])
    expect(headers.get('content-type')).toContain(mediaType)
    const name = `attachment; filename="ledger-${account.id}.${extension}"`
    expect(headers.get('content-disposition')).toBe(name)
  }
})

test('as NDJSON it is the ledger, byte for byte what an auditor checks', async () => {
  const { text } = await exported('?format=ndjson')
  const lines = text.trimEnd().split('\n')
  const again = auditEntries(
    lines.map((line) => JSON.parse(line)),
    account.id,
  )
  expect(again.head).toEqual(audit.head)
})

test('as CSV it has a row for every entry', async () => {
  const rows = (await exported('?format=csv')).text.trimEnd().split('\r\n')
  expect(rows).toHaveLength(audit.entries.length + 1)
  expect(rows[0]).toMatch(/^account_id,seq,at,type,/)
})

test('from and to choose, and accounting files then open with what stood', async () => {
  const bought = audit.entries.findIndex(({ type }) => type === 'CreditsPurchased')
  const [first, last] = [audit.entries[bought + 1], audit.entries.at(-2)]
  const span = `&from=${first?.at}&to=${last?.at}`
  const between = audit.entries.filter((e) => e.at >= (first?.at ?? '') && e.at <= (last?.at ?? ''))
  const { text, headers } = await exported(`?format=ndjson${span}`)
  expect(text.trimEnd().split('\n')).toHaveLength(between.length)
  expect(headers.get('content-disposition')).toMatch(/-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.ndjson/)
  const journal = (await exported(`?format=hledger${span}`)).text
  expect(journal).toContain('opening balances\n    assets:credits  5.00 USD = 5.00 USD\n')
  expectProblem(await exported('?format=xlsx'), 400)
  expectProblem(await exported('?from=yesterday'), 400)
  expectProblem(await call(service(), 'GET /ledger/export'), 401)
})

test('the service verifies a ledger itself when it is asked to', async () => {
  const reply = await call(service(), 'GET /ledger/verify', { key: account.key })
  expect([reply.status, reply.body]).toEqual([
    200,
    {
      valid: true,
      entries: audit.entries.length,
      head: audit.head,
      balance_cents: audit.balance,
      free_calls_remaining: audit.freeCalls,
      reserved_cents: 0,
      first_fault: null,
    },
  ])
})

test('the balance at any time or entry of the past is what the deltas add up to', async () => {
  let fold = 0
  for (const entry of audit.entries) {
    fold += entry.credits_delta_cents
    const query = `GET /payments/balance?at=${entry.seq}`
    const { body } = await call(service(), query, { key: account.key })
    expect([at(body, 'balance_cents'), at(body, 'ledger.seq')]).toEqual([fold, entry.seq])
    const then = await call(service(), `GET /payments/balance?at=${entry.at}`, { key: account.key })
    const until = audit.entries.filter((one) => one.at <= entry.at)
    const sum = until.reduce((total, one) => total + one.credits_delta_cents, 0)
    expect(at(then.body, 'balance_cents')).toBe(sum)
  }
  for (const never of ['2020-01-01T00:00:00Z', String(audit.entries.length + 1)]) {
    const query = `GET /payments/balance?at=${never}`
    expectProblem(await call(service(), query, { key: account.key }), 404)
  }
})
