import { ProblemSignal, tryAgain } from '../http/exchange.ts'
import type { Asked } from './asked.ts'
import { accept, setApplied } from './asked.ts'
import { sendSettled } from './charge.ts'
import type { Outcome } from './outcome.ts'
import { findOutcome, isComplete, isExpired, leavesKeyUnused, waitForOutcome } from './outcome.ts'

/**
 * Answers a call whose command was settled by an earlier delivery.
 * `answered`: as the first was. `unused`: the earlier attempt was refused, so its key is free for a
 * new one. `unknown`: the views know of no earlier attempt.
 */
export type Replay = 'answered' | 'unused' | 'unknown'

export async function replayEarlier(asked: Asked): Promise<Replay> {
  const { runtime, work, commandId } = asked
  const found = await findOutcome(runtime.pool, work.caller.accountId, commandId)
  if (!found) return 'unknown'
  // The views may show an entry a moment before its answer.
  return replayFound(asked, found.answer ? found : ((await waitFor(asked)) ?? found))
}

/** The worker said that it was settled: the views will show it, and if not in time, later. */
export async function replaySettled(asked: Asked): Promise<Replay> {
  const outcome = await waitFor(asked)
  if (outcome) return replayFound(asked, outcome)
  await accept(asked, null)
  return 'answered'
}

/** No reply came, or none can: the views have the answer, if there is one by now. */
export async function answerFromViews(asked: Asked, waitMs: number): Promise<boolean> {
  const { context, runtime, exchange, work, commandId } = asked
  const command = { accountId: work.caller.accountId, commandId }
  const outcome = await waitForOutcome(runtime.pool, command, Math.max(0, waitMs))
  if (!outcome || !isComplete(outcome)) return false
  context.metrics.reply('view')
  setApplied(asked, 'now')
  sendSettled(exchange, outcome.entry, outcome.answer)
  return true
}

function waitFor({ context, runtime, work, commandId }: Asked): Promise<Outcome | null> {
  const command = { accountId: work.caller.accountId, commandId }
  return waitForOutcome(runtime.pool, command, context.config.syncTimeoutMs)
}

function replayFound(asked: Asked, outcome: Outcome): Replay {
  const { context, exchange, fingerprint } = asked
  if (leavesKeyUnused(outcome)) return 'unused'
  if (!outcome.answer)
    throw isExpired(outcome) ? expired() : tryAgain('The answer is settled and not readable yet.')
  if (outcome.fingerprint !== fingerprint) throw otherRequest()
  context.metrics.reply('view')
  setApplied(asked, 'now')
  sendSettled(exchange.set({ 'Idempotent-Replayed': 'true' }), outcome.entry, outcome.answer)
  return 'answered'
}

function otherRequest(): ProblemSignal {
  const detail = 'This Idempotency-Key was used with another request. Use a new key for a new one.'
  return new ProblemSignal('idempotency_key_reused', detail)
}

function expired(): ProblemSignal {
  const detail = 'This Idempotency-Key was used by a call whose answer is no longer kept.'
  return new ProblemSignal('answer_expired', detail)
}
