import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { until } from '../../until.ts'
import { balanceOf, buyCredits, call, listAt, newAccount, textAt } from '../client.ts'
import { begin, csvOf, ended, isRunning, jobOf, jobsOf, resultsOf, submit } from '../jobs-client.ts'
import { auditOf, hashOf } from '../ledger-auditor.ts'
import { useService } from '../shared-service.ts'

const service = useService()

describe('a job of 5,000 rows', () => {
  test('is paid exactly, answered row by row in order, and bound to its charges', async () => {
    const account = await newAccount(service(), 10_000)
    const reply = await submit(service(), account, { raw: csvOf(5_000) })
    expect(reply.status).toBe(202)
    const id = textAt(reply.body, 'id')
    expect(reply.headers.get('location')).toBe(`/jobs/${id}`)
    expect(reply.body).toMatchObject({ type: 'transaction', total: 5_000, reserved_cents: 4_980 })
    const job = await ended(service(), account, id)
    expect(job).toMatchObject({
      status: 'succeeded',
      processed: 5_000,
      failed: 0,
      charged_cents: 4_980,
      free_calls_used: 20,
      reserved_cents: 0,
      finished_at: expect.any(String),
    })
    const rows = await resultsOf(service(), account, id)
    expect(rows.map(({ row }) => row)).toEqual(Array.from({ length: 5_000 }, (_, n) => n + 1))
    expect(rows[4_321]).toMatchObject({
      id: 'r4322',
      columns: { note: 'note 4321' },
      merchant: expect.any(String),
      category: expect.any(String),
      confidence: expect.any(Number),
    })
    const audit = await auditOf(service(), account)
    expect(audit).toMatchObject({ balance: 10_000 - 4_980, reserved: 0, freeCalls: 0 })
    const charges = audit.charges()
    expect(charges).toHaveLength(10)
    for (const { details } of charges) {
      const first = ((details.chunk ?? 0) - 1) * 500
      expect(details.result_sha256).toBe(hashOf(rows.slice(first, first + 500)))
    }
    const usage = await call(service(), 'GET /usage', { key: account.key })
    expect(usage.body).toMatchObject({ totals: { items: 5_000, charged_cents: 4_980 } })
  })

  test('short of one cent it is refused whole, keeps nothing, and goes through after a top-up', async () => {
    const account = await newAccount(service(), 4_979)
    const headers = { 'idempotency-key': 'short' }
    const refused = await submit(service(), account, { raw: csvOf(5_000), headers })
    expect(refused.status).toBe(402)
    expect(refused.body).toMatchObject({
      required_cents: 4_980,
      available_cents: 4_979,
      free_calls_remaining: 20,
    })
    expect(await jobsOf(service(), account)).toEqual([])
    expect(await auditOf(service(), account)).toMatchObject({ balance: 4_979, freeCalls: 20 })
    await buyCredits(service(), account, 100)
    const id = await begin(service(), account, { raw: csvOf(5_000), headers })
    expect(await ended(service(), account, id)).toMatchObject({ status: 'succeeded' })
    expect(await balanceOf(service(), account)).toBe(99)
  })

  test('cancelled, it keeps and charges what is done and gives the rest back', async () => {
    const account = await newAccount(service(), 200_000)
    const id = await begin(service(), account, { raw: csvOf(200_000) })
    await until('it runs', async () => (await jobOf(service(), account, id)).processed > 0, 30_000)
    const running = await call(service(), `GET /jobs/${id}/results`, { key: account.key })
    expect([running.status, running.headers.get('retry-after')]).toEqual([409, '1'])
    const early = await call(service(), `DELETE /jobs/${id}`, { key: account.key })
    expect(early.status).toBe(409)
    const cancelled = await call(service(), `POST /jobs/${id}/cancel`, { key: account.key })
    expect(cancelled.status).toBe(200)
    const job = await ended(service(), account, id)
    expect(job.status).toBe('cancelled')
    expect(job.processed).toBeLessThan(200_000)
    const rows = await resultsOf(service(), account, id)
    expect(rows).toHaveLength(job.processed)
    expect(job.charged_cents + job.free_calls_used).toBe(job.processed)
    const audit = await auditOf(service(), account)
    expect(audit).toMatchObject({ balance: 200_000 - job.charged_cents, reserved: 0 })
    const again = await call(service(), `POST /jobs/${id}/cancel`, { key: account.key })
    expect([again.status, (await auditOf(service(), account)).head]).toEqual([200, audit.head])
  })

  test("does not make a second account's small job wait for its end", async () => {
    const [large, small] = [await newAccount(service(), 200_000), await newAccount(service(), 500)]
    const largeId = await begin(service(), large, { raw: csvOf(200_000) })
    const smallId = await begin(service(), small, { raw: csvOf(300) })
    expect(await ended(service(), small, smallId)).toMatchObject({ status: 'succeeded' })
    expect(isRunning(await jobOf(service(), large, largeId))).toBe(true)
    await call(service(), `POST /jobs/${largeId}/cancel`, { key: large.key })
    await ended(service(), large, largeId)
    for (const account of [large, small]) {
      expect(await auditOf(service(), account)).toMatchObject({ reserved: 0 })
    }
  })
})

