import { timestamp } from '../../clock.ts'
import { showJob } from '../../jobs/job.ts'
import type { Job } from '../../jobs/job-row.ts'
import { callOfType } from '../../jobs/reading.ts'
import { deleteJob, findSubmitted, markAccepted } from '../../jobs/store.ts'
import { receiptOf } from '../../ledger/entry.ts'
import type { Reply } from '../../log/replies/reply-channel.ts'
import { reserveCommandId } from '../../messages/job-chunks.ts'
import type { Caller } from '../accounts/callers/find-callers.ts'
import { holdUnderCap } from '../calls/cap.ts'
import { insufficientCredits, refusalBefore } from '../calls/charge.ts'
import type { ApiContext } from '../context.ts'
import type { Exchange } from '../http/exchange.ts'
import { ProblemSignal, tryAgain } from '../http/exchange.ts'
import { sendInstruction } from '../money/send-instruction.ts'
import type { Staging } from './stage-upload.ts'

export interface Submission {
  readonly context: ApiContext
  readonly exchange: Exchange
  readonly caller: Caller
  readonly query: Staging['query']
}

/** Sets the whole price aside, or refuses with nothing moved and nothing kept. */
export async function reserve(submission: Submission, job: Job): Promise<void> {
  const { context, exchange, caller } = submission
  const { pool } = context.runtime()
  const call = callOfType[job.type]
  const refusal = await refusalBefore(context, { caller, call, items: job.items })
  if (refusal) {
    // This very job may have set it aside, a moment before the views show it.
    await context.accounts.current(caller.accountId)
    const now = await jobOf(submission, job.id)
    if (now.progress && now.progress.endReason !== 'refused') return answer(submission, now, null)
    await deleteJob(pool, job.id)
    throw refusal
  }
  const hold = await holdUnderCap(context, exchange, { caller, call, items: job.items }).catch(
    async (error) => {
      await deleteJob(pool, job.id)
      throw error
    },
  )
  const asked = sendInstruction(context, {
    type: 'ReserveCredits',
    version: 1,
    command_id: reserveCommandId(job.id),
    account_id: caller.accountId,
    at: timestamp(),
    job_id: job.id,
    call,
    items: job.items,
  })
  const reply = await asked.finally(() => hold?.unsettled(reserveCommandId(job.id)))
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

export async function jobOf({ context, caller }: Submission, id: string): Promise<Job> {
  const job = await findSubmitted(context.runtime().pool, caller.accountId, id)
  if (!job) throw tryAgain('The job was deleted meanwhile.')
  return job
}

export function answer({ context, exchange }: Submission, job: Job, receipt: string | null): void {
  exchange.set({ Location: `/jobs/${job.id}` })
  if (receipt) exchange.set({ 'Ledger-Entry': receipt })
  exchange.json(202, showJob(job, context.baseUrl, Date.now()))
}
