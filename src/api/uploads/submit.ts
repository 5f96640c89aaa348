import { timestamp } from '../../clock.ts'
import { newId } from '../../ids.ts'
import { showJob } from '../../jobs/job.ts'
import type { Job } from '../../jobs/job-row.ts'
import { NoSuchFile } from '../../jobs/no-such-file.ts'
import { callOfType } from '../../jobs/reading.ts'
import {
  completeJob,
  countUnfinished,
  createJob,
  deleteJob,
  findJobByKey,
  findSubmitted,
  markAccepted,
} from '../../jobs/store.ts'
import { sha256 } from '../../ledger/canonical.ts'
import { receiptOf } from '../../ledger/entry.ts'
import { reserveCommandId } from '../../messages/job-chunks.ts'
import type { Reply } from '../../replies/reply-channel.ts'
import type { Caller } from '../accounts/authenticate.ts'
import { insufficientCredits, refusalBefore } from '../calls/charge.ts'
import { readIdempotencyKey } from '../calls/idempotency.ts'
import type { ApiContext } from '../context.ts'
import type { Exchange } from '../http/exchange.ts'
import { ProblemSignal, tryAgain } from '../http/exchange.ts'
import { sendInstruction } from '../money/send-instruction.ts'
import type { Staging } from './stage-upload.ts'
import { digestOf, stageUpload } from './stage-upload.ts'
import { drain } from './upload.ts'

/**
 * Staged first, then paid, then run. The rows are complete in Postgres before the price is
 * reserved, so a reservation always has its job; and the job's id makes the reservation's command,
 * so however often it is asked for, it is settled once. Under an Idempotency-Key the first upload
 * that is complete is the job: a later one is compared by its digest and answered with that job,
 * and one whose upload or reservation broke off is taken up again.
 */
const uploadsAtOnce = 4
const unfinishedMax = 100
let uploading = 0

export interface Submission {
  readonly context: ApiContext
  readonly exchange: Exchange
  readonly caller: Caller
  readonly query: Staging['query']
}

export async function submitJob(submission: Submission): Promise<void> {
  const { exchange } = submission
  if (uploading >= uploadsAtOnce) {
    drain(exchange)
    throw tryAgain('Too many jobs are being submitted.', 5)
  }
  uploading += 1
  try {
    await submit(submission)
  } catch (error) {
    drain(exchange)
    throw error instanceof NoSuchFile ? problemOf(error) : error
  } finally {
    uploading -= 1
  }
}

async function submit(submission: Submission): Promise<void> {
  const { context, exchange, caller } = submission
  const { pool } = context.runtime()
  const key = readIdempotencyKey(exchange)
  const earlier = key === null ? null : await findJobByKey(pool, caller.accountId, key)
  if (earlier && earlier.progress?.endReason !== 'refused') return replay(submission, earlier)
  if (earlier) await deleteJob(pool, earlier.id) // A refusal does not use the key up.
  if ((await countUnfinished(pool, caller.accountId)) >= unfinishedMax) throw tooManyJobs()
  const id = newId('job')
  const { accountId, keyId } = caller
  await createJob(pool, { id, accountId, keyId, requestId: exchange.requestId })
  try {
    const staged = await stageUpload({ ...submission, pool, jobId: id })
    const fingerprint = key === null ? null : fingerprintOf(exchange, staged.digest)
    const job = { ...staged, idempotencyKey: key, fingerprint }
    const isFirst = await completeJob(pool, id, job)
    if (!isFirst) {
      const first = key === null ? null : await findJobByKey(pool, accountId, key)
      if (!first || fingerprint === null) throw tryAgain('The job was replaced meanwhile.')
      await deleteJob(pool, id)
      return await answerReplay(submission, first, fingerprint)
    }
  } catch (error) {
    await deleteJob(pool, id)
    throw error
  }
  await reserve(submission, await jobOf(submission, id))
}