describe('the same Idempotency-Key', () => {
  test('gives the same job, charged once; with another file it is refused', async () => {
    const account = await newAccount(service(), 10_000)
    const headers = { 'idempotency-key': 'upload-1' }
    const sent = { raw: csvOf(1_000), headers }
    const replies = await Promise.all([1, 2, 3].map(() => submit(service(), account, sent)))
    expect(replies.map(({ status }) => status)).toEqual([202, 202, 202])
    const ids = new Set(replies.map(({ body }) => textAt(body, 'id')))
    expect(ids.size).toBe(1)
    const replayed = replies.filter(({ headers }) => headers.get('idempotent-replayed') === 'true')
    expect(replayed).toHaveLength(2)
    const [id = ''] = ids
    await ended(service(), account, id)
    const packed = { raw: gzipSync(csvOf(1_000)), headers }
    const later = await submit(service(), account, packed)
    expect([later.status, textAt(later.body, 'id')]).toEqual([202, id])
    const other = await submit(service(), account, { raw: csvOf(1_001), headers })
    expect(other.status).toBe(422)
    expect(await jobsOf(service(), account)).toHaveLength(1)
    expect(await auditOf(service(), account)).toMatchObject({ balance: 10_000 - 980 })
  })
})

describe('forms', () => {
  test('JSON of every type, with the type in front or behind, ids and metadata echoed', async () => {
    const account = await newAccount(service(), 10_000)
    const jobs = [
      [
        'transaction',
        [{ description: 'NETFLIX.COM', amount: -15.49, id: 7, metadata: { a: 1 } }, {}],
      ],
      ['company', [{ name: 'Airbnb', id: 'x' }, { domain: 'stripe.com' }, { name: 'Zzyqx 99' }]],
      ['domain', [{ domain: 'airbnb.com', branch: 'north' }]],
      ['social', [{ domain: 'airbnb.com' }, { domain: 'no domain' }]],
      ['person', [{ email: 'jane.doe@airbnb.com' }]],
    ] as const
    for (const [index, [type, items]] of jobs.entries()) {
      const metadata = { order: index }
      const body = index % 2 === 0 ? { type, items, metadata } : { items, metadata, type }
      const id = await begin(service(), account, { body, type: 'application/json' })
      const job = await ended(service(), account, id)
      expect(job).toMatchObject({ type, status: 'succeeded', total: items.length, metadata })
      const rows = await resultsOf(service(), account, id)
      expect(rows).toHaveLength(items.length)
      if (type === 'transaction') {
        expect(rows[0]).toMatchObject({ row: 1, id: 7, metadata: { a: 1 }, merchant: 'Netflix' })
        expect(rows[1]).toMatchObject({ row: 2, error: { code: 'invalid_request' } })
        expect(job).toMatchObject({ failed: 1, free_calls_used: 1 })
      }
      if (type === 'company') {
        expect(rows[0]).toMatchObject({ id: 'x', name: 'Airbnb' })
        expect(rows[2]).toMatchObject({ row: 3, error: { code: 'not_found' } })
        expect(job).toMatchObject({ failed: 1, matched: 2 })
      }
      if (type === 'domain') expect(rows[0]).toMatchObject({ columns: { branch: 'north' } })
    }
    expect(await auditOf(service(), account)).toMatchObject({ reserved: 0 })
  })

  test('NDJSON, gzip or not, and results as NDJSON, JSON and CSV, whole or from a row on', async () => {
    const account = await newAccount(service(), 2_000)
    const items = Array.from({ length: 1_200 }, (_, n) => ({
      description: `UBER TRIP ${n}`,
      id: n,
    }))
    const raw = gzipSync(`${items.map((item) => JSON.stringify(item)).join('\n')}\n`)
    const headers = { 'content-encoding': 'gzip' }
    const id = await begin(service(), account, { raw, headers, type: 'application/x-ndjson' })
    await ended(service(), account, id)
    const rows = await resultsOf(service(), account, id)
    const json = await call(service(), `GET /jobs/${id}/results?format=json`, { key: account.key })
    expect(json.body).toEqual(rows)
    expect(await resultsOf(service(), account, id, '?after=613')).toEqual(rows.slice(613))
    expect(await resultsOf(service(), account, id, '?after=1200')).toEqual([])
    expect(await resultsOf(service(), account, id, '?after=490&limit=20')).toEqual(
      rows.slice(490, 510),
    )
    const csv = await call(service(), `GET /jobs/${id}/results?format=csv`, { key: account.key })
    expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(csv.text.split('\r\n')).toHaveLength(1_202)
  })

  test('a CSV result holds the own columns and no formula', async () => {
    const account = await newAccount(service(), 500)
    const raw = 'Datum;Text;Betrag\n1.2.;=HYPERLINK("http://evil");-1,50\n2.2.;NETFLIX.COM;-15,49\n'
    const id = await begin(service(), account, { raw, query: 'description=Text' })
    await ended(service(), account, id)
    const csv = await call(service(), `GET /jobs/${id}/results?format=csv`, { key: account.key })
    const [head, first, second] = csv.text.split('\r\n')
    expect(head).toMatch(/^\ufeff?row,Datum,Text,Betrag,merchant,/)
    expect(first).toContain(`"'=HYPERLINK(""http://evil"")","-1,50"`)
    expect(second).toMatch(/^2,2\.2\.,NETFLIX\.COM,"-15,49",Netflix,/)
  })

  test('what was not recognised is listed, the most frequent first', async () => {
    const account = await newAccount(service(), 500)
    const raw = `description\n${['QXZ 1', 'QXZ 2', 'QXZ 2', 'NETFLIX.COM'].join('\n')}\n`
    const id = await begin(service(), account, { raw })
    await ended(service(), account, id)
    const path = `GET /jobs/${id}/unmatched`
    const all = await call(service(), path, { key: account.key })
    expect(listAt(all.body, 'data')).toEqual([
      { line: 'QXZ 2', count: 2 },
      { line: 'QXZ 1', count: 1 },
    ])
    const first = await call(service(), `${path}?limit=1`, { key: account.key })
    const cursor = textAt(first.body, 'next_cursor')
    const next = await call(service(), `${path}?limit=1&cursor=${cursor}`, { key: account.key })
    expect(next.body).toEqual({ data: [{ line: 'QXZ 1', count: 1 }], next_cursor: null })
  })
})

