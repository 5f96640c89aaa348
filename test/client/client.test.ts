import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { operationsText } from '../../infra/client/operations.ts'
import { openapiOf } from '../../src/api/description/openapi.ts'
import { routes } from '../../src/api/routes.ts'
import { openClient } from '../../src/client/client.ts'
import { hashOfEntry, sha256Hex } from '../../src/client/proof.ts'
import { ReceiptWrong } from '../../src/client/receipts.ts'
import { ApiError } from '../../src/client/send.ts'
import { packageRoot } from '../../src/config/paths.ts'

interface Seen {
  readonly method: string
  readonly path: string
  readonly once: string | null
  readonly type: string | null
  readonly body: string
}

/** A service that gives these answers, one after the other, and what it was asked. */
function answering(...answers: readonly (Response | Error)[]) {
  const seen: Seen[] = []
  const left = [...answers]
  const fetch = async (url: string | URL | Request, init: RequestInit = {}) => {
    const headers = new Headers(init.headers)
    seen.push({
      method: init.method ?? '',
      path: String(url).replace('http://service', ''),
      once: headers.get('Idempotency-Key'),
      type: headers.get('Content-Type'),
      body: typeof init.body === 'string' ? init.body : await new Response(init.body).text(),
    })
    const next = left.shift() ?? new Response(null, { status: 500 })
    if (next instanceof Error) throw next
    return next
  }
  const client = openClient({ server: 'http://service/', key: 'k', pauseMs: 1, fetch })
  return { client, seen }
}

const json = (body: unknown, headers = {}, status = 200) =>
  new Response(JSON.stringify(body), { status, headers })

test('the table and the types of the client are those of the endpoints', () => {
  const file = join(packageRoot, 'src', 'client', 'data', 'operations.ts')
  const text = operationsText(openapiOf(routes, 'http://127.0.0.1:3000'))
  expect(text === readFileSync(file, 'utf8'), 'run: npm run client').toBe(true)
})

test('members go where the operation has them: path, query, body', async () => {
  const { client, seen } = answering(json({}), json({}), json({ data: [] }))
  await client.enrichTransaction({ description: 'A', amount: -1, expand: ['reasons', 'location'] })
  await client.rollKey({ id: 'a/b', grace_seconds: 5 })
  await client.listRequests({ type: 'transaction', limit: undefined })
  expect(seen).toMatchObject([
    {
      method: 'POST',
      path: '/enrich?expand=reasons%2Clocation',
      body: '{"description":"A","amount":-1}',
    },
    { type: 'application/json', path: '/keys/a%2Fb/roll', body: '{"grace_seconds":5}' },
    { method: 'GET', path: '/requests?type=transaction', body: '' },
  ])
  // as: for whoever has no types.
  await expect(client.getJob({} as { id: string })).rejects.toThrow('id is missing')
})

test('an answer that is lost or put off is asked for again under one name, and not for ever', async () => {
  const lost = new TypeError('fetch failed')
  const later = json({ code: 'overloaded' }, { 'Retry-After': '0' }, 503)
  const { client, seen } = answering(lost, later, json({ merchant: 'Netflix' }))
  const { data } = await client.enrichTransaction({ description: 'NETFLIX' })
  expect(data.merchant).toBe('Netflix')
  expect(new Set(seen.map(({ once }) => once)).size).toBe(1)
  expect(seen[0]?.once).toMatch(/^[0-9a-f-]{36}$/)

  const never = answering(lost, lost, lost, lost, lost)
  await expect(never.client.getBalance()).rejects.toMatchObject({ status: 0 })
  expect(never.seen.length).toBe(4)
  const patient = answering(json({}, { 'Retry-After': '3600' }, 429))
  await expect(patient.client.getBalance()).rejects.toMatchObject({ retryAfterMs: 3_600_000 })
  const unsafe = answering(lost)
  await expect(unsafe.client.logIn({ email: 'a@b.c', password: 'x' })).rejects.toBeInstanceOf(
    ApiError,
  )
  expect(unsafe.seen.length).toBe(1)
})

test('a refusal is one error with its problem, status and request', async () => {
  const problem = { title: 'Not enough credits', code: 'no_credits', detail: 'Buy some.' }
  const { client } = answering(json(problem, { 'Request-Id': 'req_1' }, 402))
  const refused = await client.enrichDomain({ domain: 'a.com' }).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(ApiError)
  expect(refused).toMatchObject({ status: 402, problem, requestId: 'req_1', message: 'Buy some.' })
})

