import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Stripe from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verdictsOf } from '../../audit/verifiers.ts'
import { runEnrich } from '../../cli/enrich-program.ts'
import { until } from '../../until.ts'
import { at, balanceOf, call, createOrder, enrich, newAccount, spendFreeCalls } from '../client.ts'
import { begin, csvOf, ended, jobOf } from '../jobs-client.ts'
import { auditOf } from '../ledger-auditor.ts'
import { expectProblem } from '../problem.ts'
import type { RunningService } from '../service.ts'
import { startService } from '../service.ts'

/** Credits that nobody paid for are never spent at a service that takes real money. */
const secret = 'whsec_scenario'
const stripe = new Stripe('sk_test_scenario')
const folder = mkdtempSync(join(tmpdir(), 'void-sandbox-'))
const valid = { valid: true }
let standIn: Server
let service: RunningService

beforeAll(async () => {
  standIn = createServer((request, response) => {
    request.resume()
    response.writeHead(200, { 'content-type': 'application/json' })
    const session = { id: 'cs_1', object: 'checkout.session', url: 'https://checkout.example/cs_1' }
    response.end(JSON.stringify(session))
  })
  await new Promise<void>((resolve) => standIn.listen(0, '127.0.0.1', resolve))
  service = await startService()
})
afterAll(async () => {
  standIn?.close()
  await service?.close()
  rmSync(folder, { recursive: true, force: true })
})

function withStripe() {
  const { port } = standIn.address() as AddressInfo // as: it listens on TCP.
  return {
    STRIPE_SECRET_KEY: 'sk_test_scenario',
    STRIPE_WEBHOOK_SECRET: secret,
    STRIPE_API_URL: `http://127.0.0.1:${port}`,
  }
}

const run = (...args: readonly string[]) =>
  runEnrich(args, { cwd: service.dataDir, env: service.places })

function payAtStripe(order: string, cents: number) {
  const object = {
    id: 'cs_1',
    object: 'checkout.session',
    client_reference_id: order,
    metadata: { order_id: order },
    payment_status: 'paid',
    status: 'complete',
    mode: 'payment',
    currency: 'usd',
    amount_total: cents,
  }
  const created = Math.floor(Date.now() / 1000)
  const type = 'checkout.session.completed'
  const payload = JSON.stringify({ id: 'evt_1', object: 'event', created, type, data: { object } })
  const headers = {
    'stripe-signature': stripe.webhooks.generateTestHeaderString({ payload, secret }),
  }
  return call(service, 'POST /payments/stripe/webhook', { raw: payload, headers })
}

const noticed = () => /"kind":"sandbox_credits"/.test(service.output())

test('sandbox credits are void before a service with Stripe serves anybody', async () => {
  const payer = await newAccount(service, 300)
  await spendFreeCalls(service, payer)
  expect((await enrich(service, payer.key)).status).toBe(200)
  const granted = await newAccount(service, 500)
  const why = ['--reason', 'a real present']
  expect((await run('credits', 'grant', granted.id, '70', ...why)).code).toBe(0)
  const worker = await newAccount(service, 40_000)
  const unpaid = await createOrder(service, payer, 900)
  const jobId = await begin(service, worker, { raw: csvOf(30_000) })
  await until('the job has set its price aside', async () => {
    return (await jobOf(service, worker, jobId)).reserved_cents > 0
  })
  await service.kill9()

  const restarted = service.restart(withStripe())
  await until('the operator is told', noticed, 60_000)
  for (const key of [payer.key, granted.key]) {
    expectProblem(await enrich(service, key), 503)
  }
  const ready = await call(service, 'GET /readyz')
  expect(ready.status).toBe(503)
  expect(at(ready.body, 'parts.pipeline')).toMatch(/void-sandbox/)

  const dry = await run('--json', 'credits', 'void-sandbox', '--dry-run')
  const holders: unknown = JSON.parse(dry.out)
  expect(holders).toEqual(
    expect.arrayContaining([
      { account: payer.id, cents: 299, in_jobs: 0 },
      { account: granted.id, cents: 500, in_jobs: 0 },
      expect.objectContaining({ account: worker.id }),
    ]),
  )
  expect((await run('credits', 'void-sandbox', '--by', 'ada')).code).toBe(0)
  await restarted

  expect(await balanceOf(service, payer)).toBe(0)
  expect(await balanceOf(service, granted)).toBe(70)
  expect(await balanceOf(service, worker)).toBe(0)
  expect((await enrich(service, payer.key)).status).toBe(402)
  expect((await call(service, `POST /payments/sandbox/${unpaid}/pay`)).status).toBe(404)
  const { status } = await ended(service, worker, jobId)
  expect(['cancelled', 'succeeded']).toContain(status)

  const order = await createOrder(service, payer, 250)
  expect((await payAtStripe(order, 250)).status).toBe(200)
  expect(await balanceOf(service, payer)).toBe(250)
  const again = await run('credits', 'void-sandbox')
  expect([again.code, again.err]).toEqual([0, expect.stringMatching(/No credits of the sandbox/)])
  await service.restart()
  expect(noticed()).toBe(false)
  expect(await balanceOf(service, payer)).toBe(250)

  for (const account of [payer, granted, worker]) {
    const { entries } = await auditOf(service, account)
    const voided = entries.filter(({ command_id }) => command_id.startsWith('void-sandbox:'))
    expect(voided).toHaveLength(1)
    const accept = { accept: 'application/x-ndjson' }
    const ledger = await call(service, 'GET /ledger', { key: account.key, headers: accept })
    const file = join(folder, `${account.id}.ndjson`)
    writeFileSync(file, ledger.text)
    expect(await verdictsOf(file)).toMatchObject({ ours: valid, python: valid })
    expect(voided[0]?.details).toMatchObject({
      by: 'ada',
      reason: expect.stringMatching(/sandbox/),
    })
  }
  expect((await run('audit', 'verify')).code).toBe(0)
}, 240_000)
