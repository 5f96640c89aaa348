import type { Pool } from '../../../db/pool.ts'
import type { Entry, EntryOf } from '../../../ledger/entry.ts'
import { receiptOf } from '../../../ledger/entry.ts'
import { partitionOf } from '../../../messages/topics.ts'
import { findCommand } from '../../calls/find-command.ts'
import { waitForOutcome } from '../../calls/outcome.ts'
import type { Trace, Traced } from '../../calls/trace.ts'
import { readTraced, traceSchema } from '../../calls/trace.ts'
import type { ApiContext } from '../../context.ts'
import { ProblemSignal } from '../../http/exchange.ts'
import { named } from '../../http/named.ts'
import { defineRoute } from '../../route.ts'
import { traceExample } from './examples.ts'

const patienceMs = 2_000

export const traceRoute = defineRoute({
  method: 'GET',
  path: '/requests/:id/trace',
  operationId: 'traceRequest',
  tag: 'Enrichment',
  summary: 'One call from its command over enrichment and charge to its reply',
  description:
    'With topic, partition, offset, id and time of each record on the log, and the ledger entry. ' +
    '`id` is the Request-Id of the answer, its `Ledger-Entry`, or the id of `Location`; for a chunk ' +
    'of a job its `command_id` in the ledger, `JOB:chunk:N`. A batch is one call. Records before ' +
    'the charge, and Request-Ids, are kept for seven days.',
  auth: 'account',
  scope: 'read',
  answers: {
    200: { description: 'The trace.', schema: named('Trace', traceSchema), example: traceExample },
  },
  problems: ['not_found'],
  async handle(context, exchange, input) {
    const { accountId } = input.caller
    const id = input.params.id
    await context.accounts.answered(accountId)
    const { pool } = context.runtime()
    const commandId = await findCommand(pool, accountId, id)
    if (!commandId) throw new ProblemSignal('not_found', whereElse(id))
    exchange.json(200, await traceOf(context, accountId, commandId))
  },
})

function whereElse(id: string): string {
  if (!id.startsWith('job_')) return 'This account has no such request, or it was refused at once.'
  return (
    `A job is many calls: GET /jobs/${id} shows it, and /requests/${id}:chunk:1/trace and so on ` +
    'trace its chunks.'
  )
}

async function traceOf(context: ApiContext, accountId: string, id: string): Promise<Trace> {
  const runtime = context.runtime()
  const known = await knownPatiently(runtime.pool, accountId, id)
  const entry = known.entry === null ? null : (JSON.parse(known.entry) as Entry) // as: a valid one.
  if (entry && !('call' in entry.details)) throw noCall(entry)
  const reading = await readTraced(runtime, tracedOf(known, entry, accountId))
  const offset = number(known.entry_off)
  const partition = partitionOf('ledger', accountId)
  const settled = settledOf(entry)
  const jobId = settled?.job_id
  return {
    id,
    request_id: settled?.request_id ?? known.request_id,
    status: entry ? 'settled' : known.off === null ? 'pending' : 'enriched',
    ...reading,
    charge: entry && { topic: 'ledger', partition, offset, entry },
    reply: entry && {
      status: entry.type === 'ChargeRefused' ? 402 : known.status,
      result_sha256: settled?.result_sha256 ?? null,
      ledger_entry: receiptOf(entry),
      url: `${context.baseUrl}${jobId ? `/jobs/${jobId}/results` : `/requests/${id}`}`,
    },
  }
}

/** An entry that no call led to: a purchase, a job's reservation. */
function noCall({ seq, type }: Entry): ProblemSignal {
  return new ProblemSignal('not_found', `This is no call but a ${type}: see GET /ledger/${seq}.`)
}

interface Known {
  readonly entry: string | null
  readonly entry_off: string | null
  readonly off: string | null
  readonly command_off: string | null
  readonly request_id: string | null
  readonly status: number | null
  readonly result_sha256: string | null
  readonly is_chunk: boolean
}

/** The views may show an entry a moment before the enrichment that it charged. */
async function knownPatiently(pool: Pool, accountId: string, commandId: string): Promise<Known> {
  const known = await knownOf(pool, accountId, commandId)
  if (known.entry === null || known.off !== null) return known
  await waitForOutcome(pool, { accountId, commandId }, patienceMs)
  return knownOf(pool, accountId, commandId)
}

async function knownOf(pool: Pool, accountId: string, commandId: string): Promise<Known> {
  const { rows } = await pool.query<Known>({
    name: 'trace',
    text: `select e.entry, e.off as entry_off, coalesce(r.off, k.off) as off,
        coalesce(r.command_off, k.command_off, a.off) as command_off,
        coalesce(r.request_id, a.request_id) as request_id, r.status,
        coalesce(r.result_sha256, k.result_sha256) as result_sha256,
        k.command_id is not null as is_chunk
      from (select $1::text as account_id, $2::text as command_id) asked
        left join entries e using (account_id, command_id)
        left join results r using (account_id, command_id)
        left join chunk_places k using (account_id, command_id)
        left join accepted a using (account_id, command_id)`,
    values: [accountId, commandId],
  })
  const [known] = rows
  if (!known) throw new Error('a question without a condition has one row')
  return known
}

/** An enrichment whose result the entry does not bind is not the one that was settled. */
function tracedOf(known: Known, entry: Entry | null, accountId: string): Traced {
  const { command_off, off, is_chunk: isChunk, result_sha256: result } = known
  const bound = settledOf(entry)?.result_sha256 ?? result
  const enrichmentOffset = bound === result ? number(off) : null
  return { accountId, commandOffset: number(command_off), enrichmentOffset, isChunk }
}

type Settled = EntryOf<'CallCharged' | 'CallNotCharged'>

/** Not of a refusal, which binds no answer. */
function settledOf(entry: Entry | null): Settled['details'] | null {
  return entry?.type === 'CallCharged' || entry?.type === 'CallNotCharged' ? entry.details : null
}

function number(text: string | null): number | null {
  return text === null ? null : Number(text)
}