describe('what is no such file', () => {
  const refused: readonly (readonly [string, string, string | Uint8Array, number])[] = [
    ['a header and no row', 'text/csv', 'description,amount\n', 400],
    ['nothing at all', 'text/csv', '', 400],
    ['a page', 'text/csv', '<html><body>no</body></html>', 400],
    ['bytes', 'text/csv', new Uint8Array([0x50, 0x4b, 3, 4, 0xff, 0xfe, 0]), 400],
    ['broken JSON', 'application/json', '{"type":"transaction","items":[{]}', 400],
    ['no items', 'application/json', '{"type":"transaction"}', 400],
    ['no item', 'application/json', '{"type":"transaction","items":[]}', 400],
    ['no type', 'application/json', '{"items":[{"description":"A"}]}', 400],
    ['another type', 'application/json', '{"type":"car","items":[{"description":"A"}]}', 400],
    [
      'an address that is none',
      'application/json',
      '{"type":"domain","webhook_url":"x","items":[{}]}',
      400,
    ],
    ['a letter called a picture', 'image/png', 'x', 400],
  ]
  test.each(refused)('%s is refused and leaves nothing', async (_, type, raw, status) => {
    const account = await newAccount(service(), 500)
    const reply = await submit(service(), account, { raw, type })
    expect([reply.status, reply.headers.get('content-type')]).toEqual([
      status,
      'application/problem+json',
    ])
    expect(await jobsOf(service(), account)).toEqual([])
    expect((await auditOf(service(), account)).reserved).toBe(0)
  })

  test('broken gzip', async () => {
    const account = await newAccount(service(), 500)
    const headers = { 'content-encoding': 'gzip' }
    const plain = await submit(service(), account, { raw: csvOf(10), headers })
    const cut = gzipSync(csvOf(5_000)).subarray(0, 2_000)
    const broken = await submit(service(), account, { raw: cut, headers })
    expect([plain.status, broken.status]).toEqual([400, 400])
  })
})

