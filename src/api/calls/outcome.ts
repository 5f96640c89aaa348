import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from '../../db/pool.ts'
import type { Entry } from '../../ledger/entry.ts'
import type { Answer } from '../../log/replies/reply-channel.ts'
import { resultsKeptMs } from '../../runtime/retention/trim.ts'

/** How a command ended, as the views know it. */
export interface Outcome {
  readonly entry: Entry
  readonly answer: Answer | null
  readonly fingerprint: string | null
  readonly requestId: string | null
}

const pollMs = 10
const pollMsMax = 100

/** The outcome of a command of this account, or null when the views do not have it (yet). */
export async function findOutcome(
  pool: Pool,
  accountId: string,
  commandId: string,
): Promise<Outcome | null> {
  const { rows } = await pool.query<OutcomeRow>({
    name: 'find-outcome',
    text: `select e.entry, r.status, r.body, r.fingerprint, r.request_id, r.result_sha256
      from entries e left join results r
        on r.command_id = e.command_id and r.account_id = e.account_id
      where e.command_id = $1 and e.account_id = $2`,
    values: [commandId, accountId],
  })
  const [row] = rows
  return row ? outcomeOf(row) : null
}

/**
 * Waits for the views, which follow the ledger within milliseconds, but no longer than `waitMs`.
 */
export async function waitForOutcome(
  pool: Pool,
  command: { readonly accountId: string; readonly commandId: string },
  waitMs: number,
): Promise<Outcome | null> {
  const deadline = performance.now() + waitMs
  for (let pauseMs = pollMs; ; pauseMs = Math.min(pollMsMax, pauseMs * 1.5)) {
    const outcome = await findOutcome(pool, command.accountId, command.commandId)
    if (outcome && isComplete(outcome)) return outcome
    if (performance.now() > deadline) return outcome
    await sleep(pauseMs)
  }
}

/**
 * Refusals and our own failures do not use up an Idempotency-Key: the next try is a new attempt.
 */
export function leavesKeyUnused({ entry }: Outcome): boolean {
  if (entry.type === 'ChargeRefused') return true
  return entry.type === 'CallNotCharged' && entry.details.reason === 'failed'
}

/** An answer that should be there and is not: the views are behind, or it was kept long enough. */
export function isExpired({ entry, answer }: Outcome): boolean {
  return !answer && Date.now() - Date.parse(entry.at) > resultsKeptMs
}

interface OutcomeRow {
  readonly entry: string
  readonly status: number | null
  readonly body: string | null
  readonly fingerprint: string | null
  readonly request_id: string | null
  readonly result_sha256: string | null
}

function outcomeOf(row: OutcomeRow): Outcome {
  const entry = JSON.parse(row.entry) as Entry // as: the projection wrote a valid entry there.
  const bound = 'result_sha256' in entry.details ? entry.details.result_sha256 : null
  const same = row.body !== null && row.status !== null && row.result_sha256 === bound
  return {
    entry,
    answer: same ? { status: row.status ?? 0, body: row.body ?? '' } : null,
    fingerprint: row.fingerprint,
    requestId: row.request_id,
  }
}

/** Whether the answer that its entry binds is there, or will never be. */
export function isComplete(outcome: Outcome): boolean {
  const bound = 'result_sha256' in outcome.entry.details
  return !bound || outcome.answer !== null || isExpired(outcome)
}
