import { expect, test } from 'vitest'
import { z } from 'zod'
import { execute } from '../../contracts/database.ts'
import { until } from '../../until.ts'
import type { Account, Reply } from '../client.ts'
import { at, call, enrich, listAt, newAccount, numberAt, textAt } from '../client.ts'
import { isDistributed } from '../distributed-place.ts'
import { begin, csvOf, ended } from '../jobs-client.ts'
import { expectProblem } from '../problem.ts'
import { useService } from '../shared-service.ts'

const service = useService()

const placeSchema = z.object({ topic: z.string(), partition: z.int(), offset: z.int() })
const rowSchema = z.object({ value: z.string() })

function traceOf(account: Account, id: string): Promise<Reply> {
  return call(service(), `GET /requests/${encodeURIComponent(id)}/trace`, { key: account.key })
}

/** The Request-Id and the receipt that an answer carries. */
function idsOf({ headers }: Reply) {
  const [requestId, receipt] = ['request-id', 'ledger-entry'].map((name) => headers.get(name) ?? '')
  return { requestId: requestId ?? '', receipt: receipt ?? '' }
}

test('one call is followed from its command over enrichment and charge to its reply', async () => {
  const account = await newAccount(service())
  const answer = await enrich(service(), account.key)
  const { requestId, receipt } = idsOf(answer)
  const { status, body } = await traceOf(account, requestId)
  expect(status).toBe(200)
  const [seq] = receipt.split(';')
  const entry = await call(service(), `GET /ledger/${seq}`, { key: account.key })
  const id = textAt(entry.body, 'command_id')
  const digest = textAt(entry.body, 'details.result_sha256')
  const partition = numberAt(body, 'charge.partition')
  expect(body).toMatchObject({
    id,
    request_id: requestId,
    status: 'settled',
    command: { topic: 'commands', partition, command_id: id, type: 'EnrichTransaction' },
    enrichment: {
      topic: 'enrichments',
      partition,
      event_id: `evt:${id}`,
      type: 'TransactionEnriched',
      items: 1,
      result_sha256: digest,
    },
    charge: { topic: 'ledger', partition, entry: entry.body },
    reply: { status: 200, result_sha256: digest, ledger_entry: receipt },
  })
  const times = ['command.at', 'enrichment.at', 'charge.entry.at'].map((path) => textAt(body, path))
  expect(times).toEqual([...times].sort())
  for (const step of ['command', 'enrichment', 'charge']) {
    expect(numberAt(body, `${step}.offset`)).toBeGreaterThanOrEqual(0)
  }
  for (const other of [receipt, id]) expect((await traceOf(account, other)).body).toEqual(body)
  const shown = await call(service(), `GET /requests/${requestId}`, { key: account.key })
  expect(shown.text).toBe(answer.text)
})

// In the distributed mode the records are on Kafka; where the views put them is the same.
test.runIf(!isDistributed)('every place that it names holds the record that it shows', async () => {
  const account = await newAccount(service())
  for (let index = 0; index < 3; index += 1) await enrich(service(), account.key)
  const { requestId } = idsOf(await enrich(service(), account.key))
  const { body } = await traceOf(account, requestId)
  const onTheLog = async (step: string) => {
    const { topic, partition, offset } = placeSchema.parse(at(body, step))
    const [row] = await execute(
      service().database,
      `select value from log."${topic}" where partition = ${partition} and off = ${offset}`,
    )
    return JSON.parse(rowSchema.parse(row).value)
  }
  expect(await onTheLog('charge')).toEqual(at(body, 'charge.entry'))
  for (const step of ['command', 'enrichment']) {
    const { command_id: id, type, at: time } = await onTheLog(step)
    expect({ id, type, time }).toEqual({
      id: textAt(body, 'id'),
      type: textAt(body, `${step}.type`),
      time: textAt(body, `${step}.at`),
    })
  }
})

test('offsets grow call by call, and each is its own call', async () => {
  const account = await newAccount(service())
  const traces: Reply[] = []
  for (let index = 0; index < 3; index += 1) {
    const { requestId } = idsOf(await enrich(service(), account.key))
    traces.push(await traceOf(account, requestId))
  }
  for (const step of ['command', 'enrichment', 'charge']) {
    const offsets = traces.map(({ body }) => numberAt(body, `${step}.offset`))
    expect(offsets).toEqual([...new Set(offsets)].sort((a, b) => a - b))
  }
  const ids = traces.map(({ body }) => textAt(body, 'charge.entry.command_id'))
  expect(new Set(ids).size).toBe(3)
})