describe('a statement as a bank exports it', () => {
  const raw = Buffer.from(
    'Umsätze;Zeitraum: 30 Tage;\r\n\r\nBuchungstag;Buchungstext;Name, Ort;Verwendungszweck;Betrag;\r\n' +
      '05.01.2026;KARTENZAHLUNG;NETFLIX.COM;Abo für März;-15,49;\r\n' +
      '16.01.2026;LASTSCHRIFT;REWE;;abc;\r\n',
    'latin1',
  )
  const query = 'description=Name,+Ort&description=Verwendungszweck'

  test('is shown before it costs: a dry run makes no job and charges nothing', async () => {
    const account = await newAccount(service(), 500)
    const type = 'application/octet-stream'
    const shown = await submit(service(), account, { raw, type, query: `dry_run=true&${query}` })
    expect([shown.status, shown.body]).toEqual([
      200,
      {
        format: 'csv',
        encoding: 'windows-1252',
        delimiter: ';',
        header_row: 3,
        header: ['Buchungstag', 'Buchungstext', 'Name, Ort', 'Verwendungszweck', 'Betrag'],
        columns: {
          description: ['Name, Ort', 'Verwendungszweck'],
          amount: 'Betrag',
          debit: null,
          credit: null,
          date: 'Buchungstag',
          id: null,
        },
        rows: 2,
        bad_rows: 1,
        errors: [{ row: 2, message: 'amount must be a number' }],
        sample: [
          { row: 1, description: 'NETFLIX.COM Abo für März', amount: -15.49, date: '2026-01-05' },
          { row: 2, description: 'REWE', amount: null, date: '2026-01-16' },
        ],
        price_cents: 0,
        free_calls: 1,
      },
    ])
    expect(await jobsOf(service(), account)).toEqual([])
    expect(await auditOf(service(), account)).toMatchObject({ balance: 500, freeCalls: 20 })
    const wrong = await submit(service(), account, { raw, query: 'dry_run=true&amount=Summe' })
    expect(wrong.status).toBe(400)
    expect(textAt(wrong.body, 'detail')).toMatch(/Summe.*Buchungstag, Buchungstext, Name, Ort/)
  })

  test('tells its source, and gives description, amount and day back in every format', async () => {
    const account = await newAccount(service(), 500)
    const id = await begin(service(), account, { raw, query })
    const job = await ended(service(), account, id)
    expect(job).toMatchObject({
      failed: 1,
      free_calls_used: 1,
      source: { format: 'csv', encoding: 'windows-1252', columns: { date: 'Buchungstag' } },
    })
    const [row] = await resultsOf(service(), account, id)
    const read = { description: 'NETFLIX.COM Abo für März', amount: -15.49, date: '2026-01-05' }
    expect(row).toMatchObject({ ...read, columns: { Buchungstext: 'KARTENZAHLUNG' } })
    const csv = await call(service(), `GET /jobs/${id}/results?format=csv`, { key: account.key })
    const [head = '', first = ''] = csv.text.split('\r\n')
    expect(head.endsWith(',error,description,amount,date')).toBe(true)
    expect(first.endsWith(',NETFLIX.COM Abo für März,-15.49,2026-01-05')).toBe(true)
    expect((await auditOf(service(), account)).reserved).toBe(0)
  })
})

describe('a job is its own account only', () => {
  test('for others it is not there, and deleted it is there for nobody', async () => {
    const [account, other] = [await newAccount(service(), 500), await newAccount(service(), 500)]
    const id = await begin(service(), account, { raw: csvOf(30) })
    await ended(service(), account, id)
    for (const where of ['GET /jobs/ID', 'GET /jobs/ID/results', 'GET /jobs/ID/events']) {
      const reply = await call(service(), where.replace('ID', id), { key: other.key })
      expect([where, reply.status]).toEqual([where, 404])
    }
    const denied = await call(service(), `POST /jobs/${id}/cancel`, { key: other.key })
    expect(denied.status).toBe(404)
    const gone = await call(service(), `DELETE /jobs/${id}`, { key: account.key })
    expect(gone.status).toBe(204)
    const after = await call(service(), `GET /jobs/${id}`, { key: account.key })
    expect(after.status).toBe(404)
    expect((await auditOf(service(), account)).charges()).toHaveLength(1)
  })
})

describe('server-sent events', () => {
  test('show the job grow, at most four times a second, and end with it', async () => {
    const account = await newAccount(service(), 50_000)
    const id = await begin(service(), account, { raw: csvOf(20_000) })
    const began = performance.now()
    const headers = { authorization: `Bearer ${account.key}` }
    const response = await fetch(`${service().url}/jobs/${id}/events`, {
      headers,
      signal: AbortSignal.timeout(90_000),
    })
    expect(response.headers.get('content-type')).toBe('text/event-stream')
    const text = await response.text()
    const events = text
      .split('\n\n')
      .filter((event) => event.startsWith('data: '))
      .map((event) => JSON.parse(event.slice('data: '.length)))
    expect(events.at(-1)).toEqual(await jobOf(service(), account, id))
    expect(events.at(-1)).toMatchObject({ status: 'succeeded', processed: 20_000 })
    const done = events.map(({ processed }) => processed)
    expect(done).toEqual([...done].sort((a, b) => a - b))
    expect(events.length).toBeLessThanOrEqual(2 + (performance.now() - began) / 250)
  })
})
