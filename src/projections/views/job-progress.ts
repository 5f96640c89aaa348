import type { Queryable } from '../../db/pool.ts'
import { column } from '../../db/pool.ts'
import type { Entry, EntryOf } from '../../ledger/entry.ts'
import { refusedJobOf } from '../../messages/job-chunks.ts'
import type { View } from '../projection.ts'

/**
 * Each job by the ledger: its reservation and the rest of it, how far it is, how it ended;
 * and which result of a chunk an entry binds, which is the only one that is ever shown. How many
 * rows a chunk has stands with its stored result.
 */
export const jobProgressView: View = {
  name: 'job_progress',
  async apply(client, { entries }) {
    const reserved = entries.filter((entry) => entry.type === 'CreditsReserved')
    const refused = entries.filter(isRefusedJob)
    const chunks = entries.flatMap(chunkOf)
    const released = entries.filter((entry) => entry.type === 'ReservationReleased')
    if (reserved.length > 0) await beginJobs(client, reserved)
    if (refused.length > 0) await refuseJobs(client, refused)
    if (chunks.length > 0) await settleChunks(client, chunks)
    if (released.length > 0) await endJobs(client, released)
  },
}

type Reserved = EntryOf<'CreditsReserved'>
type Released = EntryOf<'ReservationReleased'>

interface Chunk {
  readonly jobId: string
  readonly chunk: number
  readonly sha256: string
  readonly cents: number
  readonly freeCalls: number
  /** 1 where enrichment failed on our side. */
  readonly failed: 0 | 1
}

function isRefusedJob(entry: Entry): boolean {
  return entry.type === 'ChargeRefused' && refusedJobOf(entry.command_id) !== null
}

function chunkOf(entry: Entry): readonly Chunk[] {
  if (entry.type !== 'CallCharged' && entry.type !== 'CallNotCharged') return []
  const { job_id: jobId, chunk, result_sha256: sha256 } = entry.details
  if (jobId === undefined || chunk === undefined) return []
  const common = { jobId, chunk, sha256 }
  if (entry.type === 'CallNotCharged') {
    return [
      { ...common, cents: 0, freeCalls: 0, failed: entry.details.reason === 'failed' ? 1 : 0 },
    ]
  }
  const { charged_cents: cents, free_calls_used: freeCalls } = entry.details
  return [{ ...common, cents, freeCalls, failed: 0 }]
}

async function beginJobs(client: Queryable, reserved: readonly Reserved[]): Promise<void> {
  await client.query({
    name: 'view-jobs-begun',
    text: `insert into job_progress (job_id, account_id, reserved_cents, reserved_free_calls)
      select j, a, c::bigint, f::bigint from rows from (
        string_to_table($1, e'\\n'), string_to_table($2, e'\\n'),
        string_to_table($3, e'\\n'), string_to_table($4, e'\\n')) as r (j, a, c, f)`,
    values: [
      column(reserved.map(({ details }) => details.job_id)),
      column(reserved.map(({ account_id }) => account_id)),
      column(reserved.map(({ details }) => details.cents)),
      column(reserved.map(({ details }) => details.free_calls)),
    ],
  })
}

async function refuseJobs(client: Queryable, refused: readonly Entry[]): Promise<void> {
  await client.query({
    name: 'view-jobs-refused',
    text: `insert into job_progress (job_id, account_id, end_reason, ended_at)
      select j, a, 'refused', t::timestamptz from rows from (
        string_to_table($1, e'\\n'), string_to_table($2, e'\\n'),
        string_to_table($3, e'\\n')) as r (j, a, t)`,
    values: [
      column(refused.map(({ command_id }) => refusedJobOf(command_id) ?? '')),
      column(refused.map(({ account_id }) => account_id)),
      column(refused.map(({ at }) => at)),
    ],
  })
}

async function settleChunks(client: Queryable, chunks: readonly Chunk[]): Promise<void> {
  await client.query({
    name: 'view-jobs-settled',
    text: `with settled as (
        select j as job_id, n::int as chunk, h as result_sha256, c::bigint as cents,
          f::bigint as free_calls, x::int as failed_chunk
        from rows from (
          string_to_table($1, e'\\n'), string_to_table($2, e'\\n'), string_to_table($3, e'\\n'),
          string_to_table($4, e'\\n'), string_to_table($5, e'\\n'),
          string_to_table($6, e'\\n')) as r (j, n, h, c, f, x)),
      bound as (insert into job_settled (job_id, chunk, result_sha256)
        select job_id, chunk, result_sha256 from settled),
      sums as (
        select job_id, count(*) as chunks, sum(cents) as cents, sum(free_calls) as free_calls,
          sum(failed_chunk) as failed_chunks, coalesce(sum(r.rows), 0) as processed,
          coalesce(sum(r.matched), 0) as matched, coalesce(sum(r.failed), 0) as failed
        from settled left join job_results r using (job_id, chunk, result_sha256)
        group by job_id)
      update job_progress p set charged_cents = p.charged_cents + s.cents,
        free_calls_used = p.free_calls_used + s.free_calls,
        settled_chunks = p.settled_chunks + s.chunks,
        failed_chunks = p.failed_chunks + s.failed_chunks, processed = p.processed + s.processed,
        matched = p.matched + s.matched, failed = p.failed + s.failed
      from sums s where p.job_id = s.job_id`,
    values: [
      column(chunks.map(({ jobId }) => jobId)),
      column(chunks.map(({ chunk }) => chunk)),
      column(chunks.map(({ sha256 }) => sha256)),
      column(chunks.map(({ cents }) => cents)),
      column(chunks.map(({ freeCalls }) => freeCalls)),
      column(chunks.map(({ failed }) => failed)),
    ],
  })
}

async function endJobs(client: Queryable, released: readonly Released[]): Promise<void> {
  await client.query({
    name: 'view-jobs-ended',
    text: `update job_progress p set end_reason = r.e, ended_at = r.t::timestamptz from rows from (
        string_to_table($1, e'\\n'), string_to_table($2, e'\\n'),
        string_to_table($3, e'\\n')) as r (j, e, t)
      where p.job_id = r.j`,
    values: [
      column(released.map(({ details }) => details.job_id)),
      column(released.map(({ details }) => details.reason)),
      column(released.map(({ at }) => at)),
    ],
  })
}
