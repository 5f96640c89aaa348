import type { Pool } from '../../db/pool.ts'
import type { Entry } from '../../ledger/entry.ts'
import { receiptOf } from '../../ledger/entry.ts'
import type { Call } from '../../ledger/prices.ts'
import { prices } from '../../ledger/prices.ts'
import type { LogRecord } from '../../log/event-log.ts'
import type { Command } from '../../messages/commands.ts'
import type { ListedRequest } from '../../messages/listed-request.ts'
import { partitionOf } from '../../messages/topics.ts'
import type { EntrySpan } from '../../projections/entries-view.ts'
import type { Runtime } from '../../runtime/runtime.ts'

/** Entries looked at for one page, which may so end before it is full. */
const lookedAtMax = 2_000
/** Questions lie on the log; those that are not read by then are left out of the page. */
const patienceMs = 1_000
/** Commands this near to each other are read at once. */
const nearbyMax = 100
const wordsMax = 200

export interface WantedRequests extends EntrySpan {
  readonly calls: readonly Call[]
  readonly keyId: string | null
  readonly limit: number
}

/** Newest first. `next` is the seq from which the next page goes back; null: there is none. */
export async function readRequestLog(
  runtime: Runtime,
  wanted: WantedRequests,
): Promise<{ readonly data: readonly ListedRequest[]; readonly next: number | null }> {
  const { accountId, after, upTo, limit } = wanted
  const newest = Math.min(upTo, await lastSeq(runtime.pool, accountId))
  const floor = Math.max(after, newest - lookedAtMax)
  const found = await readRows(runtime.pool, { ...wanted, after: floor, upTo: newest })
  const rows = found.slice(0, limit)
  const commands = await readCommands(runtime, accountId, rows)
  const last = rows.at(-1)
  const next = found.length > limit && last ? Number(last.seq) - 1 : floor
  return {
    data: rows.map((row) => listedOf(row, commands.get(Number(row.command_off ?? -1)) ?? null)),
    next: next > after ? next : null,
  }
}

interface RequestRow {
  readonly seq: string
  readonly entry: string
  readonly status: number | null
  readonly body: string | null
  readonly key_id: string | null
  readonly request_id: string | null
  readonly command_off: string | null
}

async function lastSeq(pool: Pool, accountId: string): Promise<number> {
  const { rows } = await pool.query<{ seq: string }>({
    name: 'last-seq',
    text: 'select seq from entries where account_id = $1 order by seq desc limit 1',
    values: [accountId],
  })
  return Number(rows[0]?.seq ?? 0)
}

/** Chunks of jobs are no calls of their own: `GET /jobs` has them. */
async function readRows(pool: Pool, wanted: WantedRequests): Promise<readonly RequestRow[]> {
  const { accountId, after, upTo, calls, keyId, limit } = wanted
  const { rows } = await pool.query<RequestRow>({
    name: 'request-log',
    text: `with looked as (select seq, command_id, entry, entry::json -> 'details' as details
        from entries where account_id = $1 and seq > $2 and seq <= $3
          and type in ('CallCharged', 'CallNotCharged', 'ChargeRefused'))
      select l.seq, l.entry, r.status, r.body, r.key_id, r.command_off,
        coalesce(r.request_id, l.details ->> 'request_id') as request_id
      from looked l left join results r on r.command_id = l.command_id and r.account_id = $1
      where l.details ->> 'job_id' is null and l.details ->> 'call' = any($4)
        and ($5::text is null or r.key_id = $5)
      order by l.seq desc limit $6`,
    values: [accountId, after, upTo, calls, keyId, limit + 1],
  })
  return rows
}

/** By offset. Records that are no longer kept, or not read in time, are missing. */
async function readCommands(
  { log, codec }: Runtime,
  accountId: string,
  rows: readonly RequestRow[],
): Promise<ReadonlyMap<number, Command>> {
  const partition = partitionOf('commands', accountId)
  const offsets = rows.flatMap(({ command_off: off }) => (off === null ? [] : [Number(off)]))
  const commands = new Map<number, Command>()
  const deadline = performance.now() + patienceMs
  for (const [from, to] of runsOf(offsets)) {
    if (performance.now() > deadline) break
    const records: readonly LogRecord[] = await log
      .read('commands', partition, from, to - from + 1)
      .catch(() => [])
    for (const { offset, key, value } of records) {
      if (key !== accountId || !offsets.includes(offset)) continue
      commands.set(offset, await codec.decode('commands', value))
    }
  }
  return commands
}

/** Offsets as runs from the newest on, so that what lies together is asked for once. */
function runsOf(offsets: readonly number[]): readonly (readonly [number, number])[] {
  const runs: [number, number][] = []
  for (const offset of [...offsets].sort((a, b) => b - a)) {
    const run = runs.at(-1)
    if (run && run[1] - offset < nearbyMax) run[0] = offset
    else runs.push([offset, offset])
  }
  return runs
}

function listedOf(row: RequestRow, command: Command | null): ListedRequest {
  const entry = JSON.parse(row.entry) as Entry // as: the view holds valid ones.
  if (!('call' in entry.details)) throw new Error('only calls were asked for')
  const { details } = entry
  const isCharged = entry.type === 'CallCharged'
  return {
    id: entry.command_id,
    request_id: row.request_id,
    at: entry.at,
    type: prices[entry.details.call as Call].type, // as: the view holds valid ones.
    question: command && questionOf(command),
    ...answerOf(row.body),
    status: entry.type === 'ChargeRefused' ? 402 : row.status,
    items: Number(details.items ?? 0),
    charged_cents: isCharged ? entry.details.charged_cents : 0,
    free_calls_used: isCharged ? entry.details.free_calls_used : 0,
    key_id: row.key_id ?? command?.key_id ?? null,
    took_ms: command && Math.max(0, Date.parse(entry.at) - Date.parse(command.at)),
    ledger_entry: receiptOf(entry),
  }
}

function questionOf(command: Command): string {
  switch (command.type) {
    case 'EnrichTransaction':
      return short(command.transaction.description)
    case 'EnrichTransactions': {
      const [first] = command.items
      const words = first && 'description' in first ? first.description : ''
      return short(`${command.items.length} lines: ${words}`)
    }
    case 'EnrichCompany':
      return short(command.domain ?? command.name ?? '')
    case 'EnrichDomain':
    case 'EnrichSocial':
      return short(command.domain)
    case 'EnrichPerson':
      return short(command.email)
  }
}

const named = ['merchant', 'company_name', 'name', 'domain'] as const

/** The name that was answered. A batch has as many as it has lines; the first one stands for it. */
function answerOf(body: string | null): Pick<ListedRequest, 'answer' | 'confidence'> {
  const told: unknown = body === null ? null : JSON.parse(body)
  const results = isObject(told) && Array.isArray(told.results) ? told.results : [told]
  const first: unknown = results[0]
  if (!isObject(first)) return { answer: null, confidence: null }
  const name = named.map((member) => first[member]).find((value) => typeof value === 'string')
  const { confidence } = first
  return {
    answer: typeof name === 'string' ? short(name) : null,
    confidence: typeof confidence === 'number' && results.length === 1 ? confidence : null,
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

function short(text: string): string {
  return text.length > wordsMax ? `${text.slice(0, wordsMax - 1).toWellFormed()}…` : text
}
