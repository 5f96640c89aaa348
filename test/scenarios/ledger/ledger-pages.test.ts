import { beforeAll, describe, expect, test } from 'vitest'
import { until } from '../../until.ts'
import type { Account } from '../client.ts'
import { at, buyCredits, call, enrich, listAt, newAccount, numberAt, textAt } from '../client.ts'
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

  test('newest first it is the same in reverse, page by page, with every filter', async () => {
    const first = await page('?order=desc&limit=15')
    const cursor = encodeURIComponent(String(first.next))
    const second = await page(`?order=desc&limit=15&cursor=${cursor}`)
    expect([...first.data, ...second.data]).toEqual([...entries].reverse())
    expect(second.next).toBeNull()
    expect(seqs((await page('?order=desc&type=CallCharged&limit=2&after=3')).data)).toEqual([
      25, 24,
    ])
    expect(seqs((await page('?order=desc&type=CreditsPurchased')).data)).toEqual([12])
    const stream = { key: account.key, headers: { accept: 'application/x-ndjson' } }
    const { text } = await call(service(), 'GET /ledger?order=desc', stream)
    expect(
      text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual([...entries].reverse())
  })

  test('request_id chooses the entry of one call, job_id those of one job', async () => {
    const own = await newAccount(service())
    const found = async (query: string) => {
      const reply = await call(service(), `GET /ledger?${query}`, { key: own.key })
      return listAt(reply.body, 'data')
    }
    const { headers } = await enrich(service(), own.key)
    const seq = Number(headers.get('ledger-entry')?.split(';')[0])
    const id = encodeURIComponent(headers.get('request-id') ?? '')
    expect(seqs(await found(`request_id=${id}`))).toEqual([seq])
    expect(await found(`request_id=${id}&type=CreditsPurchased`)).toEqual([])
    expect(await found('request_id=req_unknown')).toEqual([])
    const body = { type: 'transaction', items: [{ description: 'NETFLIX.COM' }] }
    const job = textAt((await call(service(), 'POST /jobs', { key: own.key, body })).body, 'id')
    await until('the job has given back', async () => {
      return at((await found(`job_id=${job}`)).at(-1), 'type') === 'ReservationReleased'
    })
    await enrich(service(), own.key)
    const data = await found(`job_id=${job}`)
    const types = ['CreditsReserved', 'CallCharged', 'ReservationReleased']
    expect(data.map((entry) => at(entry, 'type'))).toEqual(types)
    expect(await found(`job_id=${job}&order=desc`)).toEqual([...data].reverse())
    expect(await found(`job_id=${job.slice(0, -1)}`)).toEqual([])
    const other = await newAccount(service())
    for (const query of [`request_id=${id}`, `job_id=${job}`]) {
      const theirs = await call(service(), `GET /ledger?${query}`, { key: other.key })
      expect(listAt(theirs.body, 'data')).toEqual([])
    }
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
      'order=up',
      'request_id=%00',
      'job_id=%00',
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
