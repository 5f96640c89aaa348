import { once } from 'node:events'
import type { WriteStream } from 'node:fs'
import { createWriteStream } from 'node:fs'
import { column, type Pool, patiently } from '../../../src/db/pool.ts'
import type { Account } from '../../../src/ledger/account.ts'
import { evolve, unopened } from '../../../src/ledger/account.ts'
import { sha256 } from '../../../src/ledger/canonical.ts'
import { decide } from '../../../src/ledger/decide.ts'
import type { Entry } from '../../../src/ledger/entry.ts'
import type { Settlement } from '../../../src/ledger/settlement.ts'
import { partitionOf, topics } from '../../../src/messages/topics.ts'

const entriesPerBatch = 10_000
const entriesPerTurn = 10
const begin = Date.UTC(2025, 0, 1)
const stepMs = 25_000
const resultSha256 = sha256('what a call was answered')

/** Ledgers as the rules write them: so many entries, the accounts taking turns of ten calls. */
export function* ledgers(accountCount: number, entryCount: number): Generator<readonly Entry[]> {
  const accounts = Array.from({ length: accountCount }, (_, index) =>
    unopened(`acc_bench${String(index).padStart(17, '0')}`),
  )
  const cents = Math.ceil(entryCount / accountCount) + entriesPerTurn
  let batch: Entry[] = []
  for (let index = 0; index < entryCount; index += 1) {
    const turn = Math.floor(index / entriesPerTurn) % accountCount
    const account = accounts[turn]
    if (!account) throw new Error('every turn has its account')
    const now = new Date(begin + Math.floor((index * stepMs) / Math.max(1, accountCount / 100)))
    const [entry] = decide(account, settlementOf(account, index, cents), now.toISOString())
    if (!entry) throw new Error('a settlement has an entry')
    accounts[turn] = evolve(account, entry)
    batch.push(entry)
    if (batch.length < entriesPerBatch) continue
    yield batch
    batch = []
  }
  yield batch
}

/** Opened, then bought, then called. */
function settlementOf({ seq, accountId }: Account, index: number, cents: number): Settlement {
  if (seq === 0) return { type: 'OpenAccount', commandId: `open:${accountId}` }
  const commandId = `cmd_benchbenchbench0${index.toString(36).padStart(8, '0')}`
  if (seq === 1) return { type: 'PurchaseCredits', commandId, purchase: purchaseOf(index, cents) }
  const requestId = `req_${commandId.slice(4)}`
  const bound = { requestId, resultSha256, freeReason: 'nothing_to_charge' } as const
  return { type: 'SettleCall', commandId, call: 'enrich', items: 1, ...bound }
}

function purchaseOf(index: number, amountCents: number) {
  const orderId = `ord_${index}`
  return {
    order_id: orderId,
    provider: 'sandbox',
    provider_event_id: `sandbox:${orderId}`,
    amount_cents: amountCents,
  }
}

export async function writeFile(file: string, batches: Iterable<readonly Entry[]>): Promise<void> {
  const out: WriteStream = createWriteStream(file)
  for (const entries of batches) {
    const text = entries.map((entry) => `${JSON.stringify(entry)}\n`).join('')
    if (!out.write(text)) await once(out, 'drain')
  }
  out.end()
  await once(out, 'finish')
}

/**
 * Straight into the tables of the log, with the orders of the purchases. The enrichments are gone,
 * as in every ledger older than a week: each partition keeps one that is younger than all charges.
 */
export async function fillLog(pool: Pool, batches: Iterable<readonly Entry[]>): Promise<void> {
  const ends = new Map<string, number>()
  const next = (topic: string, key: string) => {
    const place = `${topic}/${partitionOf('ledger', key)}`
    const offset = ends.get(place) ?? 0
    ends.set(place, offset + 1)
    return offset
  }
  for (const entries of batches) {
    await append(
      pool,
      'ledger',
      entries.map((entry) => rowOf(entry, next('ledger', entry.account_id))),
    )
    const orders = entries.flatMap((entry) => orderOf(entry))
    await append(
      pool,
      'orders',
      orders.map((order) => rowOf(order, next('orders', order.account_id))),
    )
  }
  const late = Array.from({ length: topics.enrichments.partitions }, (_, partition) => {
    return { partition, offset: 1, key: 'acc_late', value: JSON.stringify(lateEnrichment) }
  })
  await append(pool, 'enrichments', late)
  // As an hour in a service leaves rows: its autovacuum has marked them as committed, which else
  // whoever reads them first does, at the price of writing each page again.
  await vacuum(pool)
}

async function vacuum(pool: Pool): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout to 0')
    await client.query(patiently('vacuum log.ledger, log.orders'))
  } finally {
    client.release(true)
  }
}

interface Row {
  readonly partition: number
  readonly offset: number
  readonly key: string
  readonly value: string
}

function rowOf(message: { readonly account_id: string }, offset: number): Row {
  const key = message.account_id
  return { partition: partitionOf('ledger', key), offset, key, value: JSON.stringify(message) }
}

async function append(pool: Pool, topic: string, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return
  await pool.query(
    `insert into log.${topic} (partition, off, key, value)
      select p::int, o::bigint, k, v from rows from (
        string_to_table($1, e'\\n'), string_to_table($2, e'\\n'),
        string_to_table($3, e'\\n'), string_to_table($4, e'\\n')) as r (p, o, k, v)`,
    [
      column(rows.map(({ partition }) => partition)),
      column(rows.map(({ offset }) => offset)),
      column(rows.map(({ key }) => key)),
      column(rows.map(({ value }) => value)),
    ],
  )
}

function orderOf(entry: Entry) {
  if (entry.type !== 'CreditsPurchased') return []
  const { account_id, command_id, at, details } = entry
  return [
    { type: 'PurchaseCredits', version: 1, command_id, account_id, reply_to: null, at, ...details },
  ]
}

const lateEnrichment = {
  ...{ type: 'NothingFound', version: 1, event_id: 'evt_late', command_id: 'cmd_late' },
  ...{ account_id: 'acc_late', key_id: null, request_id: 'req_late', reply_to: null },
  ...{ fingerprint: null, call: 'domain', at: '2100-01-01T00:00:00.000Z', status: 404, body: '{}' },
  ...{ result_sha256: resultSha256, items: 0, free_reason: 'not_found' },
}
