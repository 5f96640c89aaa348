import type { Pool } from '../../db/pool.ts'
import { newId } from '../../ids.ts'
import type { Job } from '../../jobs/job-row.ts'
import { NoSuchFile } from '../../jobs/no-such-file.ts'
import { callOfType } from '../../jobs/reading.ts'
import {
  completeJob,
  countUnfinished,
  createJob,
  deleteJob,
  findJobByKey,
  touchJob,
} from '../../jobs/store.ts'
import { sha256 } from '../../ledger/canonical.ts'
import type { Call } from '../../ledger/prices.ts'
import { StatementRefused } from '../../statements/statement.ts'
import { refusalBefore } from '../calls/charge.ts'
import { readIdempotencyKey } from '../calls/idempotency.ts'
import type { Exchange } from '../http/exchange.ts'
import { ProblemSignal, tryAgain } from '../http/exchange.ts'
import { previewUpload } from './dry-run.ts'
import { openGate } from './gate.ts'
import type { Submission } from './reserve-job.ts'
import { answer, jobOf, reserve } from './reserve-job.ts'
import { digestOf, stageUpload } from './stage-upload.ts'
import { uploadTurnLimits } from './turns.ts'
import { drain } from './upload.ts'

/**
 * Asked first whether it can be paid, then staged, then paid, then run. The rows are complete in
 * Postgres before the price is reserved, so a reservation always has its job; and the job's id
 * makes the reservation's command, so however often it is asked for, it is settled once. Under an
 * Idempotency-Key the first upload that is complete is the job: a later one is compared by its
 * digest and answered with that job, and one whose reservation broke off is taken up again.
 */
const unfinishedMax = 20
const touchEveryMs = 10_000

export async function submitJob(submission: Submission): Promise<void> {
  const { context, exchange, caller } = submission
  let leave = () => {}
  try {
    const { balanceCents, reservedCents } = await context.accounts.of(caller.accountId)
    const paying = balanceCents + reservedCents > 0
    leave = await takeTurn(submission, paying)
    await (submission.query.dry_run ? previewUpload(submission) : submit(submission, paying))
  } catch (error) {
    drain(exchange)
    throw refusedOf(error)
  } finally {
    leave()
  }
}

function refusedOf(error: unknown): unknown {
  if (error instanceof NoSuchFile) return problemOf(error)
  if (!(error instanceof StatementRefused)) return error
  const { message, errors } = error
  return problemOf({ kind: 'invalid_request', message, errors })
}

/** Nothing of the body is read before. */
async function takeTurn(submission: Submission, paying: boolean): Promise<() => void> {
  const { context, exchange, caller } = submission
  const { accountId } = caller
  const gone = () => exchange.gone
  const turn = await context.uploads.turns.enter({ accountId, paying, gone })
  if (turn.type === 'given') return turn.leave
  if (turn.busy === 'service') throw tryAgain('Too many jobs are being submitted.', 5)
  const detail = `This account has ${uploadTurnLimits.perAccount} uploads in hand. Wait for one of them.`
  throw new ProblemSignal('too_many_requests', { detail, headers: { 'Retry-After': '5' } })
}

async function submit(submission: Submission, paying: boolean): Promise<void> {
  const { context, exchange, caller } = submission
  const { pool } = context.runtime()
  const key = readIdempotencyKey(exchange)
  const earlier = key === null ? null : await findJobByKey(pool, caller.accountId, key)
  if (earlier && earlier.progress?.endReason !== 'refused') return replay(submission, earlier)
  if (earlier) await deleteJob(pool, earlier.id) // A refusal does not use the key up.
  const refusal = await refusalOfOneRow(submission)
  if (refusal) {
    const first = key === null ? null : await findJobByKey(pool, caller.accountId, key)
    if (first) return replay(submission, first)
    throw refusal
  }
  const { accountId, keyId } = caller
  if ((await countUnfinished(pool, accountId)) >= unfinishedMax) throw tooManyJobs()
  const room = await context.uploads.room.open({ accountId, paying })
  const id = newId('job')
  await createJob(pool, { id, accountId, keyId, requestId: exchange.requestId })
  const first = await keptUnlessBroken(pool, id, () => stage(submission, { id, key, room }))
  if (first) await answerReplay(submission, first.job, first.fingerprint)
  else await reserve(submission, await jobOf(submission, id))
}

/** The least that a job can cost; in JSON the body may say later what its rows are. */
function refusalOfOneRow({ context, caller, query }: Submission): Promise<ProblemSignal | null> {
  const call = callOfType[query.type ?? 'transaction']
  return refusalBefore(context, { caller, call, items: 1 })
}

/** While it is in hand it is touched; when it breaks off, or is another's, nothing of it stays. */
async function keptUnlessBroken<T>(
  pool: Pool,
  id: string,
  act: () => Promise<T | null>,
): Promise<T | null> {
  const touching = setInterval(() => touchJob(pool, id).catch(() => {}), touchEveryMs)
  try {
    const instead = await act()
    if (instead) await deleteJob(pool, id)
    return instead
  } catch (error) {
    // Should Postgres be away, retention removes it within a minute.
    await deleteJob(pool, id).catch(() => {})
    throw error
  } finally {
    clearInterval(touching)
  }
}

interface Uploading {
  readonly id: string
  readonly key: string | null
  readonly room: { take(bytes: number): Promise<void> }
}

interface First {
  readonly job: Job
  readonly fingerprint: string
}

/** Null when the upload is now a job; or the job that was complete before under the same key. */
async function stage(submission: Submission, { id, key, room }: Uploading): Promise<First | null> {
  const { context, exchange, caller } = submission
  const { pool } = context.runtime()
  const { accountId } = caller
  const firstOf = () => (key === null ? Promise.resolve(null) : findJobByKey(pool, accountId, key))
  const hold = context.uploads.staged.hold(accountId, key === null ? id : `key ${key}`)
  const isSubmitted = async () => (await firstOf()) !== null
  const gateFor = (callOf: () => Call) =>
    openGate({ accounts: context.accounts, accountId, callOf, hold, room, isSubmitted })
  try {
    const staged = await stageUpload({ ...submission, pool, jobId: id, openGate: gateFor })
    const fingerprint = key === null ? null : fingerprintOf(exchange, staged.digest)
    if ('reading' in staged) {
      const job = { ...staged, idempotencyKey: key, fingerprint }
      if (await completeJob(pool, id, job)) return null
    }
    const job = await firstOf()
    if (!job || fingerprint === null) throw tryAgain('The job was replaced meanwhile.')
    return { job, fingerprint }
  } finally {
    hold.release()
  }
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

/** A key stands for the method, the path with its query, and all bytes of the body, unpacked. */
function fingerprintOf({ request }: Exchange, digest: string): string {
  return sha256(`${request.method} ${request.url}\n${digest}`)
}

function problemOf({
  kind,
  message,
  errors,
}: Pick<NoSuchFile, 'kind' | 'message' | 'errors'>): ProblemSignal {
  return new ProblemSignal(kind, { detail: message, ...(errors.length > 0 ? { errors } : {}) })
}

function tooManyJobs(): ProblemSignal {
  const detail = `An account may have ${unfinishedMax} jobs that have not ended. Wait for one of them.`
  return new ProblemSignal('too_many_requests', { detail, headers: { 'Retry-After': '5' } })
}