test('a call that is accepted first is waited for, within a limit', async () => {
  const where = { Location: 'https://elsewhere/v/requests/req_7', 'Retry-After': '0' }
  const accepted = () => json({ status: 'pending' }, where, 202)
  const { client, seen } = answering(accepted(), accepted(), json({ name: 'Stripe' }))
  expect((await client.enrichCompany({ name: 'Stripe' })).data).toEqual({ name: 'Stripe' })
  expect(seen.map(({ path }) => path)).toEqual([
    '/enrich/company',
    '/requests/req_7',
    '/requests/req_7',
  ])
  const long = answering(json({}, { ...where, 'Retry-After': '9999' }, 202))
  await expect(long.client.enrichCompany({ name: 'X' })).rejects.toThrow('/requests/req_7')
})

test('lists are given item by item, page behind page', async () => {
  const { client, seen } = answering(
    json({ data: [{ id: 'a' }, { id: 'b' }], next_cursor: 'c' }),
    json({ data: [{ id: 'd' }], next_cursor: null }),
  )
  const ids: string[] = []
  for await (const { id } of client.each(client.listJobs, { limit: 2 })) ids.push(id)
  expect(ids).toEqual(['a', 'b', 'd'])
  expect(seen.map(({ path }) => path)).toEqual(['/jobs?limit=2', '/jobs?limit=2&cursor=c'])
})

test('a job: sent again after a lost answer, watched, its results read page by page', async () => {
  const running = { id: 'job_1', status: 'running', processed: 1 }
  const { client, seen } = answering(
    new TypeError('fetch failed'),
    json(running, {}, 202),
    json(running),
    json({ ...running, status: 'succeeded', processed: 3 }),
    new Response('{"row":1}\n{"row":2}\n'),
    new Response('{"row":3}\n'),
  )
  const open = () => new Blob(['description\nA\n']).stream()
  const job = await client.jobs.submit(open, { description: ['Payee', 'Purpose'] })
  const standings: number[] = []
  const onProgress = ({ processed }: { readonly processed: number }) => standings.push(processed)
  const ended = await client.jobs.wait(job.id, { onProgress, everyMs: 1 })
  expect({ standings, status: ended.status }).toEqual({ standings: [1, 3], status: 'succeeded' })
  const rows: number[] = []
  for await (const { row } of client.jobs.results(job.id, { rowsPerPage: 2 })) rows.push(row)
  expect(rows).toEqual([1, 2, 3])
  const upload = '/jobs?description=Payee&description=Purpose'
  const type = 'application/octet-stream'
  expect(seen[1]).toEqual({
    ...seen[0],
    type,
    method: 'POST',
    path: upload,
    body: 'description\nA\n',
  })
  expect(seen.at(-1)?.path).toBe('/jobs/job_1/results?format=ndjson&after=2&limit=2')

  const once = answering(new TypeError('fetch failed'))
  await expect(once.client.jobs.submit(open())).rejects.toMatchObject({ status: 0 })
  expect(once.seen.length).toBe(1)
})

test('a receipt is checked against the ledger: the entry, its hash, and the answer', async () => {
  const answer = { merchant: 'Netflix' }
  const details = { result_sha256: await sha256Hex(JSON.stringify(answer)) }
  const plain = { seq: 2, prev_hash: '0'.repeat(64), details }
  const hash = await hashOfEntry({ ...plain, hash: '' })
  const headers = { 'Ledger-Entry': `2;${hash}`, 'Credits-Charged': '1', 'Credits-Balance': '99' }
  const check = async (body: unknown, entry: unknown) => {
    const { client } = answering(json(body, headers), json(entry))
    const given = await client.enrichTransaction({ description: 'NETFLIX' })
    expect(given.receipt).toMatchObject({ seq: 2, hash, chargedCents: 1, balanceCents: 99 })
    return client.checkReceipt(given)
  }
  await check(answer, { ...plain, hash })
  await expect(check(answer, { ...plain, hash, balance_cents: 1 })).rejects.toThrow('altered')
  await expect(check(answer, { ...plain, hash: 'other' })).rejects.toBeInstanceOf(ReceiptWrong)
  await expect(check({ merchant: 'X' }, { ...plain, hash })).rejects.toThrow('another answer')
})
