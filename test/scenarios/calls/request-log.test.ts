import { expect, test } from 'vitest'
import { until } from '../../until.ts'
import { at, call, enrich, listAt, newAccount, textAt } from '../client.ts'
import { useService } from '../shared-service.ts'

const service = useService()

test('the calls of an account are listed with question, answer, price and receipt, page by page', async () => {
  const account = await newAccount(service())
  const { key } = account
  const first = await enrich(service(), key)
  await call(service(), 'POST /enrich/domain', { key, body: { domain: 'netflix.com' } })
  await call(service(), 'POST /enrich/domain', { key, body: { domain: 'no-such-company-9.com' } })
  const transactions = [{ description: 'SHELL OIL 5744' }, { description: 'NETFLIX.COM' }]
  await call(service(), 'POST /enrich/batch', { key, body: { transactions } })
  const log = await until(async () => {
    const { body } = await call(service(), 'GET /requests', { key })
    const rows = listAt(body, 'data')
    // The views may show an entry a moment before the answer that it paid for.
    return rows.length === 4 && rows.every((row) => at(row, 'status') !== null) && rows
  })
  expect(log.map((row) => [at(row, 'type'), at(row, 'status')])).toEqual([
    ['transaction_batch', 200],
    ['domain', 404],
    ['domain', 200],
    ['transaction', 200],
  ])
  expect(log[0]).toMatchObject({ question: '2 lines: SHELL OIL 5744', items: 2, answer: 'Shell' })
  expect(log[1]).toMatchObject({ question: 'no-such-company-9.com', answer: null, items: 0 })
  expect(log[2]).toMatchObject({ question: 'netflix.com', free_calls_used: 1, charged_cents: 0 })
  expect(log[3]).toMatchObject({
    request_id: first.headers.get('request-id'),
    ledger_entry: first.headers.get('ledger-entry'),
    took_ms: expect.any(Number),
    confidence: expect.any(Number),
  })

  const page = await call(service(), 'GET /requests?limit=3', { key })
  const cursor = textAt(page.body, 'next_cursor')
  const rest = await call(service(), `GET /requests?limit=3&cursor=${cursor}`, { key })
  expect(listAt(rest.body, 'data')).toEqual([log[3]])
  expect(rest.body).toMatchObject({ next_cursor: null })
})

test('they are narrowed by type, key and time, and are nobody else’s', async () => {
  const account = await newAccount(service())
  const { key } = account
  const made = await call(service(), 'POST /keys', { key, body: { name: 'other' } })
  const other = { key: textAt(made.body, 'api_key') }
  await call(service(), 'POST /enrich/domain', { ...other, body: { domain: 'netflix.com' } })
  await enrich(service(), key)
  const listed = async (query: string, by = key) => {
    const { body } = await call(service(), `GET /requests?${query}`, { key: by })
    return listAt(body, 'data').map((row) => at(row, 'type'))
  }
  const ofOther = `key=${textAt(made.body, 'id')}`
  await until(async () => (await listed(ofOther)).length === 1)
  expect(await listed(ofOther)).toEqual(['domain'])
  expect(await listed('type=transaction')).toEqual(['transaction'])
  expect(await listed('to=2020-01-01')).toEqual([])
  expect(await listed('', (await newAccount(service())).key)).toEqual([])
  for (const query of ['type=nonsense', 'key=%00']) {
    expect((await call(service(), `GET /requests?${query}`, { key })).status).toBe(400)
  }
})