test('a Request-Id of the caller and one under an Idempotency-Key lead there too', async () => {
  const account = await newAccount(service())
  const named = { 'request-id': 'order-77', 'idempotency-key': 'order-77' }
  const first = idsOf(await enrich(service(), account.key, { headers: named }))
  expect(textAt((await traceOf(account, 'order-77')).body, 'reply.ledger_entry')).toBe(
    first.receipt,
  )
  const keyed = await enrich(service(), account.key, { headers: { 'idempotency-key': 'second' } })
  const { requestId, receipt } = idsOf(keyed)
  expect(textAt((await traceOf(account, requestId)).body, 'reply.ledger_entry')).toBe(receipt)
})

test('a batch, a free answer and a refusal are one call each', async () => {
  const account = await newAccount(service())
  const transactions = Array.from({ length: 3 }, () => ({ description: 'NETFLIX.COM' }))
  const sent = { key: account.key, body: { transactions } }
  const batch = await call(service(), 'POST /enrich/batch', sent)
  expect((await traceOf(account, idsOf(batch).requestId)).body).toMatchObject({
    command: { type: 'EnrichTransactions' },
    enrichment: { type: 'TransactionsEnriched', items: 3 },
    charge: { entry: { type: 'CallCharged', details: { items: 3 } } },
  })
  const body = { domain: 'nothing-is-here-77.example' }
  const free = await call(service(), 'POST /enrich/domain', { key: account.key, body })
  expect((await traceOf(account, idsOf(free).requestId)).body).toMatchObject({
    enrichment: { type: 'NothingFound', items: 0 },
    charge: { entry: { type: 'CallNotCharged' } },
    reply: { status: 404 },
  })
})

test('a call answered 202 is traced by the id of its Location', async () => {
  const account = await newAccount(service())
  const headers = { prefer: 'respond-async' }
  const accepted = await enrich(service(), account.key, { headers })
  const id = textAt(accepted.body, 'id')
  const early = await traceOf(account, id)
  expect(early.body).toMatchObject({ id, command: { type: 'EnrichTransaction', command_id: id } })
  const { body } = await until('it is settled', async () => {
    const reply = await traceOf(account, id)
    return at(reply.body, 'status') === 'settled' ? reply : null
  })
  expect(at(body, 'command')).toEqual(at(early.body, 'command'))
  expect(at(body, 'reply.status')).toBe(200)
})

test("a job's chunks are traced; the job itself and a purchase are told where they are", async () => {
  const account = await newAccount(service(), 200)
  const upload = { raw: csvOf(3), query: 'type=transaction' }
  const id = await begin(service(), account, upload)
  await ended(service(), account, id)
  const chunk = await traceOf(account, `${id}:chunk:1`)
  expect(chunk.body).toMatchObject({
    status: 'settled',
    command: { topic: 'job-chunks', type: 'EnrichChunk' },
    enrichment: { type: 'ChunkEnriched' },
    charge: { entry: { details: { job_id: id, chunk: 1 } } },
  })
  const job = await traceOf(account, id)
  expectProblem(job, 404)
  expect(textAt(job.body, 'detail')).toContain(`/jobs/${id}`)
  const ledger = await call(service(), 'GET /ledger?type=CreditsPurchased', { key: account.key })
  const [purchase] = listAt(ledger.body, 'data')
  const told = await traceOf(account, textAt(purchase, 'command_id'))
  expectProblem(told, 404)
  expect(textAt(told.body, 'detail')).toContain('/ledger/')
})

test("another account's call, and one that never was, are a 404", async () => {
  const [mine, other] = [await newAccount(service()), await newAccount(service())]
  const { requestId, receipt } = idsOf(await enrich(service(), mine.key))
  for (const id of [requestId, receipt]) expectProblem(await traceOf(other, id), 404)
  expectProblem(await traceOf(mine, 'req_unknown'), 404)
  expectProblem(await call(service(), `GET /requests/${requestId}/trace`), 401)
})
