import { beforeAll, describe, expect, test } from 'vitest'
import type { Account } from '../client.ts'
import { at, buyCredits, call, enrich, listAt, newAccount, numberAt } from '../client.ts'
import type { Entry } from '../ledger-auditor.ts'
import { auditOf } from '../ledger-auditor.ts'
import { expectProblem } from '../problem.ts'
import { useService } from '../shared-service.ts'

const service = useService()
let account: Account
let entries: readonly Entry[]

beforeAll(async () => {
  account = await newAccount(service())
  for (let calls = 0; calls < 10; calls += 1) await enrich(service(), account.key)
  await buyCredits(service(), account, 500)
  for (let calls = 0; calls < 13; calls += 1) await enrich(service(), account.key)
  entries = (await auditOf(service(), account)).entries
})

async function page(query: string) {
  const reply = await call(service(), `GET /ledger${query}`, { key: account.key })
  expect({ query, status: reply.status, text: reply.text }).toMatchObject({ status: 200 })
  return { data: listAt(reply.body, 'data'), next: at(reply.body, 'next_cursor') }
}

const seqs = (data: readonly unknown[]) => data.map((entry) => numberAt(entry, 'seq'))

describe('the ledger over HTTP', () => {
  test('reads the same in pages as in one stream, ascending', async () => {
    const all: unknown[] = []
    let query = '?limit=7'
    for (let pages = 0; pages < 10; pages += 1) {
      const { data, next } = await page(query)
      expect(data.length).toBeLessThanOrEqual(7)
      all.push(...data)
      if (next === null) break
      query = `?limit=7&cursor=${encodeURIComponent(String(next))}`
    }
    expect(all).toEqual(entries)
    expect((await page('')).data).toEqual(entries)
  })

  test('after starts behind a seq, and a cursor continues with the same filter', async () => {
    expect(seqs((await page('?after=20')).data)).toEqual([21, 22, 23, 24, 25])
    expect(seqs((await page('?after=0&limit=1')).data)).toEqual([1])
    expect((await page('?after=25')).data).toEqual([])
    const first = await page('?type=CallCharged&limit=5&after=3')
    const cursor = encodeURIComponent(String(first.next))
    const second = await page(`?type=CallCharged&limit=5&after=3&cursor=${cursor}`)
    expect([...seqs(first.data), ...seqs(second.data)]).toEqual([4, 5, 6, 7, 8, 9, 10, 11, 13, 14])
  })

  test('type, from and to choose; both ends are included', async () => {
    expect(seqs((await page('?type=CreditsPurchased')).data)).toEqual([12])
    expect(seqs((await page('?type=AccountOpened')).data)).toEqual([1])
    const [from, to] = [entries[4]?.at ?? '', entries[9]?.at ?? '']
    const between = entries.filter((entry) => entry.at >= from && entry.at <= to)
    expect((await page(`?from=${from}&to=${to}`)).data).toEqual(between)
    expect((await page('?from=2099-01-01T00:00:00Z')).data).toEqual([])
    const day = new Date().toISOString().slice(0, 10)
    expect((await page(`?from=2026-01-01&to=${day}`)).data).toEqual((await page('')).data)
    expect((await page('?to=2026-01-01')).data).toEqual([])
  })

  test('knows every type that is documented, also those that no entry has yet', async () => {
    for (const type of ['ChargeRefused', 'CreditsReserved', 'ReservationReleased']) {
      expect((await page(`?type=${type}`)).data).toEqual([])
    }
  })

  test('one entry by its seq, else 404', async () => {
    const one = await call(service(), 'GET /ledger/12', { key: account.key })
    expect([one.status, one.body]).toEqual([200, entries[11]])
    for (const seq of ['26', '0', '9007199254740993', '99999999999999999999']) {
      const reply = await call(service(), `GET /ledger/${seq}`, { key: account.key })
      expect([400, 404]).toContain(reply.status)
      expectProblem(reply, reply.status)
    }
    expectProblem(await call(service(), 'GET /ledger/26', { key: account.key }), 404)
  })

  test('what makes no sense is a 400', async () => {
    for (const query of [
      'limit=0',
      'limit=1001',
      'limit=x',
      'after=-1',
      'after=x',
      'type=Nonsense',
      'type=CallCharged%00',
      'from=yesterday',
      'to=2026-02-31T00:00:00Z',
      'cursor=!!!',
    ]) {
      const reply = await call(service(), `GET /ledger?${query}`, { key: account.key })
      expect([query, reply.status]).toEqual([query, 400])
      expectProblem(reply, 400)
    }
  })

  test('is the own account of a key and nobody else', async () => {
    expectProblem(await call(service(), 'GET /ledger'), 401)
    const other = await newAccount(service())
    const theirs = await call(service(), 'GET /ledger/12', { key: other.key })
    expectProblem(theirs, 404)
    const audit = await auditOf(service(), other)
    expect(audit.entries.map(({ type }) => type)).toEqual(['AccountOpened'])
  })

  test('an entry has exactly the details that its type is documented with', async () => {
    const charge = entries.find(({ type }) => type === 'CallCharged')
    expect(Object.keys(charge?.details ?? {}).sort()).toEqual([
      'call',
      'charged_cents',
      'free_calls_used',
      'items',
      'request_id',
      'result_sha256',
      'unit_price_cents',
    ])
    expect(entries[0]?.details).toEqual({})
  })

  test('is in the same form as NDJSON, one entry a line', async () => {
    const headers = { accept: 'application/x-ndjson' }
    const reply = await call(service(), 'GET /ledger', { key: account.key, headers })
    expect(reply.headers.get('content-type')).toMatch(/^application\/x-ndjson/)
    expect(reply.text.trimEnd().split('\n')).toHaveLength(entries.length)
  })
})
