import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterEach, expect, test } from 'vitest'
import { until } from '../../until.ts'
import type { Account } from '../client.ts'
import { call, newAccount, textAt } from '../client.ts'
import { auditOf } from '../ledger-auditor.ts'
import { useService } from '../shared-service.ts'

const service = useService()
const clients: Client[] = []
afterEach(async () => {
  for (const client of clients.splice(0)) await client.close()
})

async function agentOf(key: string): Promise<Client> {
  const client = new Client({ name: 'a-test', version: '1.0.0' })
  const requestInit = { headers: { authorization: `Bearer ${key}` } }
  const at = new URL(`${service().url}/mcp`)
  await client.connect(new StreamableHTTPClientTransport(at, { requestInit }) as never) // as: its own types differ under exactOptionalPropertyTypes.
  clients.push(client)
  return client
}

interface Told {
  readonly isError?: boolean
  readonly structuredContent?: Readonly<Record<string, unknown>>
  readonly content: readonly { readonly text: string }[]
}

async function use(client: Client, name: string, input: Record<string, unknown>): Promise<Told> {
  // The client holds each answer against the schema that the tool has told.
  return (await client.callTool({ name, arguments: input })) as never // as: of the forms of an answer ours is one.
}

/** Ids, hashes and times are each account's own: of those the form alone is as it is written. */
function formOf(_key: string, value: unknown): unknown {
  if (typeof value !== 'string') return value
  if (/^(acc|req|cmd)_\w+$/.test(value)) return expect.stringMatching(`^${value.slice(0, 4)}`)
  if (/^\d{4}-\d\d-\d\dT/.test(value)) return expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/)
  const [hash] = /[0-9a-f]{64}$/.exec(value) ?? []
  if (!hash) return value
  return expect.stringMatching(`^${value.slice(0, -hash.length)}[0-9a-f]{64}$`)
}

async function withScope(account: Account, body: object): Promise<string> {
  const made = await call(service(), 'POST /keys', { key: account.key, body })
  return textAt(made.body, 'api_key')
}

test('an agent is told every tool, what it takes, what it gives and what it costs', async () => {
  const account = await newAccount(service())
  const { tools } = await (await agentOf(account.key)).listTools()
  expect(tools.map(({ name }) => name).sort()).toEqual(
    [
      ...['balance', 'enrich_company', 'enrich_domain', 'enrich_person', 'enrich_social'],
      ...['enrich_transaction', 'enrich_transactions', 'job_results', 'job_status'],
      ...['ledger_entry', 'logo_url', 'submit_job', 'usage', 'verify_ledger'],
    ].sort(),
  )
  const paid = tools.find(({ name }) => name === 'enrich_company')
  expect(paid?.inputSchema.properties).toMatchObject({
    name: expect.anything(),
    domain: expect.anything(),
    max_cents: { type: 'integer' },
  })
  expect(paid?.outputSchema?.properties).toMatchObject({ ledger_entry: expect.anything() })
  expect(paid?._meta).toEqual({ 'cost/cents': 2 })
  for (const tool of tools) expect(tool.outputSchema?.type).toBe('object')
})

test('a paid answer carries its receipt, and the ledger has that entry', async () => {
  const account = await newAccount(service(), 500)
  const agent = await agentOf(account.key)
  const { structuredContent: line = {} } = await use(agent, 'enrich_transaction', {
    description: 'NETFLIX.COM 866-579-7172 CA',
    amount: -15.49,
    expand: ['merchant_id'],
  })
  expect(line).toMatchObject({ merchant: 'Netflix', merchant_id: expect.any(String) })
  expect(line).toMatchObject({ charged_cents: 0, free_calls_used: 1, balance_cents: 500 })
  const [seq, hash] = String(line.ledger_entry).split(';')
  const { structuredContent: entry } = await use(agent, 'ledger_entry', { seq })
  const asNumber = await use(agent, 'ledger_entry', { seq: Number(seq) })
  expect(asNumber.structuredContent).toEqual(entry)
  expect(entry).toMatchObject({ hash, type: 'CallCharged' })
  const { structuredContent: many } = await use(agent, 'enrich_transactions', {
    transactions: [{ description: 'UBER *TRIP' }, { description: 'STARBUCKS 1234' }],
  })
  expect(many).toMatchObject({ results: [{ merchant: 'Uber' }, { merchant: 'Starbucks' }] })
  const { structuredContent: balance } = await use(agent, 'balance', {})
  expect(balance).toMatchObject({ balance_cents: 500, free_calls_remaining: 17 })
  const { structuredContent: verified } = await use(agent, 'verify_ledger', {})
  expect(verified).toMatchObject({ valid: true })
  expect((await auditOf(service(), account)).balance).toBe(500)
})

