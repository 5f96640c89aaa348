import { expect } from 'vitest'
import { openCatalog } from '../../src/catalog/catalog.ts'
import type { Connection } from '../../src/db/pool.ts'
import { openPool } from '../../src/db/pool.ts'
import type { LiveWebsites } from '../../src/enrichment/live/websites.ts'
import { evolve, unopened } from '../../src/ledger/account.ts'
import { decide } from '../../src/ledger/decide.ts'
import type { Entry } from '../../src/ledger/entry.ts'
import { jsonCodec } from '../../src/log/codecs/json-codec.ts'
import type { EventLog } from '../../src/log/event-log.ts'
import { openPostgresLog } from '../../src/log/postgres/postgres-log.ts'
import { openInProcessReplies } from '../../src/log/replies/in-process-replies.ts'
import type { Command } from '../../src/messages/commands.ts'
import { partitionOf } from '../../src/messages/topics.ts'
import { openPipeline } from '../../src/runtime/open-pipeline.ts'
import { until } from '../until.ts'

const catalog = openCatalog()

/** The stages on a real log, all of them or some; `seen` is the log as they see it. */
export async function openStages(
  connection: Connection,
  { plays, seen = (log) => log, sandbox = true, websites = null }: StagesOptions = {},
) {
  const log = await openPostgresLog(connection)
  const pool = openPool(connection, 5)
  const replies = openInProcessReplies()
  const stageDeps = {
    log: seen(log),
    codec: jsonCodec,
    replies,
    pool,
    catalog: () => catalog,
    baseUrl: 'http://here',
    count: { deadLetter: () => {}, settled: () => {}, projected: () => {} },
    sandbox,
    websites,
    wikidata: null,
    viewsOutliveUs: false,
    diskIsFull: () => false,
    now: () => new Date().toISOString(),
  }
  const pipeline = await openPipeline(stageDeps, plays)
  const close = async () => {
    await pipeline.close()
    await log.close()
    await pool.end()
  }
  return { log, pool, replies, pipeline, close }
}

interface StagesOptions {
  readonly plays?: readonly string[]
  readonly seen?: (log: EventLog) => EventLog
  /** Whether credits that nobody pays for are given. */
  readonly sandbox?: boolean
  readonly websites?: LiveWebsites | null
}

export function command(
  commandId: string,
  accountId: string,
  replyTo: string | null = null,
): Command {
  return {
    type: 'EnrichTransaction',
    version: 1,
    command_id: commandId,
    account_id: accountId,
    key_id: null,
    request_id: `req_${commandId}`,
    reply_to: replyTo,
    fingerprint: null,
    at: new Date().toISOString(),
    transaction: { description: 'NETFLIX.COM' },
    expand: [],
    min_confidence: null,
  }
}

export function appendCommand(log: EventLog, some: Command) {
  const value = JSON.stringify(some)
  return log.append([{ topic: 'commands', key: some.account_id, value }])
}

export async function ledgerOf(log: EventLog, accountId: string): Promise<readonly Entry[]> {
  const records = await log.read('ledger', partitionOf('ledger', accountId), 0, 1_000)
  const mine = records.filter(({ key }) => key === accountId)
  return mine.map(({ value }) => JSON.parse(value.toString()))
}

export async function settled(
  log: EventLog,
  accountId: string,
  count: number,
): Promise<readonly Entry[]> {
  const entries = await until(`${count} entries are settled`, async () => {
    const found = await ledgerOf(log, accountId)
    return found.length >= count ? found : null
  })
  expect(entries).toHaveLength(count)
  return entries
}

/** Appends a purchase of its own onto the head that it sees, as a zombie billing worker would. */
export async function appendRival(log: EventLog, accountId: string): Promise<void> {
  const entries = await ledgerOf(log, accountId)
  const account = entries.reduce(evolve, unopened(accountId))
  const purchase = { order_id: 'ord_rival', provider: 'sandbox', amount_cents: 500 }
  const settlement = { type: 'PurchaseCredits', commandId: 'order:ord_rival', purchase } as const
  const [entry] = decide(account, settlement, new Date().toISOString())
  await log.append([{ topic: 'ledger', key: accountId, value: JSON.stringify(entry) }])
}
