import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AuditSource } from '../../src/audit/log/read-log.ts'
import type { Pool } from '../../src/db/pool.ts'
import { inTransaction, openPool } from '../../src/db/pool.ts'
import { evolve, unopened } from '../../src/ledger/account.ts'
import { sha256 } from '../../src/ledger/canonical.ts'
import { decide } from '../../src/ledger/decide.ts'
import type { Entry } from '../../src/ledger/entry.ts'
import type { Settlement } from '../../src/ledger/settlement.ts'
import { jsonCodec } from '../../src/log/codecs/json-codec.ts'
import type { LogRecord } from '../../src/log/event-log.ts'
import type { Enrichment } from '../../src/messages/enrichments.ts'
import { partitionOf, type Topic } from '../../src/messages/topics.ts'
import { factsOf } from '../../src/projections/projection.ts'
import { rebuildViews } from '../../src/projections/rebuild.ts'
import { views, viewTables } from '../../src/projections/views.ts'
import { useDatabases } from '../contracts/database.ts'

/** A rebuild writes entries and balances in ways of its own: the rows are those of the live fold. */
const databases = useDatabases()
let pool: Pool

beforeAll(async () => {
  pool = openPool(await databases.fresh(), 2)
})
afterAll(() => pool?.end())

/** Now: usage by key of more than a week ago is kept, so that nobody would see how it is folded. */
const at = new Date().toISOString()
const digest = sha256('what was answered')

/** Opened, bought, charged, given back more than was left, and paid of the next credits. */
function historyOf(accountId: string): readonly Entry[] {
  const purchase = { order_id: 'ord_1', provider: 'sandbox', amount_cents: 500 }
  const refund = { ...purchase, provider_event_id: 'Zoë 東京 "\\ 🦊' }
  const call = { call: 'enrich', items: 200, requestId: 'r', resultSha256: digest } as const
  const steps: readonly Settlement[] = [
    { type: 'OpenAccount', commandId: `open:${accountId}` },
    { type: 'PurchaseCredits', commandId: `${accountId} bought`, purchase },
    { type: 'SettleCall', commandId: `${accountId} called`, ...call, freeReason: 'not_found' },
    { type: 'RefundCredits', commandId: `${accountId} refunded`, refund },
    {
      ...{ type: 'PurchaseCredits', commandId: `${accountId} once more` },
      purchase: { ...purchase, amount_cents: 20 },
    },
  ]
  let account = unopened(accountId)
  return steps.flatMap((step) => {
    const entries = decide(account, step, at)
    account = entries.reduce(evolve, account)
    return entries
  })
}

function enrichmentOf({ account_id, command_id }: Entry): Enrichment {
  return {
    ...{ type: 'TransactionEnriched', version: 1, event_id: `evt ${command_id}`, command_id },
    ...{ account_id, key_id: 'key_1', request_id: 'r', reply_to: null, fingerprint: null },
    ...{ call: 'enrich', at, result_sha256: digest, items: 200, looked_up: 200, matched: 100 },
    ...{ free_reason: 'not_found', status: 200, body: '{}' },
  }
}

/** A log in memory: rebuilds read it as any other. */
function logOf(messages: readonly (readonly [Topic, Entry | Enrichment])[]): AuditSource['log'] {
  const places = new Map<string, LogRecord[]>()
  for (const [topic, message] of messages) {
    const key = message.account_id
    const partition = partitionOf(topic, key)
    const records = places.get(`${topic}/${partition}`) ?? []
    places.set(`${topic}/${partition}`, records)
    const value = JSON.stringify(message)
    records.push({ topic, partition, offset: records.length, key, value })
  }
  const of = (topic: Topic, partition: number) => places.get(`${topic}/${partition}`) ?? []
  return {
    end: async (topic, partition) => of(topic, partition).length,
    read: async (topic, partition, from, limit) => of(topic, partition).slice(from, from + limit),
  }
}

async function shown(): Promise<Readonly<Record<string, readonly unknown[]>>> {
  const tables: Record<string, readonly unknown[]> = {}
  for (const table of viewTables) {
    const { rows } = await pool.query(`select * from ${table} order by 1, 2`)
    tables[table] = rows.map(({ stored_at: _, off: __, ...row }) => row)
  }
  return tables
}

const options = { signal: new AbortController().signal, onProgress() {}, onStep() {} }

test('a rebuild shows what the live fold shows, of more accounts than wait for their balances', async () => {
  const accounts = Array.from({ length: 11_000 }, (_, index) => `acc_${index}`)
  const histories = accounts.map(historyOf)
  // Accounts take turns, so that each comes again after its balance was written.
  const entries = [0, 1, 2, 3, 4, 5].flatMap((turn) =>
    histories.flatMap((history) => history[turn] ?? []),
  )
  // The others' enrichments are gone.
  const calls = entries.filter(({ type }) => type === 'CallCharged')
  const enrichments = calls.filter((_, index) => index % 2 === 0).map(enrichmentOf)
  const offsets = enrichments.map(() => 0)
  await inTransaction(pool, async (client) => {
    const logged = entries.map((entry) => ({ entry, text: JSON.stringify(entry), offset: 0 }))
    const facts = { ...factsOf(logged), enrichments, enrichmentOffsets: offsets }
    for (const view of views) await view.apply(client, facts)
  })
  const before = await shown()
  const debts = `select count(*)::int as debtors from balances where debt_cents = 160`
  expect((await pool.query(debts)).rows).toEqual([{ debtors: accounts.length }])

  const log = logOf([
    ...enrichments.map((event) => ['enrichments', event] as const),
    ...entries.map((entry) => ['ledger', entry] as const),
  ])
  const source: AuditSource = { log, pool, codec: jsonCodec }
  const rebuilt = await rebuildViews({ ...options, source })
  expect(rebuilt).toEqual({ entries: entries.length, damaged: [] })
  const after = await shown()
  for (const table of viewTables) expect([table, after[table]]).toEqual([table, before[table]])
  const { rows } = await pool.query(
    `select (select count(distinct off) > 1 from entries) as offsets, to_regclass('views_beside.entries') as beside`,
  )
  expect(rows).toEqual([{ offsets: true, beside: null }])
}, 120_000)