test('look-ups, usage and logos answer by the same door', async () => {
  const account = await newAccount(service())
  const agent = await agentOf(account.key)
  for (const [tool, input, found] of [
    ['enrich_company', { domain: 'airbnb.com' }, { name: 'Airbnb' }],
    ['enrich_domain', { domain: 'airbnb.com' }, { company_name: 'Airbnb' }],
    ['enrich_social', { domain: 'airbnb.com' }, { domain: 'airbnb.com' }],
    ['enrich_person', { email: 'jane.doe@airbnb.com' }, { name: 'Jane Doe' }],
  ] as const) {
    expect((await use(agent, tool, input)).structuredContent).toMatchObject(found)
  }
  const { structuredContent: usage } = await use(agent, 'usage', { granularity: 'hour' })
  expect(usage).toMatchObject({ totals: { calls: 4 } })
  const { structuredContent: logo } = await use(agent, 'logo_url', { domain: 'a.com', size: 64 })
  expect(logo?.logo_url).toMatch(/\/logo\/a\.com\?size=64$/)
})

test('the session that the documentation shows goes as it is written there', async () => {
  const page = await call(service(), 'GET /docs/agents.md')
  const [, session = ''] = page.text.split('## A session with its receipts')
  const written = [...session.matchAll(/```json\n(.*?)\n```/gs)].map(([, text = '']) => text)
  expect(written).toHaveLength(10)
  const account = await newAccount(service(), 500)
  const transactions = Array.from({ length: 20 }, () => ({ description: 'UBER *TRIP' }))
  await use(await agentOf(account.key), 'enrich_transactions', { transactions })
  const headers = { accept: 'application/json, text/event-stream' }
  const answers: string[] = []
  for (let at = 0; at < written.length; at += 2) {
    const body = JSON.parse(written[at] ?? '')
    const { body: reply } = await call(service(), 'POST /mcp', { key: account.key, body, headers })
    const { result } = reply as never as { result: { structuredContent?: object } } // as: of a reply only this is read.
    const answer = result.structuredContent ?? result
    expect(answer).toMatchObject(JSON.parse(written[at + 1] ?? '', formOf))
    answers.push(JSON.stringify(answer))
  }
  const [, receipt = 'none'] = /"ledger_entry":"4;(\w+)"/.exec(answers[2] ?? '') ?? []
  expect(answers[3]).toContain(`"hash":"${receipt}"`)
  expect(answers[4]).toContain(`"hash":"${receipt}"`)
})

test('the same idempotency_key is charged once', async () => {
  const account = await newAccount(service())
  const agent = await agentOf(account.key)
  const input = { domain: 'airbnb.com', idempotency_key: 'once' }
  const first = await use(agent, 'enrich_company', input)
  const again = await use(agent, 'enrich_company', input)
  expect(again.structuredContent?.ledger_entry).toBe(first.structuredContent?.ledger_entry)
  expect((await auditOf(service(), account)).freeCalls).toBe(19)
})

test('max_cents, a lacking scope, no credits and a bad input are told as errors, and cost nothing', async () => {
  const account = await newAccount(service())
  const agent = await agentOf(account.key)
  const dear = await use(agent, 'enrich_company', { domain: 'airbnb.com', max_cents: 1 })
  expect(dear).toMatchObject({ isError: true })
  expect(dear.content[0]?.text).toContain('could cost 2 cents')
  const unknown = await use(agent, 'enrich_domain', { domain: 'no-such-company-here.example' })
  expect(unknown.content[0]?.text).toContain('not_found')
  const bad = await use(agent, 'enrich_transaction', { description: '  ' })
  expect(bad).toMatchObject({ isError: true })
  const reader = await agentOf(await withScope(account, { name: 'r', scopes: ['read'] }))
  expect((await use(reader, 'balance', {})).isError).toBeUndefined()
  const refused = await use(reader, 'enrich_transaction', { description: 'NETFLIX.COM' })
  expect(refused.content[0]?.text).toContain('insufficient_scope')
  expect((await auditOf(service(), account)).freeCalls).toBe(20)
})

test('a test key answers from examples, and without a key there is no agent', async () => {
  const account = await newAccount(service())
  const tester = await agentOf(await withScope(account, { name: 't', test: true }))
  const { structuredContent: example } = await use(tester, 'enrich_transaction', {
    description: 'NETFLIX.COM',
  })
  expect(example).toMatchObject({ charged_cents: 0, ledger_entry: null })
  await expect(agentOf('sk_nobody')).rejects.toThrow(/401|unauthenticated/i)
})

test('a job is submitted, followed and read', async () => {
  const account = await newAccount(service(), 100)
  const agent = await agentOf(account.key)
  const items = [{ description: 'NETFLIX.COM', id: 7 }, { description: 'UBER *TRIP' }]
  const { structuredContent: job } = await use(agent, 'submit_job', { items })
  expect(job).toMatchObject({ id: expect.any(String), total: 2 })
  const id = String(job?.id)
  await until(async () => {
    const { structuredContent } = await use(agent, 'job_status', { id })
    return structuredContent?.status === 'succeeded'
  })
  const { structuredContent: results } = await use(agent, 'job_results', { id, limit: 1 })
  expect(results).toEqual({
    rows: [expect.objectContaining({ row: 1, id: 7, merchant: 'Netflix' })],
  })
})

test('too many messages at once, or none of the protocol, are a 400', async () => {
  const { key } = await newAccount(service())
  const one = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
  for (const body of [Array.from({ length: 21 }, () => one), { id: 1 }, []]) {
    expect((await call(service(), 'POST /mcp', { key, body })).status).toBe(400)
  }
  expect((await call(service(), 'GET /mcp', { key })).status).toBe(405)
})