/** The same upload again: it is read for its digest only. */
async function replay(submission: Submission, earlier: Job): Promise<void> {
  const { exchange } = submission
  await answerReplay(submission, earlier, fingerprintOf(exchange, await digestOf(exchange)))
}

async function answerReplay(
  submission: Submission,
  earlier: Job,
  fingerprint: string,
): Promise<void> {
  if (earlier.fingerprint !== fingerprint) {
    const detail = 'This Idempotency-Key was used with another job. Use a new key for a new one.'
    throw new ProblemSignal('idempotency_key_reused', detail)
  }
  submission.exchange.set({ 'Idempotent-Replayed': 'true' })
  if (earlier.progress) return answer(submission, earlier, null)
  await reserve(submission, earlier)
}

/** Sets the whole price aside, or refuses with nothing moved and nothing kept. */
async function reserve(submission: Submission, job: Job): Promise<void> {
  const { context, caller } = submission
  const { pool } = context.runtime()
  const call = callOfType[job.type]
  const refusal = await refusalBefore(context, { caller, call, items: job.items })
  if (refusal) {
    // What was spent may have been set aside by this very job, a moment before the views show it.
    await context.accounts.current(caller.accountId)
    const now = await jobOf(submission, job.id)
    if (now.progress && now.progress.endReason !== 'refused') return answer(submission, now, null)
    await deleteJob(pool, job.id)
    throw refusal
  }
  const reply = await sendInstruction(context, {
    type: 'ReserveCredits',
    version: 1,
    command_id: reserveCommandId(job.id),
    account_id: caller.accountId,
    at: timestamp(),
    job_id: job.id,
    call,
    items: job.items,
  })
  if (reply?.type === 'dead_letter') {
    throw new ProblemSignal('internal_error', 'The job could not be begun. Nothing was charged.')
  }
  await answerReserved(submission, job, reply)
}

async function answerReserved(
  submission: Submission,
  job: Job,
  reply: Exclude<Reply, { type: 'dead_letter' }> | null,
): Promise<void> {
  const { context, caller } = submission
  if (reply?.type === 'settled' && reply.entry.type === 'ChargeRefused') {
    await deleteJob(context.runtime().pool, job.id)
    const { entry } = reply
    const { balance_cents: balanceCents, free_calls_remaining: freeCalls } = entry
    throw insufficientCredits(reply.entry.details.required_cents, { balanceCents, freeCalls })
  }
  // Without a reply in time it is accepted all the same: Location will show what became of it.
  if (reply) await context.accounts.current(caller.accountId)
  else await markAccepted(context.runtime().pool, job.id)
  const now = await jobOf(submission, job.id)
  answer(submission, now, reply?.type === 'settled' ? receiptOf(reply.entry) : null)
}

async function jobOf({ context, caller }: Submission, id: string): Promise<Job> {
  const job = await findSubmitted(context.runtime().pool, caller.accountId, id)
  if (!job) throw tryAgain('The job was deleted meanwhile.')
  return job
}

function answer({ context, exchange }: Submission, job: Job, receipt: string | null): void {
  exchange.set({ Location: `/jobs/${job.id}` })
  if (receipt) exchange.set({ 'Ledger-Entry': receipt })
  exchange.json(202, showJob(job, context.baseUrl, Date.now()))
}

/** What a key stands for: method, path with its query, and all bytes of the body, unpacked. */
function fingerprintOf({ request }: Exchange, digest: string): string {
  return sha256(`${request.method} ${request.url}\n${digest}`)
}

function problemOf({ kind, message, errors }: NoSuchFile): ProblemSignal {
  return new ProblemSignal(kind, { detail: message, ...(errors.length > 0 ? { errors } : {}) })
}

function tooManyJobs(): ProblemSignal {
  const detail = `This account has ${unfinishedMax} jobs that have not ended. Wait for one of them.`
  return new ProblemSignal('too_many_requests', { detail, headers: { 'Retry-After': '5' } })
}
